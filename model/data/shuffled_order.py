"""Any number of things in a random order that is never written down."""

import torch
from jaxtyping import Int
from torch import Tensor

_ROUNDS = 6
_ODD = (0xBF58476D1CE4E5B9 - 2**64, 0x94D049BB133111EB - 2**64)  # those of splitmix64, as signed numbers


class Order:
    """A random order of 0 … n - 1: each stands at one place, which is computed when it is asked for.

    A Feistel network shuffles the numbers below the next power of 4; those from n on are sent through it again until
    they come out below (Black & Rogaway 2002, "Ciphers with arbitrary finite domains"). It keeps no secret.
    """

    def __init__(self, n: int, generator: torch.Generator) -> None:
        """Draw an order of ``n`` numbers."""
        self._n = n
        self._bits = max(1, ((n - 1).bit_length() + 1) // 2)  # of half a number
        self._keys: list[int] = torch.randint(2**62, (_ROUNDS,), generator=generator).tolist()

    def between(self, start: int, stop: int) -> Int[Tensor, "n"]:
        """What stands at the places from ``start`` up to, but not including, ``stop``, as far as there are any."""
        numbers = self._sent(torch.arange(start, min(stop, self._n)))
        while (is_out := numbers >= self._n).any():
            numbers[is_out] = self._sent(numbers[is_out])
        return numbers

    def _sent(self, numbers: Tensor) -> Tensor:
        mask = (1 << self._bits) - 1
        left, right = numbers >> self._bits, numbers & mask
        for key in self._keys:
            mixed = (right + key) * _ODD[0]
            mixed = (mixed ^ (mixed >> 29)) * _ODD[1]
            left, right = right, left ^ ((mixed >> 32) & mask)
        return left << self._bits | right
