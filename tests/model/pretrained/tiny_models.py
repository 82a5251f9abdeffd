"""Tiny models of each family with tiny tokenizers, saved as their authors would save them."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import torch
from sentencepiece import SentencePieceProcessor, SentencePieceTrainer
from tokenizers import Tokenizer, decoders, pre_tokenizers, processors, trainers
from tokenizers.models import BPE
from transformers import (
    AutoConfig,
    AutoModelForSeq2SeqLM,
    BartConfig,
    BartForConditionalGeneration,
    MarianConfig,
    MarianMTModel,
    MarianTokenizer,
    PreTrainedModel,
    PreTrainedTokenizerFast,
    T5Config,
    T5ForConditionalGeneration,
    T5Tokenizer,
)

TEXTS = [
    "the small cat sees a dog .",
    "le petit chat voit un chien .",
    "she does not like the small black dog",
    "elle n'aime pas le petit chien noir",
    "translate English to French: an old house",
] * 4
SIZES = dict(d_model=16, dropout=0.0)


def save_bart(path: Path) -> None:
    """Byte-pair encoding of bytes; the language is the first token generated."""
    tokenizer = Tokenizer(BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    specials = ["<s>", "<pad>", "</s>", "<unk>", "<mask>"]
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    tokenizer.train_from_iterator(
        TEXTS, trainers.BpeTrainer(vocab_size=320, special_tokens=specials, initial_alphabet=alphabet)
    )
    tokenizer.post_processor = processors.TemplateProcessing(
        single="<s> $A </s>", special_tokens=[("<s>", 0), ("</s>", 2)]
    )
    names = dict(bos_token="<s>", pad_token="<pad>", eos_token="</s>", unk_token="<unk>", mask_token="<mask>")
    PreTrainedTokenizerFast(tokenizer_object=tokenizer, **names).save_pretrained(path)
    config = BartConfig(
        vocab_size=tokenizer.get_vocab_size(), encoder_layers=3, decoder_layers=2, encoder_attention_heads=2,
        decoder_attention_heads=4, encoder_ffn_dim=16, decoder_ffn_dim=16, max_position_embeddings=128,
        **SIZES,
    )  # fmt: skip
    _save(BartForConditionalGeneration(config), path, forced_bos_token_id=0)


def save_marian(path: Path) -> None:
    """Sentencepiece, and padding as the first token fed in, which is never generated."""
    path.mkdir(parents=True, exist_ok=True)
    for side in ("source", "target"):
        with (path / f"{side}.spm").open("wb") as file:
            SentencePieceTrainer.train(sentence_iterator=iter(TEXTS), model_writer=file, vocab_size=45, minloglevel=2)
    pieces = ["</s>", "<unk>"]
    model = SentencePieceProcessor(model_file=str(path / "source.spm"))
    pieces += [model.id_to_piece(id_) for id_ in range(3, len(model))] + ["<pad>"]
    (path / "vocab.json").write_text(json.dumps({piece: id_ for id_, piece in enumerate(pieces)}))
    names = {"source_spm": "source.spm", "target_spm": "target.spm", "vocab": "vocab.json"}
    MarianTokenizer(**{key: str(path / name) for key, name in names.items()}).save_pretrained(path)
    pad = len(pieces) - 1
    config = MarianConfig(
        vocab_size=len(pieces), pad_token_id=pad, eos_token_id=0, decoder_start_token_id=pad,
        encoder_layers=2, decoder_layers=2, encoder_attention_heads=2, decoder_attention_heads=2, encoder_ffn_dim=16,
        decoder_ffn_dim=16, max_position_embeddings=128, **SIZES,
    )  # fmt: skip
    _save(MarianMTModel(config), path, bad_words_ids=[[pad]])


def save_t5(path: Path) -> None:
    """Unigram pieces, relative positions, heads whose width is not that of the model, and more scores than tokens."""
    words = sorted({f"▁{word}" for text in TEXTS for word in text.split()} | set("▁abcdefghijklmnopqrstuvwxyz:.'"))
    vocabulary = [("<pad>", 0.0), ("</s>", 0.0), ("<unk>", -20.0), *((word, -float(len(word))) for word in words)]
    tokenizer = T5Tokenizer(vocab=vocabulary, extra_ids=0)
    tokenizer.save_pretrained(path)
    config = T5Config(
        vocab_size=len(tokenizer) + 5, d_model=16, d_kv=6, d_ff=16, num_layers=3, num_decoder_layers=2, num_heads=3,
        dropout_rate=0.0, decoder_start_token_id=0,
    )  # fmt: skip
    _save(T5ForConditionalGeneration(config), path)


def _save(model: PreTrainedModel, path: Path, **generation: object) -> None:
    """Save a model whose attention is far from uniform, and whose tokens do not repeat themselves.

    Scores are products with the embeddings of tokens: large embeddings make a token its own most probable successor.
    """
    with torch.no_grad():
        for name, weights in model.named_parameters():
            if name.endswith(("shared.weight", "embed_tokens.weight")):
                weights.mul_(0.25 if weights.std() > 0.1 else 1)
            elif weights.std() < 0.1:
                weights.mul_(16 if "embed_positions" in name else 4)
    model.generation_config.update(num_beams=1, do_sample=False, **generation)
    model.save_pretrained(path)


SAVE: dict[str, Callable[[Path], None]] = {"bart": save_bart, "marian": save_marian, "t5": save_t5}


def save_relative(family: str, tiny: Path, path: Path) -> None:
    """Save a tiny model of a family that is configured as the one in a folder, with the tokenizer of that."""
    torch.manual_seed(1)
    shutil.copytree(tiny, path)
    values = json.loads((tiny / "config.json").read_text())
    config = AutoConfig.for_model(family, **{name: values[name] for name in values if name not in _OWN})
    generation = json.loads((tiny / "generation_config.json").read_text())
    first = {"decoder_start_token_id": generation["decoder_start_token_id"], "eos_token_id": generation["eos_token_id"]}
    _save(AutoModelForSeq2SeqLM.from_config(config), path, **first)


_OWN = ("model_type", "architectures", "transformers_version")


SEEDS = {"bart": 9, "marian": 0, "t5": 5}  # of models that generate several tokens; the one of BART ends


def save_tiny(family: str, path: Path) -> None:
    """Save a tiny model with random weights."""
    torch.manual_seed(SEEDS[family])
    SAVE[family](path)
