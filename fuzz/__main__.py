"""``python -m fuzz [--inputs N] [--seed N]``: try many inputs on every reader, and report what no caller expects.

For each reader it prints the inputs tried and accepted, the lines of code that the traced ones reached, how many inputs
were kept because they reached new lines and were varied further, and the seconds.
"""

import argparse
import sys
import time
import traceback
import warnings
from collections.abc import Mapping

import torch

from fuzz.attempts import Attempts
from fuzz.pages import tiny_app
from fuzz.samples import make_samples
from fuzz.targets import Target, list_targets


def main() -> None:
    """Fuzz every target; the exit status is 1 after a failure."""
    parser = argparse.ArgumentParser(prog="python -m fuzz", description="Try many inputs on every reader.")
    parser.add_argument("--inputs", type=int, default=100_000, help="in all (%(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="of the inputs (%(default)s)")
    options = parser.parse_args()
    torch.set_num_threads(1)
    with tiny_app(), warnings.catch_warnings(action="ignore"):  # libraries warn of odd files
        failures = fuzz(list_targets(make_samples()), options.inputs, options.seed)
    sys.exit(f"{failures} of the readers failed" if failures else 0)


def fuzz(targets: Mapping[str, Target], n_inputs: int, number: int) -> int:
    """Try inputs on every target, print a line for each, and return how many targets failed."""
    n_failures = n_tried = 0
    started = time.monotonic()
    print(f"{'reader':<28}{'inputs':>9}{'accepted':>10}{'lines':>8}{'varied':>8}{'seconds':>9}", flush=True)
    for name, target in targets.items():
        start, attempts = time.monotonic(), Attempts(target)
        failure = attempts.try_inputs(round(n_inputs * target.share), number)
        counts = f"{attempts.n_tried:>9,}{attempts.n_accepted:>10,}{len(attempts.trace.lines):>8,}"
        print(f"{name:<28}{counts}{len(attempts.kept):>8,}{time.monotonic() - start:>9.1f}", flush=True)
        n_tried += attempts.n_tried
        if failure:
            n_failures += 1
            traceback.print_exception(failure)
    seconds = time.monotonic() - started
    print(f"{n_tried:,} inputs in {seconds:,.0f} s, {n_failures} readers failed", flush=True)
    return n_failures


if __name__ == "__main__":
    main()
