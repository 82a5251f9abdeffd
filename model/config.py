"""Sizes and settings as frozen values that refuse nonsense."""

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

import numpy as np

MAX_LENGTH = 1024  # positions the sinusoidal table holds
MAX_KEPT = 32  # snapshots of one training that one can go back to
MEMORY_OF_THE_PAST = 64_000_000  # bytes that they may take
FEWEST_KEPT = 4  # however big they are
AUTO = "auto"  # the device: the GPU where there is one, else the CPU
MAX_STEPS, MAX_BATCH = 1_000_000, 65_536  # of one training, wherever its settings come from
MOST_LAYERS, MOST_HEADS = 6, 16  # of what a visitor trains or brings
_MAX_REPORTS = 200  # points of a curve


class Norm(StrEnum):
    """Where a block normalises: before each sublayer or after its residual sum."""

    PRE = "pre"
    POST = "post"


class Schedule(StrEnum):
    """How the learning rate moves over the steps."""

    ONE_CYCLE = "one cycle"  # up, then down along a cosine (Smith & Topin 2018, arXiv:1708.07120)
    INVERSE_SQUARE_ROOT = "inverse square root"  # up, then as 1 / sqrt(step) (Vaswani et al. 2017, section 5.3)
    CONSTANT = "constant"  # up, then level


@dataclass(frozen=True, slots=True)
class ModelConfig:
    """Sizes of one encoder-decoder Transformer (Vaswani et al. 2017, table 3)."""

    n_layers: int = 2  # of the encoder, and of the decoder
    n_heads: int = 4
    d_model: int = 64  # width of every token vector
    d_ff: int = 128  # width inside the feed-forward sublayer
    dropout: float = 0.0
    norm: Norm = Norm.PRE

    def __post_init__(self) -> None:
        for name in ("n_layers", "n_heads", "d_model", "d_ff"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name}={getattr(self, name)} must be at least 1")
        if self.d_model % self.n_heads:
            raise ValueError(f"d_model={self.d_model} does not divide into {self.n_heads} heads")
        if self.d_model % 2:
            raise ValueError(f"d_model={self.d_model} must be even: positions come in sine and cosine pairs")
        if not 0 <= self.dropout < 1:
            raise ValueError(f"dropout={self.dropout} must lie in [0, 1)")


@dataclass(frozen=True, slots=True)
class LanguageConfig(ModelConfig):
    """Sizes of one decoder-only language model (Radford et al. 2018), and whether it may see what comes later.

    Attributes:
        is_causal: whether position t sees positions 0 … t only. Without it, training peeks at the answer:
            the token that position t should predict stands at position t + 1.
    """

    is_causal: bool = True


@dataclass(frozen=True, slots=True)
class TrainingConfig:
    """How a model is trained: with AdamW, under a schedule.

    Label smoothing is the paper's (section 5.4). Here it does more than regularise: with it, and with strong weight
    decay, the last layer's cross-attention settles on the word being translated instead of its neighbours.
    """

    steps: int = 500
    batch_size: int = 128
    learning_rate: float = 1.3e-2  # its peak
    schedule: Schedule = Schedule.ONE_CYCLE
    weight_decay: float = 0.2
    label_smoothing: float = 0.1  # probability spread over all tokens but the right one
    warmup: float = 0.2  # share of the steps in which the learning rate rises
    seed: int = 40  # where a head looks besides is chance: here alignment is above 98 % on any kind of processor tried
    device: str = AUTO

    def __post_init__(self) -> None:
        for name in ("steps", "batch_size"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name}={getattr(self, name)} must be at least 1")
        if self.steps > MAX_STEPS:
            raise ValueError(f"steps={self.steps} must be at most {MAX_STEPS:,}")
        if not 0 < self.learning_rate <= 1:
            raise ValueError(f"learning_rate={self.learning_rate} must lie in (0, 1]")
        if self.batch_size > MAX_BATCH:
            raise ValueError(f"batch_size={self.batch_size} must be at most {MAX_BATCH:,}")
        if not 0 <= self.weight_decay <= 1:
            raise ValueError(f"weight_decay={self.weight_decay} must lie in [0, 1]")
        for name in ("label_smoothing", "warmup"):
            if not 0 <= getattr(self, name) < 1:
                raise ValueError(f"{name}={getattr(self, name)} must lie in [0, 1)")
        if not re.fullmatch(r"auto|cpu|cuda(:\d{1,2})?", self.device):
            raise ValueError(f"device={self.device!r} must be auto, cpu, cuda or cuda:N")

    @property
    def report_at(self) -> frozenset[int]:
        """The steps to report at, besides 0: dense at first, when most changes, then every 20th or so, and the last."""
        early = (step for step in (1, 2, 5, 10, 15) if step < self.steps)
        every = max(20, -(-self.steps // _MAX_REPORTS))
        return frozenset((*early, *range(every, self.steps, every), self.steps))

    def kept_at(self, most: int = MAX_KEPT) -> tuple[int, ...]:
        """The reports whose weights are kept, at most so many: the first and the last, dense early, thinner later."""
        return _kept(self, most)


@lru_cache(maxsize=256)  # pages ask at every key
def _kept(config: TrainingConfig, most: int) -> tuple[int, ...]:
    reports = sorted({0, *config.report_at})
    if len(reports) <= most:
        return tuple(reports)
    places = np.geomspace(1, config.steps + 1, most) - 1
    return tuple(sorted({min(reports, key=lambda step: abs(step - place)) for place in places}))
