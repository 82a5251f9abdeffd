"""The language model: a causal mask hides later tokens; without it every position sees every token."""

import pytest
import torch
from torch import nn

from model.data.vocabulary import BOS_ID, PAD_ID
from model.transformer.config import LanguageConfig, Norm
from model.transformer.kind import Kind, Site
from model.transformer.language_model import LanguageModel
from model.transformer.taps import recording


def untrained(*, is_causal: bool) -> LanguageModel:
    torch.manual_seed(0)
    return LanguageModel(LanguageConfig(is_causal=is_causal), 30).eval()


def find_unchanged(model: LanguageModel, place: int) -> tuple[torch.Tensor, list[torch.Tensor]]:
    """Return True for the positions whose scores stay, and for each layer's rows that stay, when one token changes."""
    fed = torch.arange(5, 17)[None]
    other = fed.clone()
    other[0, place] = 25
    seen = []
    for ids in (fed, other):
        with torch.inference_mode(), recording() as recorder:
            seen.append((model(ids)[0], [recorder.captured[Site(Kind.DECODER, layer)][0][0] for layer in range(2)]))
    (scores, maps), (other_scores, other_maps) = seen
    same_rows = [(a == b).all(dim=(0, 2)) for a, b in zip(maps, other_maps, strict=True)]
    return (scores == other_scores).all(dim=1), same_rows


@pytest.mark.parametrize("place", [1, 6, 11])
def test_a_causal_model_is_bit_for_bit_blind_to_later_tokens(place: int) -> None:
    same_scores, same_rows = find_unchanged(untrained(is_causal=True), place)
    assert same_scores[:place].all()
    assert not same_scores[place]
    assert all(rows[:place].all() for rows in same_rows)


def test_without_the_mask_every_position_sees_every_token() -> None:
    same_scores, same_rows = find_unchanged(untrained(is_causal=False), 11)
    assert not same_scores.any()
    assert not any(rows.any() for rows in same_rows)


@pytest.mark.parametrize("is_causal", [True, False])
def test_padding_changes_nothing(is_causal: bool) -> None:
    model = untrained(is_causal=is_causal)
    short = torch.tensor([[BOS_ID, 7, 8]])
    padded = torch.tensor([[BOS_ID, 7, 8, PAD_ID, PAD_ID], [BOS_ID, 9, 9, 9, 9]])
    with torch.inference_mode():
        alone, beside = model(short)[0], model(padded, padded != PAD_ID)[0, :3]
    torch.testing.assert_close(alone, beside, atol=1e-5, rtol=0)


def test_nothing_of_the_past_is_kept_without_the_mask() -> None:
    model = untrained(is_causal=False)
    with pytest.raises(ValueError, match="without the causal mask"):
        model(torch.tensor([[BOS_ID, 7]]), caches=model.new_caches())


@pytest.mark.parametrize("norm", list(Norm))
def test_the_layers_end_with_a_norm_in_pre_norm_alone(norm: Norm) -> None:
    assert isinstance(LanguageModel(LanguageConfig(norm=norm), 30).norm, nn.LayerNorm) == (norm is Norm.PRE)
