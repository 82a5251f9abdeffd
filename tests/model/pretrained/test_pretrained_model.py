"""Decoding of models that were trained elsewhere gives what their own library computes."""

import json
import shutil
import threading
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import torch

from model.data.typed_sentence import read_sentence
from model.inference.beam_search import search_beam
from model.inference.greedy_decoding import translate
from model.inference.intervention import Intervention
from model.inference.named_head import Head
from model.inference.translation import Translation
from model.pretrained.loading import PretrainedTranslator, load
from model.pretrained.model_folder import FAMILIES, ModelFolderError, check_folder
from model.transformer.head_edits import switch_head_off
from model.transformer.kind import Kind
from tests.model.pretrained.tiny_models import SAVE, save_relative

SENTENCE = "the small cat sees a dog"
NAMES = {Kind.ENCODER: "encoder_attentions", Kind.DECODER: "decoder_attentions", Kind.CROSS: "cross_attentions"}


def record(translator: PretrainedTranslator, text: str = SENTENCE, **options: object) -> Translation:
    sentence = read_sentence(text, translator.source)
    return translate(translator, sentence.words, texts=sentence.texts, **options)


def find_ids(translator: PretrainedTranslator, translation: Translation) -> tuple[torch.Tensor, torch.Tensor]:
    """The ids of the source, and of the tokens fed in."""
    source = translator.source.encode(read_sentence(SENTENCE, translator.source).words)
    fed = [translator.target.bos_id, *translator.target.encode(translation.vocabulary_tokens)[:-1]]
    return torch.tensor([source]), torch.tensor([fed])


def test_maps_are_the_attentions_of_one_teacher_forced_pass(translator: PretrainedTranslator) -> None:
    check_maps(translator)


@pytest.mark.parametrize(
    ("family", "like"), [("mbart", "bart"), ("m2m_100", "bart"), ("pegasus", "bart"), ("mt5", "t5")]
)
def test_maps_of_related_families(family: str, like: str, tiny_folder: Callable[[str], Path], tmp_path: Path) -> None:
    save_relative(family, tiny_folder(like), tmp_path / family)
    assert check_folder(tmp_path / family) == family
    translator = load(tmp_path / family)
    translator.model.model.double()
    check_maps(translator)


def test_every_family_is_tested() -> None:
    assert set(FAMILIES) == {*SAVE, "mbart", "m2m_100", "pegasus", "mt5"}


def check_maps(translator: PretrainedTranslator) -> None:
    """Compare all maps and probabilities with one pass of the model's own eager attention."""
    translation = record(translator)
    source, fed = find_ids(translator, translation)
    model = translator.model.model
    model.set_attn_implementation("eager")
    with torch.inference_mode():
        output = model(input_ids=source, decoder_input_ids=fed, output_attentions=True)
    for kind, name in NAMES.items():
        expected = torch.stack(getattr(output, name), dim=1)[0].numpy()
        ours = np.nan_to_num(translation.maps[kind])
        assert ours.shape == expected.shape
        assert ours.shape[:2] == (translator.model.config.count_layers(kind), translator.model.config.count_heads(kind))
        np.testing.assert_allclose(ours, expected, atol=1e-5)
        assert expected.std() > 0.01, "the attention is not uniform"


def generate(translator: PretrainedTranslator, n: int) -> tuple[list[int], torch.Tensor]:
    """Return what ``generate`` chooses in at most n steps, and the scores it chooses from (T, V)."""
    source = torch.tensor([translator.source.encode(read_sentence(SENTENCE, translator.source).words)])
    model = translator.model.model
    model.generation_config.forced_eos_token_id = None
    output = model.generate(
        source, max_new_tokens=n, num_beams=1, output_scores=True, return_dict_in_generate=True
    )  # fmt: skip
    return output.sequences[0, 1:].tolist(), torch.cat(output.scores)


def check_generation(translator: PretrainedTranslator) -> Translation:
    """Compare tokens and probabilities with those of ``generate``, and return the record."""
    translation = record(translator)
    ids = translator.target.encode(translation.vocabulary_tokens)
    expected, scores = generate(translator, len(ids))
    assert ids == expected
    probabilities = scores.softmax(dim=-1)[torch.arange(len(ids)), ids].numpy()
    np.testing.assert_allclose([step.probability for step in translation.steps], probabilities, rtol=1e-4)
    return translation


def test_generation_is_that_of_generate(translator: PretrainedTranslator) -> None:
    translation = check_generation(translator)
    assert len(set(translation.target)) > 3, "the model does not repeat one token"
    assert translation.is_complete == (translator.model.model.config.model_type == "bart")


@pytest.mark.parametrize("family", SAVE)
@pytest.mark.parametrize(
    "settings",
    [
        {"no_repeat_ngram_size": 1}, {"no_repeat_ngram_size": 2}, {"repetition_penalty": 1.3}, {"min_length": 20},
        {"min_new_tokens": 20}, {"suppress_tokens": [7, 9, 11]}, {"begin_suppress_tokens": [5, 9, 20]},
        {"bad_words_ids": [[7], [9, 11], [20, 20]]}, {"forced_bos_token_id": 6},
        {"forced_bos_token_id": 6, "begin_suppress_tokens": [5, 9, 20], "repetition_penalty": 0.7},
        {"forced_bos_token_id": 6, "bad_words_ids": [[6], [7]]},
    ],
    ids=str,
)  # fmt: skip
def test_settings_that_change_greedy_choice_are_applied(
    family: str, settings: dict[str, object], tiny_folder: Callable[[str], Path], tmp_path: Path
) -> None:
    folder = shutil.copytree(tiny_folder(family), tmp_path / "model")
    path = folder / "generation_config.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | settings))
    check_generation(load(folder))


def test_settings_of_older_folders_are_those_of_the_model(tiny_folder: Callable[[str], Path], tmp_path: Path) -> None:
    folder = shutil.copytree(tiny_folder("marian"), tmp_path / "model")
    generation, path = json.loads((folder / "generation_config.json").read_text()), folder / "config.json"
    path.write_text(json.dumps(generation | json.loads(path.read_text()) | {"no_repeat_ngram_size": 1}))
    (folder / "generation_config.json").unlink()
    translation = check_generation(load(folder))
    assert len(set(translation.target)) == len(translation.target)


def test_settings_that_leave_no_token_are_refused(tiny_folder: Callable[[str], Path], tmp_path: Path) -> None:
    folder = shutil.copytree(tiny_folder("t5"), tmp_path / "model")
    path = folder / "generation_config.json"
    everything = {"suppress_tokens": list(range(load(folder).model.model.config.vocab_size))}
    path.write_text(json.dumps(json.loads(path.read_text()) | everything))
    with pytest.raises(ModelFolderError, match="forbid every token"):
        load(folder)


def test_a_model_that_begins_with_one_token_generates_it_first(translator: PretrainedTranslator) -> None:
    first = record(translator).steps[0]
    if translator.model.model.generation_config.forced_bos_token_id is not None:
        assert (first.token, first.probability) == ("<s>", 1.0)
    assert first.fed == {"bart": "</s>", "marian": "<pad>", "t5": "<pad>"}[translator.model.model.config.model_type]


def test_texts_have_words_only(translator: PretrainedTranslator) -> None:
    translation = record(translator)
    assert set(translation.source) & set(translation.specials), "the model reads an end mark"
    assert translation.source_text == SENTENCE
    assert translation.join_text(translation.specials) == ""
    assert not any(special in translation.join_text(translation.target) for special in translation.specials)


@pytest.mark.parametrize("is_uniform", [False, True])
@pytest.mark.parametrize("kind", Kind)
def test_heads_are_switched_off_in_this_decoding_only(
    translator: PretrainedTranslator, kind: Kind, is_uniform: bool
) -> None:
    plain = record(translator)
    changed = record(translator, edits=Intervention((Head(kind, 0, 1),), is_uniform).edits)
    rows = np.nan_to_num(changed.maps[kind][0, 1])
    if is_uniform:
        np.testing.assert_allclose(rows, (rows > 0) / (rows > 0).sum(axis=1, keepdims=True), rtol=1e-5)
    else:
        assert not rows.any()
    assert [step.probability for step in changed.steps] != [step.probability for step in plain.steps]
    again = record(translator)
    assert again.steps == plain.steps


def test_a_head_without_output_can_be_switched_off(translator: PretrainedTranslator) -> None:
    model = translator.model.model
    layer = next(module for name, module in model.get_decoder().named_modules() if name.endswith(_CROSS))
    outputs = layer.o if hasattr(layer, "o") else layer.out_proj
    width = outputs.weight.shape[1] // translator.model.config.count_heads(Kind.CROSS)
    with torch.no_grad():
        outputs.weight[:, :width] = 0
    plain = record(translator)
    changed = record(translator, edits=[switch_head_off(Kind.CROSS, 0, 0)])
    assert plain.target == changed.target
    np.testing.assert_allclose(
        [step.probability for step in plain.steps], [step.probability for step in changed.steps], rtol=1e-5
    )


def test_the_encoder_reads_as_many_tokens_as_it_has_positions(translator: PretrainedTranslator) -> None:
    longest = torch.full((1, 128), translator.source.eos_id)
    more = torch.nn.functional.pad(longest, (0, 1), value=translator.source.eos_id)
    assert translator.model.encode(longest).states.shape[1] == 128
    if translator.model.model.config.model_type == "t5":
        assert translator.model.encode(more).states.shape[1] == 129, "its positions are relative"
    else:
        with pytest.raises(ValueError, match="the model reads at most 128 tokens, not 129"):
            translator.model.encode(more)


_CROSS = ("encoder_attn", "EncDecAttention")


def test_a_forced_token_is_generated_and_decoding_goes_on(translator: PretrainedTranslator) -> None:
    plain = record(translator)
    other = plain.steps[1].candidates[1].token
    forced = record(translator, forced={1: other})
    assert forced.vocabulary_tokens[:2] == (plain.vocabulary_tokens[0], other)
    np.testing.assert_array_equal(forced.maps[Kind.CROSS][:, :, :2], plain.maps[Kind.CROSS][:, :, :2])


def test_a_beam_of_one_is_greedy_and_a_wider_one_finds_no_worse(translator: PretrainedTranslator) -> None:
    words = read_sentence(SENTENCE, translator.source).words
    greedy = translate(translator, words, max_steps=6)
    (best,) = search_beam(translator, words, 1, max_steps=6).hypotheses
    assert best.tokens == greedy.vocabulary_tokens
    wide = search_beam(translator, words, 3, max_steps=6)
    assert wide.hypotheses[0].score >= best.score - 1e-4


def test_many_threads_see_their_own_maps(translator: PretrainedTranslator) -> None:
    texts = [SENTENCE, "a dog sees the old house", "she does not like the dog", "an old house"] * 2
    alone = [record(translator, text) for text in texts]
    found: dict[int, Translation] = {}

    def run(place: int) -> None:
        edits = [switch_head_off(Kind.CROSS, 0, 0)] if place % 2 else []
        record(translator, texts[place], edits=edits)
        found[place] = record(translator, texts[place])

    threads = [threading.Thread(target=run, args=(place,)) for place in range(len(texts))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    for place, translation in enumerate(alone):
        assert found[place].target == translation.target
        for kind in Kind:
            np.testing.assert_allclose(found[place].maps[kind], translation.maps[kind], atol=1e-6)
