"""A user's own ``torch.nn.Transformer`` gives the same record, and stays as it was."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
import torch
from torch import Tensor, nn

from model.inference.beam_search import search_beam
from model.inference.greedy_decoding import translate
from model.pretrained.listed_vocabulary import ListedVocabulary
from model.pretrained.torch_transformer import TorchTransformer, TorchTranslator
from model.transformer.head_edits import switch_head_off
from model.transformer.kind import Kind

pytestmark = pytest.mark.filterwarnings("ignore:enable_nested_tensor")
WORDS = ["<sos>", "<end>", "<?>", *"abcdefgh"]
SENTENCE = ["a", "b", "zzz", "c"]


class Embed(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.tokens, self.dropout = nn.Embedding(len(WORDS), 12), nn.Dropout(0.5)

    def forward(self, ids: Tensor) -> Tensor:
        positions = torch.arange(ids.shape[1])[:, None] / (1 + torch.arange(12))
        return self.dropout(3 * self.tokens(ids) + positions.sin())


@pytest.fixture(params=[(True, False), (False, False), (True, True)], ids=["batch first", "batch second", "pre-norm"])
def translator(request: pytest.FixtureRequest) -> TorchTranslator:
    torch.manual_seed(1)
    batch_first, norm_first = request.param
    module = nn.Transformer(12, 4, 2, 3, 16, dropout=0.3, batch_first=batch_first, norm_first=norm_first)
    vocabulary = ListedVocabulary(WORDS, bos="<sos>", eos="<end>", unknown="<?>")
    model = TorchTransformer(module, Embed(), Embed(), nn.Linear(12, len(WORDS)))
    return TorchTranslator(model, vocabulary, vocabulary)


def attend(attention: nn.MultiheadAttention, x: Tensor, memory: Tensor, mask: Tensor | None) -> tuple[Tensor, Tensor]:
    inputs = (x, memory, memory) if attention.batch_first else [each.transpose(0, 1) for each in (x, memory, memory)]
    output, weights = attention(*inputs, attn_mask=mask, need_weights=True, average_attn_weights=False)
    return output if attention.batch_first else output.transpose(0, 1), weights[0]


def run_layer(
    layer: nn.Module, x: Tensor, sources: Sequence[Tensor | None], mask: Tensor | None
) -> tuple[Tensor, list]:
    """A layer of the module, sublayer by sublayer; a source is None for the layer's own input."""
    found = []
    attentions = [layer.self_attn, *([layer.multihead_attn] if len(sources) > 1 else [])]
    norms = [layer.norm1, layer.norm2, *([layer.norm3] if len(sources) > 1 else [])]
    for attention, source, norm in zip(attentions, sources, norms, strict=False):
        queries = norm(x) if layer.norm_first else x
        added, weights = attend(
            attention, queries, queries if source is None else source, mask if source is None else None
        )
        x = x + added if layer.norm_first else norm(x + added)
        found.append(weights)
    inner = norms[-1](x) if layer.norm_first else x
    added = layer.linear2(layer.activation(layer.linear1(inner)))
    return (x + added if layer.norm_first else norms[-1](x + added)), found


@torch.no_grad()
def test_maps_are_those_that_the_module_gives_itself(translator: TorchTranslator) -> None:
    translation = translate(translator, SENTENCE)
    model, module = translator.model, translator.model.transformer
    for part in (module, model.embed_source, model.embed_target, model.generator):
        part.eval()
    x = model.embed_source(torch.tensor([translator.source.encode(SENTENCE)]))
    expected: dict[Kind, list[Tensor]] = {kind: [] for kind in Kind}
    for layer in module.encoder.layers:
        x, (weights,) = run_layer(layer, x, [None], None)
        expected[Kind.ENCODER].append(weights)
    memory = module.encoder.norm(x)
    fed = torch.tensor([[translator.target.bos_id, *translator.target.encode(translation.target[:-1])]])
    mask, x = nn.Transformer.generate_square_subsequent_mask(fed.shape[1]), model.embed_target(fed)
    for layer in module.decoder.layers:
        x, (own, cross) = run_layer(layer, x, [None, memory], mask)
        expected[Kind.DECODER].append(own)
        expected[Kind.CROSS].append(cross)
    for kind, maps in expected.items():
        np.testing.assert_allclose(np.nan_to_num(translation.maps[kind]), torch.stack(maps).numpy(), atol=1e-5)
    probabilities = model.generator(module.decoder.norm(x))[0].softmax(-1)
    for step, id_ in enumerate(translator.target.encode(translation.target)):
        assert translation.steps[step].probability == pytest.approx(float(probabilities[step, id_]), abs=1e-5)


def count_hooks(module: nn.Module) -> int:
    return sum(len(each._forward_hooks) + len(each._forward_pre_hooks) for each in module.modules())


def test_the_module_stays_as_it_was(translator: TorchTranslator) -> None:
    module = translator.model.transformer
    module.encoder.layers[0].eval()
    before = [each.training for each in module.modules()]
    weights = {name: weight.clone() for name, weight in module.state_dict().items()}
    first = translate(translator, SENTENCE)
    assert translate(translator, SENTENCE).steps == first.steps, "without dropout"
    assert [each.training for each in module.modules()] == before
    assert count_hooks(module) == 0
    assert all(torch.equal(weight, weights[name]) for name, weight in module.state_dict().items())


def fail(_output: Tensor) -> Tensor:
    raise ZeroDivisionError


def test_hooks_are_removed_after_an_exception(translator: TorchTranslator) -> None:
    module = translator.model.transformer
    before = [each.training for each in module.modules()]
    with pytest.raises(ValueError, match="not edited"):
        translate(translator, SENTENCE, edits=[switch_head_off(Kind.CROSS, 0, 0)])
    broken = TorchTranslator(replace(translator.model, generator=fail), translator.source, translator.target)
    with pytest.raises(ZeroDivisionError):
        translate(broken, SENTENCE)
    assert count_hooks(module) == 0
    assert [each.training for each in module.modules()] == before


def test_modules_behind_a_function_are_evaluated_if_they_are_named(translator: TorchTranslator) -> None:
    hidden = translator.model.embed_target
    model = replace(translator.model, embed_target=lambda ids: hidden(ids), others=(hidden,))
    behind = TorchTranslator(model, translator.source, translator.target)
    assert translate(behind, SENTENCE).steps == translate(translator, SENTENCE).steps
    assert hidden.training


@pytest.mark.parametrize("dtype", [torch.float64, torch.bfloat16])
def test_weights_of_any_precision_are_read(translator: TorchTranslator, dtype: torch.dtype) -> None:
    model = translator.model
    for part in (model.transformer, model.embed_source, model.embed_target, model.generator):
        part.to(dtype)
    model = replace(model, embed_source=lambda ids: translator.model.embed_source(ids).to(dtype),
                    embed_target=lambda ids: translator.model.embed_target(ids).to(dtype))  # fmt: skip
    assert translate(TorchTranslator(model, translator.source, translator.target), SENTENCE, max_steps=2).steps


def test_layers_that_share_an_attention_module_are_refused(translator: TorchTranslator) -> None:
    module = translator.model.transformer
    module.decoder.layers[1].multihead_attn = module.decoder.layers[0].multihead_attn
    with pytest.raises(ValueError, match="share"):
        replace(translator.model)


@pytest.mark.parametrize("missing", ["bos", "eos"])
def test_a_target_without_first_or_last_token_is_refused(translator: TorchTranslator, missing: str) -> None:
    specials = {"bos": "<sos>", "eos": "<end>"}
    del specials[missing]
    with pytest.raises(ValueError, match="bos and eos"):
        TorchTranslator(translator.model, translator.source, ListedVocabulary(WORDS, **specials))


def test_a_beam_of_one_is_greedy(translator: TorchTranslator) -> None:
    (best,) = search_beam(translator, SENTENCE, 1, max_steps=5).hypotheses
    assert best.tokens == translate(translator, SENTENCE, max_steps=5).target


def test_forced_tokens(translator: TorchTranslator) -> None:
    assert translate(translator, SENTENCE, max_steps=4, forced={0: "h", 2: "g"}).target[:3:2] == ("h", "g")
