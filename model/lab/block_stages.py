"""The stages of one block in the order of computation.

Shapes: T tokens, H heads, K keys.
"""

from dataclasses import dataclass

from model.lab.residual_stream import FEED_FORWARD, ResidualStream, Values
from model.transformer.config import Norm


@dataclass(frozen=True, slots=True, eq=False)
class BlockStage:
    """One stage of a block.

    Attributes:
        name: "x", "norm", "weights", "attention output", "expand", "relu", "contract" or "sum".
        group: the sublayer it belongs to; "" on the residual stream.
        values: (T, width), or attention weights (H, T, K).
    """

    name: str
    group: str
    values: Values

    @property
    def label(self) -> str:
        """The name in a diagram: "+" for a sum."""
        return "+" if self.name == "sum" else self.name

    @property
    def width(self) -> str:
        """The name of its width."""
        return "d_ff" if self.name in ("expand", "relu") else "d_model"

    @property
    def has_memory(self) -> bool:
        """True if it reads the encoder's output: the weights its keys, the attention output its values."""
        return self.name in ("weights", "attention output") and self.group == "cross-attention"


def list_stages(stream: ResidualStream, layer: int) -> list[BlockStage]:
    """Return every stage of one block, its layer counted from 0.

    Raises:
        IndexError: there is no such layer.
    """
    block, is_pre = stream.blocks[layer], stream.norm is Norm.PRE
    stages = [BlockStage("x", "", block[0].x)]
    for sublayer in block:
        if is_pre:
            stages.append(BlockStage("norm", sublayer.name, sublayer.normed))
        stages += [BlockStage(name, sublayer.name, values) for name, values in sublayer.inner.items()]
        last = "contract" if sublayer.name == FEED_FORWARD else "attention output"
        stages.append(BlockStage(last, sublayer.name, sublayer.update))
        stages.append(BlockStage("sum", "", sublayer.summed))
        if not is_pre:
            stages.append(BlockStage("norm", "", sublayer.normed))
    return stages
