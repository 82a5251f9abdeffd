"""The numbers of one cell of the weights add up."""

import math

import pytest

from model.lab import attention_examples
from model.lab.attention_stages import AttentionOptions, Mask, compute_attention
from model.lab.weight_cell import compute_cell
from tests.model.lab.numbers import close


@pytest.mark.parametrize(
    "options",
    [
        AttentionOptions(),
        AttentionOptions(mask=Mask.CAUSAL),
        AttentionOptions(is_scaled=False),
        AttentionOptions(over_columns=True),
        AttentionOptions(dropout=0.5),
        AttentionOptions(mask=Mask.EMPTY_ROW, empty_row=1),
        AttentionOptions(n_heads=2),
    ],
)
def test_a_cell_adds_up(options: AttentionOptions) -> None:
    attention = compute_attention(attention_examples.PROJECTED, options)
    for head in range(options.n_heads):
        for row in range(3):
            cells = [compute_cell(attention, head, row, column) for column in range(3)]
            close(sum(cell.contribution for cell in cells), attention.heads.mixed[head, row], 1e-12)
            for column, cell in enumerate(cells):
                assert float(cell.terms.sum()) == pytest.approx(cell.score)
                scale = len(cell.query) ** 0.5 if options.is_scaled else 1
                assert cell.scaled == pytest.approx(cell.score / scale)
                masked = {Mask.CAUSAL: column > row, Mask.EMPTY_ROW: row == options.empty_row}
                assert cell.is_allowed is not masked.get(options.mask, False)
                in_column = (compute_cell(attention, head, other, column) for other in range(3))
                compared = in_column if options.over_columns else cells
                assert cell.largest == max((each.scaled for each in compared if each.is_allowed), default=-math.inf)
                share = cell.exponential / cell.total if cell.total else 0.0
                assert cell.weight == pytest.approx(share, abs=1e-12)
