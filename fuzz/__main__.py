"""``python -m fuzz [--inputs N] [--seed N]``: try many inputs on every reader, and report what no caller expects."""

import argparse
import sys
import time
import traceback
from collections.abc import Mapping

import torch
from hypothesis import HealthCheck, Phase, given, seed, settings

from fuzz.samples import make_samples
from fuzz.targets import Target, is_sound, list_targets


def main() -> None:
    """Fuzz every target; the exit status is 1 after a failure."""
    parser = argparse.ArgumentParser(prog="python -m fuzz", description=__doc__)
    parser.add_argument("--inputs", type=int, default=100_000, help="in all (%(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="of the inputs (%(default)s)")
    options = parser.parse_args()
    torch.set_num_threads(1)
    failures = fuzz(list_targets(make_samples()), options.inputs, options.seed)
    sys.exit(f"{failures} of the readers failed" if failures else 0)


def fuzz(targets: Mapping[str, Target], n_inputs: int, number: int) -> int:
    """Try inputs on every target, print a line for each, and return how many targets failed."""
    n_failures = 0
    print(f"{'reader':<28}{'inputs':>9}{'accepted':>10}{'seconds':>9}", flush=True)
    for name, target in targets.items():
        start, (n_tried, n_accepted), failure = time.monotonic(), *_try(target, round(n_inputs * target.share), number)
        print(f"{name:<28}{n_tried:>9,}{n_accepted:>10,}{time.monotonic() - start:>9.1f}", flush=True)
        if failure:
            n_failures += 1
            traceback.print_exception(failure)
    return n_failures


def _try(target: Target, n_inputs: int, number: int) -> tuple[tuple[int, int], Exception | None]:
    """Return how many inputs were tried and accepted, and the failure on the smallest input that hypothesis found."""
    outcomes: list[bool] = []

    @seed(number)
    @settings(
        max_examples=n_inputs,
        database=None,
        deadline=None,
        phases=[Phase.generate, Phase.shrink],
        suppress_health_check=list(HealthCheck),
        print_blob=False,
    )
    @given(target.inputs)
    def try_one(value: object) -> None:
        outcomes.append(is_sound(target, value))

    failure = None
    try:
        try_one()
    except Exception as error:  # anything that a reader should not raise
        failure = error
    return (len(outcomes), sum(outcomes)), failure


if __name__ == "__main__":
    main()
