"""Loading of a Hugging Face encoder-decoder and its tokenizer with ``transformers``."""

from dataclasses import dataclass
from pathlib import Path

import torch
from transformers import AutoModelForSeq2SeqLM, AutoTokenizer, GenerationConfig, PreTrainedTokenizerBase

from model.pretrained.model_folder import ModelFolderError
from model.pretrained.pretrained_model import PretrainedModel
from model.pretrained.pretrained_vocabulary import PretrainedVocabulary
from model.pretrained.tapped_attention import TAPPED, mark_sites

_LONGEST_REASON = 200  # characters
_LEAST_SHARE = 0.5  # of the scores, which models pad; a missing tokenizer is read as one with special tokens only


@dataclass(frozen=True, slots=True, eq=False)
class PretrainedTranslator:
    """A translation model that was trained elsewhere, and the vocabularies of both languages."""

    model: PretrainedModel
    source: PretrainedVocabulary
    target: PretrainedVocabulary


def load(path: Path) -> PretrainedTranslator:
    """Return the model of a folder on the CPU in float32, in evaluation mode.

    Raises:
        ModelFolderError: the folder cannot be read, weights or the tokenizer are missing, or the languages have
            separate vocabularies.
    """
    options = {"local_files_only": True, "trust_remote_code": False}
    try:
        tokenizer = AutoTokenizer.from_pretrained(path, **options)
        model, report = AutoModelForSeq2SeqLM.from_pretrained(
            path, use_safetensors=True, attn_implementation=TAPPED, dtype=torch.float32, output_loading_info=True,
            **options,
        )  # fmt: skip
    except Exception as error:
        reason = " ".join(str(error).split())[:_LONGEST_REASON]
        raise ModelFolderError(f"{path.name} cannot be read: {reason or type(error).__name__}") from error
    if missing := sorted(report["missing_keys"]) + sorted(map(str, report["mismatched_keys"])):
        raise ModelFolderError(f"{path.name} lacks weights of the model that it describes, such as {missing[0]}.")
    if getattr(tokenizer, "separate_vocabs", False):
        raise ModelFolderError(f"{path.name} has a vocabulary for each language; only a common one can be read.")
    n_ids = model.get_output_embeddings().weight.shape[0]
    if len(tokenizer) < n_ids * _LEAST_SHARE:
        raise ModelFolderError(f"{path.name} lacks its tokenizer: {len(tokenizer)} tokens for {n_ids} scores.")
    mark_sites(model.eval().requires_grad_(False))
    vocabulary = _read_vocabulary(tokenizer, n_ids, model.generation_config)
    return PretrainedTranslator(PretrainedModel(model), vocabulary, vocabulary)


def _read_vocabulary(
    tokenizer: PreTrainedTokenizerBase, n_ids: int, generation: GenerationConfig
) -> PretrainedVocabulary:
    end = generation.eos_token_id
    single_words = [word[0] for word in generation.bad_words_ids or () if len(word) == 1]
    return PretrainedVocabulary(
        tokenizer,
        n_ids,
        bos_id=generation.decoder_start_token_id,
        eos_id=end[0] if isinstance(end, list) else end,
        never_generated=[*single_words, *(generation.suppress_tokens or ())],
    )
