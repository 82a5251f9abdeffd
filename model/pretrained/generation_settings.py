"""Settings of generation in a Hugging Face folder: the first and the last token, and rules that change scores.

Shapes: B batch, T target positions, V target tokens.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from transformers import (
    ForcedBOSTokenLogitsProcessor,
    GenerationConfig,
    LogitsProcessorList,
    MinLengthLogitsProcessor,
    MinNewTokensLengthLogitsProcessor,
    NoBadWordsLogitsProcessor,
    NoRepeatNGramLogitsProcessor,
    RepetitionPenaltyLogitsProcessor,
    SuppressTokensAtBeginLogitsProcessor,
    SuppressTokensLogitsProcessor,
)

from model.pretrained.model_folder import CONFIG, ModelFolderError, read_json

_GENERATION = "generation_config.json"
_IDS = (
    "decoder_start_token_id", "eos_token_id", "forced_bos_token_id", "suppress_tokens", "begin_suppress_tokens",
    "bad_words_ids",
)  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class GenerationSettings:
    """The generation settings of a model.

    Attributes:
        config: as ``transformers`` holds it.
        bos_id: fed in first.
        eos_id: generated last; the first one, if there are several.
        processors: change the scores (B, V) of the next token, given all target ids (B, T) before it.
    """

    config: GenerationConfig
    bos_id: int
    eos_id: int
    processors: LogitsProcessorList


def read_config(path: Path) -> GenerationConfig:
    """Return the settings in a folder; folders of older models have them among the settings of the model.

    Raises:
        Exception: a file cannot be read; its kind depends on ``transformers``.
    """
    if (path / _GENERATION).exists():
        return GenerationConfig.from_pretrained(path, local_files_only=True)
    return GenerationConfig.from_model_config(read_json(path / CONFIG))


def check_settings(name: str, config: GenerationConfig, n_ids: int) -> GenerationSettings:
    """Return the settings of the model in the folder ``name``, which scores ``n_ids`` tokens.

    Raises:
        ModelFolderError: an id is none of the model's, or the first or last token is not known.
    """
    if config.decoder_start_token_id is None:
        config.decoder_start_token_id = config.bos_token_id
    ids = {setting: list(_flatten(getattr(config, setting, None))) for setting in _IDS}
    for setting, found in ids.items():
        if not all(type(each) is int and 0 <= each < n_ids for each in found):
            raise ModelFolderError(f"The setting {setting} of {name} names a token that the model does not have.")
    ends = ids["eos_token_id"]
    if not ends or len(ids["decoder_start_token_id"]) != 1:
        raise ModelFolderError(f"The settings of {name} do not name one token fed in first and one generated last.")
    return GenerationSettings(config, ids["decoder_start_token_id"][0], ends[0], _list_processors(config, ends))


def _flatten(value: Any) -> Iterator[Any]:
    """Yield the ids of a setting: one, a list, or a list of lists; None is none."""
    if isinstance(value, list | tuple):
        for each in value:
            yield from _flatten(each)
    elif value is not None:
        yield value


def _list_processors(config: GenerationConfig, ends: list[int]) -> LogitsProcessorList:
    """Return the rules that change what greedy decoding chooses, in the order in which ``generate`` applies them."""
    end = torch.tensor(ends)
    rules = LogitsProcessorList()
    if config.repetition_penalty not in (None, 1.0):
        rules.append(RepetitionPenaltyLogitsProcessor(config.repetition_penalty))
    if config.no_repeat_ngram_size:
        rules.append(NoRepeatNGramLogitsProcessor(config.no_repeat_ngram_size))
    if config.bad_words_ids:
        rules.append(NoBadWordsLogitsProcessor(config.bad_words_ids, end))
    if config.min_length:
        rules.append(MinLengthLogitsProcessor(config.min_length, end))
    if config.min_new_tokens:
        rules.append(MinNewTokensLengthLogitsProcessor(1, config.min_new_tokens, end))
    if config.forced_bos_token_id is not None:
        rules.append(ForcedBOSTokenLogitsProcessor(config.forced_bos_token_id))
    if config.suppress_tokens:
        rules.append(SuppressTokensLogitsProcessor(config.suppress_tokens))
    if config.begin_suppress_tokens:
        begin = 1 if config.forced_bos_token_id is None else 2
        rules.append(SuppressTokensAtBeginLogitsProcessor(config.begin_suppress_tokens, begin))
    return rules
