"""The settings of a training, validated and immutable."""

import math
import re
from dataclasses import dataclass
from enum import StrEnum

AUTO = "auto"  # the device: the GPU if there is one, else the CPU
MAX_STEPS, _MAX_BATCH = 1_000_000, 65_536
_MAX_REPORTS = 60  # evenly spaced; a few early ones come besides


class Schedule(StrEnum):
    """Learning-rate schedule over the steps."""

    ONE_CYCLE = "one cycle"  # up, then down along a cosine (Smith & Topin 2018, arXiv:1708.07120)
    INVERSE_SQUARE_ROOT = "inverse square root"  # up, then as 1 / sqrt(step) (Vaswani et al. 2017, section 5.3)
    CONSTANT = "constant"  # up, then level


class OptimizerName(StrEnum):
    """Optimizer of the weights."""

    ADAMW = "AdamW"  # Loshchilov & Hutter 2019, arXiv:1711.05101
    MUON = "Muon"  # for the matrices of the layers (Jordan et al. 2024), AdamW for all other weights


@dataclass(frozen=True, slots=True)
class TrainingConfig:
    """Settings of a training under a learning-rate schedule.

    Label smoothing is the paper's (section 5.4). It also makes the cross-attention of the last layer peak at the word
    being translated instead of its neighbours. Its price is calibration: probabilities become lower than the accuracy.
    So it ends before the training does.
    """

    steps: int = 3600
    batch_size: int = 128
    optimizer: OptimizerName = OptimizerName.MUON
    learning_rate: float = 1e-2  # its peak
    schedule: Schedule = Schedule.ONE_CYCLE
    weight_decay: float = 0.1
    label_smoothing: float = 0.1  # probability spread over all tokens
    smoothing_share: float = 0.55  # share of the steps with label smoothing
    beginnings: float = 0.12  # share of pairs replaced by a beginning; a language model learns from whole sentences
    guided_alignment: float = 0.0  # weight of the loss that guides a head to the gold links; 0 for none
    warmup: float = 0.2  # share of the steps in which the learning rate rises
    seed: int = 0
    device: str = AUTO

    def __post_init__(self) -> None:
        for name in ("steps", "batch_size"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name}={getattr(self, name)} must be at least 1")
        if self.steps > MAX_STEPS:
            raise ValueError(f"steps={self.steps} must be at most {MAX_STEPS:,}")
        if not 0 <= self.seed < 2**63:
            raise ValueError(f"seed={self.seed} must lie in [0, 2**63)")
        if not 0 < self.learning_rate <= 1:
            raise ValueError(f"learning_rate={self.learning_rate} must lie in (0, 1]")
        if self.batch_size > _MAX_BATCH:
            raise ValueError(f"batch_size={self.batch_size} must be at most {_MAX_BATCH:,}")
        if not 0 <= self.weight_decay <= 1:
            raise ValueError(f"weight_decay={self.weight_decay} must lie in [0, 1]")
        if not 0 <= self.smoothing_share <= 1:
            raise ValueError(f"smoothing_share={self.smoothing_share} must lie in [0, 1]")
        for name in ("label_smoothing", "beginnings", "guided_alignment", "warmup"):
            if not 0 <= getattr(self, name) < 1:
                raise ValueError(f"{name}={getattr(self, name)} must lie in [0, 1)")
        if not re.fullmatch(r"auto|cpu|cuda(:(0|[1-9][0-9]?))?", self.device):
            raise ValueError(f"device={self.device!r} must be auto, cpu, cuda or cuda:N")

    @property
    def n_smoothed(self) -> int:
        """The number of steps, from the first, with label smoothing."""
        return math.ceil(self.smoothing_share * self.steps) if self.label_smoothing else 0

    def smoothing_at(self, step: int) -> float:
        """Return the label smoothing of the optimizer step after ``step`` steps."""
        return self.label_smoothing if step < self.n_smoothed else 0.0

    @property
    def report_at(self) -> frozenset[int]:
        """The steps to report at besides 0: dense at first, when most changes, then evenly, and the last."""
        early = (step for step in (1, 2, 5, 10, 15) if step < self.steps)
        every = max(20, -(-self.steps // _MAX_REPORTS))
        return frozenset((*early, *range(every, self.steps, every), self.steps))
