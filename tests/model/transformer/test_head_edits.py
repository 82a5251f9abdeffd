"""Edits change one head, for one call only."""

from concurrent.futures import ThreadPoolExecutor

import pytest
import torch

from model.transformer.config import ModelConfig
from model.transformer.encoder_decoder import Transformer
from model.transformer.head_edits import replace_row, switch_head_off
from model.transformer.kind import Kind, Site
from model.transformer.taps import Edit, recording
from tests.typechecker import unchecked

CROSS = Site(Kind.CROSS, 0), Site(Kind.CROSS, 1)
WEIGHTS = [(0, 30), (1, 50), (9, 20)]  # the last key does not exist


@pytest.fixture(scope="module")
def model() -> Transformer:
    torch.manual_seed(0)
    return Transformer(ModelConfig(d_model=32, d_ff=48), n_source=20, n_target=20).eval()


def capture(model: Transformer, *edits: Edit) -> dict[Site, list[torch.Tensor]]:
    source, target = torch.tensor([[7, 8, 9]]), torch.tensor([[1, 5, 6, 7]])
    with torch.inference_mode(), recording(*edits) as recorder:
        model(source, target)
    return recorder.captured


def test_an_edit_changes_its_head_for_one_call_only(model: Transformer) -> None:
    plain = capture(model)
    edited = capture(model, switch_head_off(Kind.CROSS, 0, 2))
    again = capture(model)
    first, second = CROSS
    assert (edited[first][0][:, 2] == 0).all()
    torch.testing.assert_close(edited[first][0][:, [0, 1, 3]], plain[first][0][:, [0, 1, 3]], rtol=0, atol=0)
    assert not torch.equal(edited[second][0], plain[second][0])
    assert all(torch.equal(again[site][0], weights) for site, (weights,) in plain.items())


def test_threads_with_different_heads_off_each_get_their_own_result(model: Transformer) -> None:
    """Eight visitors switch other heads off at once, again and again."""
    heads = [(kind, layer) for kind in Kind for layer in (0, 1)][:4]
    visitors = [(kind, layer, head) for kind, layer in heads for head in (1, 2)]

    def translate(visitor: tuple[Kind, int, int]) -> dict[Site, list[torch.Tensor]]:
        return capture(model, switch_head_off(*visitor))

    def count_mismatches(place: int) -> int:
        results = [translate(visitors[place]) for _ in range(50)]
        return sum(
            not torch.equal(weights, found[site][0]) for found in results for site, (weights,) in alone[place].items()
        )

    alone = [translate(visitor) for visitor in visitors]
    with unchecked(), ThreadPoolExecutor(len(visitors)) as threads:
        assert list(threads.map(count_mismatches, range(len(visitors)))) == [0] * len(visitors)
    for place, (kind, layer, head) in enumerate(visitors):
        assert (alone[place][Site(kind, layer)][0][:, head] == 0).all()


@pytest.mark.parametrize("head", [9, -1])
def test_a_head_that_does_not_exist_is_named(model: Transformer, head: int) -> None:
    for edit in (switch_head_off(Kind.CROSS, 0, head), replace_row(Kind.CROSS, 0, head, 0, WEIGHTS)):
        with pytest.raises(IndexError, match=f"cross layer 0 has heads 0 to 3, not {head}"):
            capture(model, edit)


def test_uniform_weights_are_equal_where_the_mask_allows_a_key(model: Transformer) -> None:
    site = Site(Kind.DECODER, 0)
    plain = capture(model)[site][0]
    edited = capture(model, switch_head_off(Kind.DECODER, 0, 1, is_uniform=True))[site][0]
    rows = torch.arange(1, plain.shape[-1] + 1)
    expected = torch.ones_like(plain[0, 0]).tril() / rows[:, None]
    torch.testing.assert_close(edited[0, 1], expected)
    assert torch.equal(edited[:, [0, 2, 3]], plain[:, [0, 2, 3]])


def test_a_row_without_weights_stays_without_and_the_weights_given_are_not_changed() -> None:
    weights = torch.tensor([[[[0.25, 0.75], [0.0, 0.0]]]])
    edited = switch_head_off(Kind.CROSS, 0, 0, is_uniform=True)(CROSS[0], weights)
    assert edited.tolist() == [[[[0.5, 0.5], [0.0, 0.0]]]]
    assert weights.tolist() == [[[[0.25, 0.75], [0.0, 0.0]]]]


@pytest.mark.parametrize("kind", Kind)
@pytest.mark.parametrize("is_uniform", [False, True])
def test_a_head_without_output_can_be_switched_off_bit_for_bit(kind: Kind, is_uniform: bool) -> None:
    torch.manual_seed(1)
    model = Transformer(ModelConfig(d_model=32, d_ff=48), n_source=20, n_target=20).eval()
    stack = model.encoder if kind is Kind.ENCODER else model.decoder
    attention = stack[1].cross_attn if kind is Kind.CROSS else stack[1].self_attn
    width = 32 // attention.n_heads
    with torch.no_grad():
        attention.out_proj.weight[:, 2 * width : 3 * width] = 0
    source, target = torch.tensor([[7, 8, 9]]), torch.tensor([[1, 5, 6, 7]])
    edit = switch_head_off(kind, 1, 2, is_uniform=is_uniform)
    with torch.inference_mode():
        with recording():
            plain = model(source, target)
        with recording(edit):
            assert torch.equal(model(source, target), plain)
        with recording(switch_head_off(kind, 1, 1, is_uniform=is_uniform)):
            assert not torch.equal(model(source, target), plain)


@pytest.mark.parametrize("kind", Kind)
@pytest.mark.parametrize("key", [1, 2])
def test_a_pinned_row_looks_at_one_key_and_other_rows_of_its_layer_are_untouched(
    model: Transformer, kind: Kind, key: int
) -> None:
    site = Site(kind, 0)
    plain, pinned = capture(model)[site][0], capture(model, replace_row(kind, 0, 1, 2, [(key, 100)]))[site][0]
    assert pinned[0, 1, 2].tolist() == [float(each == key) for each in range(pinned.shape[-1])]
    changed = pinned != plain
    changed[:, 1, 2] = False
    assert not changed.any()


@pytest.mark.parametrize("kind", [Kind.CROSS, Kind.DECODER])
def test_a_row_is_replaced_alike_at_once_and_token_by_token(model: Transformer, kind: Kind) -> None:
    source, target = torch.tensor([[7, 8, 9]]), torch.tensor([[1, 5, 6, 7]])
    with torch.inference_mode():
        with recording(replace_row(kind, 1, 0, 2, WEIGHTS)):
            at_once = model(source, target)
        with recording(replace_row(kind, 1, 0, 2, WEIGHTS)):
            memory, caches = model.encode(source), model.new_caches()
            steps = [model.decode(target[:, step : step + 1], memory, caches) for step in range(target.shape[1])]
        with recording():
            plain = model(source, target)
    torch.testing.assert_close(torch.cat(steps, dim=1), at_once)
    assert torch.equal(at_once[:, :2], plain[:, :2]), "earlier rows stay equal"
    assert not torch.equal(at_once[:, 2], plain[:, 2])


@pytest.mark.parametrize(
    ("kind", "row", "weights"),
    [
        (Kind.CROSS, 9, [(0, 1)]), (Kind.CROSS, 0, [(9, 1)]), (Kind.DECODER, 1, [(2, 1)]),
        (Kind.CROSS, 0, [(0, 0), (1, 0)]), (Kind.CROSS, 0, []),
    ],
)  # fmt: skip
def test_a_row_or_keys_that_the_map_lacks_and_no_weight_change_nothing(
    model: Transformer, kind: Kind, row: int, weights: list[tuple[int, float]]
) -> None:
    plain, pinned = capture(model), capture(model, replace_row(kind, 0, 1, row, weights))
    assert all(torch.equal(pinned[site][0], weights) for site, (weights,) in plain.items())


def test_a_replaced_row_sums_to_one_over_the_keys_there_are(model: Transformer) -> None:
    replaced = capture(model, replace_row(Kind.CROSS, 0, 1, 2, WEIGHTS))[CROSS[0]][0]
    assert replaced[0, 1, 2, :2].tolist() == pytest.approx([3 / 8, 5 / 8])
    assert not replaced[0, 1, 2, 2:].any()


def test_a_replaced_row_leaves_the_weights_given_as_they_are() -> None:
    weights = torch.full((1, 1, 1, 2), 0.5)
    assert replace_row(Kind.CROSS, 0, 0, 0, [(1, 100)])(CROSS[0], weights).tolist() == [[[[0.0, 1.0]]]]
    assert weights.tolist() == [[[[0.5, 0.5]]]]
