"""Loading of a Hugging Face encoder-decoder and its tokenizer with ``transformers``."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import torch
from safetensors.torch import load_file
from transformers import (
    MODEL_FOR_SEQ_TO_SEQ_CAUSAL_LM_MAPPING,
    AutoConfig,
    AutoTokenizer,
    PreTrainedModel,
    PreTrainedTokenizerBase,
)
from transformers.utils import logging

from model.data.sentence import MAX_TOKENS
from model.inference.greedy_decoding import translate
from model.pretrained.generation_settings import GenerationSettings, check_settings, read_config
from model.pretrained.model_folder import ModelFolderError, list_weight_files
from model.pretrained.pretrained_model import PretrainedModel
from model.pretrained.pretrained_vocabulary import PretrainedVocabulary
from model.pretrained.sizes import read_sizes
from model.pretrained.tapped_attention import TAPPED, mark_sites

logging.disable_progress_bar()
_OPTIONS = {"local_files_only": True, "trust_remote_code": False}
_LEAST_SHARE = 0.5  # of the scores, which models pad; a missing tokenizer is read as one with special tokens only
_MOST_LAYERS = 200


@dataclass(frozen=True, slots=True, eq=False)
class PretrainedTranslator:
    """A translation model that was trained elsewhere, and the vocabularies of both languages."""

    model: PretrainedModel
    source: PretrainedVocabulary
    target: PretrainedVocabulary


def load(path: Path) -> PretrainedTranslator:
    """Return the model of a folder on the CPU in float32, in evaluation mode, after it has generated a few tokens.

    Raises:
        ModelFolderError: the folder cannot be read, weights or the tokenizer are missing, the languages have separate
            vocabularies, or the model cannot read the longest sentence.
    """
    with _explained(f"The tokenizer of {path.name} cannot be read."):
        tokenizer = AutoTokenizer.from_pretrained(path, **_OPTIONS)
    with _explained(f"The settings of generation of {path.name} cannot be read."):
        generation = read_config(path)
    model = _load_model(path)
    model.generation_config = generation
    with _explained(f"{path.name} cannot be used: its model, tokenizer and settings do not fit each other."):
        n_ids = model.get_output_embeddings().weight.shape[0]
        n_read = model.get_encoder().get_input_embeddings().weight.shape[0]
        if getattr(tokenizer, "separate_vocabs", False) or n_read != n_ids:
            raise ModelFolderError(f"{path.name} has a vocabulary for each language; only a common one can be read.")
        if len(tokenizer) < n_ids * _LEAST_SHARE:
            raise ModelFolderError(f"{path.name} lacks its tokenizer: {len(tokenizer)} tokens for {n_ids} scores.")
        settings = check_settings(path.name, generation, n_ids)
        mark_sites(model)
        vocabulary = _make_vocabulary(tokenizer, n_ids, settings)
        translator = PretrainedTranslator(PretrainedModel(model, settings.processors), vocabulary, vocabulary)
        _try(path.name, translator)
    return translator


def _load_model(path: Path) -> PreTrainedModel:
    """Return the model with the weights of the files that the folder was checked for, and of no others."""
    with _explained(f"The description of {path.name} cannot be read."):
        config = AutoConfig.from_pretrained(path, **_OPTIONS)
        sizes = read_sizes(config)
        counts = (sizes.n_encoder_layers, sizes.n_encoder_heads, sizes.n_decoder_layers, sizes.n_decoder_heads)
        if not all(0 < each <= _MOST_LAYERS for each in counts):
            raise ModelFolderError(f"{path.name} has {counts} layers and heads; each can be 1 to {_MOST_LAYERS}.")
    with _explained(f"The weights of {path.name} cannot be read, or are not those of the model that it describes."):
        weights = {name: each for file in list_weight_files(path) for name, each in load_file(file).items()}
        model, report = MODEL_FOR_SEQ_TO_SEQ_CAUSAL_LM_MAPPING[type(config)].from_pretrained(
            None, config=config, state_dict=weights, attn_implementation=TAPPED, dtype=torch.float32,
            output_loading_info=True,
        )  # fmt: skip
    if missing := sorted(report["missing_keys"]) + sorted(map(str, report["mismatched_keys"])):
        raise ModelFolderError(f"{path.name} lacks weights of the model that it describes, such as {missing[0]}.")
    if unexpected := sorted(report["unexpected_keys"]):
        raise ModelFolderError(f"{path.name} has weights that its model does not describe, such as {unexpected[0]}.")
    loaded: PreTrainedModel = model.eval().requires_grad_(False)
    return loaded


def _make_vocabulary(
    tokenizer: PreTrainedTokenizerBase, n_ids: int, settings: GenerationSettings
) -> PretrainedVocabulary:
    allowed = (settings.eos_id, settings.config.forced_bos_token_id)
    words = [word[0] for word in settings.config.bad_words_ids or () if len(word) == 1 and word[0] not in allowed]
    never = (*words, *(settings.config.suppress_tokens or ()))
    return PretrainedVocabulary(tokenizer, n_ids, bos_id=settings.bos_id, eos_id=settings.eos_id, never_generated=never)


def _try(name: str, translator: PretrainedTranslator) -> None:
    """Read the longest sentence and generate two tokens; the settings may force the first."""
    words = translator.source.add_specials([translator.source.tokens[translator.source.eos_id]] * MAX_TOKENS)
    if len(words) > translator.model.max_source:
        raise ModelFolderError(f"{name} reads {translator.model.max_source} tokens at most; it needs {len(words)}.")
    steps = translate(translator, words, max_steps=2).steps
    if not all(0 <= step.probability <= 1 for step in steps):
        raise ModelFolderError(f"{name} computes no probabilities: its weights are not finite.")
    if not all(step.candidates for step in steps):
        raise ModelFolderError(f"{name} generates nothing: its settings forbid every token.")
    translator.source.tokenize(["a"])


@contextmanager
def _explained(sentence: str) -> Iterator[None]:
    """Raise ModelFolderError with this sentence for any error: what a damaged file raises depends on its library."""
    try:
        yield
    except ModelFolderError:
        raise
    except Exception as error:
        raise ModelFolderError(sentence) from error
    except BaseException as error:
        if type(error).__name__ != "PanicException":  # of tokenizers, which are written in Rust
            raise
        raise ModelFolderError(sentence) from error
