"""A large model of Hugging Face on the Translate page: 12 layers of 16 heads, with many tokens.

Only the numbers of layers, heads and tokens matter for the maps, so the model is narrow and its weights are random.
Half of the moves of a slider return to a map that was drawn before.
"""

import tempfile
from pathlib import Path
from statistics import median
from urllib.parse import urlencode

from benchmarks.browser import Target, moves
from benchmarks.server import APP, ECHO, serve
from benchmarks.table import Row
from benchmarks.timing import percentile
from benchmarks.trained import trained
from model.inference.greedy_decoding import translate
from model.storage.cache_folders import CACHE_VARIABLE, MODELS_VARIABLE
from model.transformer.kind import Kind

_N_LAYERS, _N_HEADS, _N_TOKENS = 12, 16, 60
_NAME = "large"
_WORDS = [f"w{number}" for number in range(_N_TOKENS - 2)]  # the tokenizer adds two
_KEYS = ("ArrowLeft",) * 8 + ("ArrowRight",) * 7
_ACTS = {"step": ".st-key-step", "head": ".st-key-head"}


def run() -> list[Row]:
    """Move the sliders of steps and heads on the page, and sum the arrays of the record."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / _NAME
        save_model(path)
        rows = [_measure_memory(path)]
        env = {CACHE_VARIABLE: trained().folder, MODELS_VARIABLE: folder}
        with serve(APP, env=env) as app, serve(ECHO) as echo:
            options = {"model": _NAME, "sentence": " ".join(_WORDS), "mean": "false", "head": "9"}
            page, floor = Target(f"{app}/?{urlencode(options)}", ".st-key-attention"), Target(echo, ".st-key-echo")
            for name, slider in _ACTS.items():
                rows += _list_rows(name, moves(page, floor, slider, _KEYS))
    return rows


def save_model(path: Path) -> None:
    """Save the model with a tokenizer of words; it generates until it has no more positions."""
    from tokenizers import Tokenizer, pre_tokenizers, processors
    from tokenizers.models import WordLevel
    from transformers import BartConfig, BartForConditionalGeneration, PreTrainedTokenizerFast

    specials = ["<s>", "<pad>", "</s>", "<unk>"]
    tokenizer = Tokenizer(WordLevel({word: id_ for id_, word in enumerate([*specials, *_WORDS])}, "<unk>"))
    tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="<s> $A </s>", special_tokens=[("<s>", 0), ("</s>", 2)]
    )
    PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, bos_token="<s>", pad_token="<pad>", eos_token="</s>", unk_token="<unk>"
    ).save_pretrained(path)
    config = BartConfig(
        vocab_size=len(specials) + len(_WORDS), d_model=2 * _N_HEADS, encoder_layers=_N_LAYERS,
        decoder_layers=_N_LAYERS, encoder_attention_heads=_N_HEADS, decoder_attention_heads=_N_HEADS,
        encoder_ffn_dim=32, decoder_ffn_dim=32, max_position_embeddings=_N_TOKENS + 2,
    )  # fmt: skip
    model = BartForConditionalGeneration(config)
    model.generation_config.update(min_length=_N_TOKENS + 2)
    model.save_pretrained(path)


def _measure_memory(path: Path) -> Row:
    from model.pretrained.loading import load

    translator = load(path)
    record = translate(translator, translator.source.add_specials(_WORDS))
    n_bytes = sum(record.maps[kind].nbytes for kind in Kind)
    what = f"arrays of the record of {len(record.source)} source and {len(record.steps)} generated tokens"
    return Row(f"{_N_LAYERS} layers of {_N_HEADS} heads: {what}", n_bytes / 1_000_000, "MB")


def _list_rows(name: str, measured: list[tuple[float, float]]) -> list[Row]:
    painted, echoed = zip(*measured, strict=True)
    p95 = percentile(painted, 0.95), percentile(echoed, 0.95)
    return [
        Row(f"… {name} slider to heatmap, median of {len(painted)}", median(painted), "ms", median(echoed),
            median(painted) / median(echoed)),
        Row(f"… {name} slider to heatmap, 95th percentile", p95[0], "ms", p95[1], p95[0] / p95[1]),
    ]  # fmt: skip
