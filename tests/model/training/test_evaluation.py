"""A corpus of written text all the way: learned in pieces, scored word by word, kept on disk, and never too long."""

import json
from pathlib import Path

import pytest
import torch
from safetensors import safe_open
from safetensors.torch import load_file, save_file

from model.corpus import Corpus, Pair
from model.corpus.tsv import read_pairs, read_tsv, read_tsv_file
from model.corpus.tsv_line import Limits
from model.data.batches import EncodedPairs
from model.inference.greedy_decoding import length_limit, translate
from model.training.bleu import score_text
from model.training.checkpoint import load_checkpoint, save_checkpoint
from model.training.config import TrainingConfig
from model.training.evaluation import evaluate
from model.training.loop import Progress, train
from model.training.snapshot import Snapshot
from model.training.tensor_file import CheckpointError
from model.training.translation_task import TranslationTask
from model.transformer.config import MAX_LENGTH, ModelConfig

SMALL = ModelConfig(n_layers=1, n_heads=2, d_model=16, d_ff=16)
DEEDS = {"sleeps": "dort", "eats": "mange", "sings": "chante", "runs": "court", "laughs": "rit"}
TEXT = (
    "".join(
        f"{name} {deed}, I think!\tJe crois que {name} {fait} !\t0-3 1-4 2-0 3-1\n"
        for name in ("Anna", "Paul", "Marguerite", "the dog", "the cat")
        for deed, fait in DEEDS.items()
    )
    .replace("the dog", "Rex")
    .replace("the cat", "Minou")
)


@pytest.fixture(scope="module")
def written() -> Corpus:
    return read_tsv(TEXT.encode())


@pytest.fixture(scope="module")
def snapshot(written: Corpus) -> Snapshot:
    *_, last = train(TranslationTask(written, SMALL), TrainingConfig(steps=2, batch_size=8))
    return last.snapshot()


def test_a_piece_model_travels_with_the_weights(snapshot: Snapshot, tmp_path: Path) -> None:
    path = tmp_path / "weights.safetensors"
    save_checkpoint(snapshot, path)
    back = load_checkpoint(path).translator
    for side in ("source", "target"):
        old, new = getattr(snapshot.translator, side), getattr(back, side)
        assert new.is_subword
        assert new.tokens == old.tokens
    pieces = back.source.tokenize(["Marguerite", "sings!", "🦊"])
    assert pieces == snapshot.translator.source.tokenize(["Marguerite", "sings!", "🦊"])
    assert translate(back, pieces).text == translate(snapshot.translator, pieces).text


@pytest.mark.parametrize("damage", ["a bit", "cut", "no digest", "another side", "no pieces"])
def test_a_damaged_piece_model_is_refused_with_a_reason(damage: str, snapshot: Snapshot, tmp_path: Path) -> None:
    path = tmp_path / "weights.safetensors"
    save_checkpoint(snapshot, path)
    with safe_open(path, framework="pt") as file:
        metadata = file.metadata()
    fact = json.loads(metadata["source_words"])
    letters = fact["pieces"]
    fact = {
        "a bit": {**fact, "pieces": letters[:99] + ("A" if letters[99] != "A" else "B") + letters[100:]},
        "cut": {**fact, "pieces": letters[:400]},
        "no digest": {"pieces": letters},
        "another side": json.loads(metadata["target_words"]),
        "no pieces": {**fact, "pieces": "no base64"},
    }[damage]
    save_file(load_file(path), path, {**metadata, "source_words": json.dumps(fact)})
    with pytest.raises(CheckpointError, match=r"weights.safetensors does not hold what a checkpoint needs \(.+\)"):
        load_checkpoint(path)


def test_scores_are_of_words_and_text(snapshot: Snapshot, written: Corpus) -> None:
    scores = evaluate(snapshot.translator, written.held_out)
    assert scores.n_sentences == len(written.held_out)
    decoded = score_text(snapshot.translator, written.held_out)
    assert 0 <= decoded.bleu <= 100


def test_the_longest_sentence_that_is_read_fits_the_positions_of_a_model(snapshot: Snapshot) -> None:
    most = Limits().characters
    assert most + 2 <= MAX_LENGTH
    assert length_limit(most) == MAX_LENGTH
    (pair,) = read_pairs(b"a" * most + b"\t" + b"\xc3\xa9" * most)  # letters that were and were not learned
    evaluate(snapshot.translator, [pair])
    (pair,) = read_pairs(b"\t".join([b" ".join([b"1234567890"] * 90)] * 2))
    encoded = EncodedPairs([pair], snapshot.translator.source, snapshot.translator.target, torch.device("cpu"))
    assert encoded.batch(torch.tensor([0])).fed.shape[1] <= MAX_LENGTH
    assert len(translate(snapshot.translator, snapshot.translator.source.tokenize(pair.source)).steps) <= MAX_LENGTH


def test_alignment_is_scored_between_words(snapshot: Snapshot) -> None:
    words = (("Margaret", "sings!"), ("Marguerite", "chanta!"))
    assert len(snapshot.translator.source.tokenize(words[0])) > len(words[0])
    everything = frozenset((i, j) for i in range(2) for j in range(2))
    assert evaluate(snapshot.translator, [Pair(*words, everything)]).alignment_accuracy == 1.0
    assert evaluate(snapshot.translator, [Pair(*words, frozenset())]).alignment_accuracy is None
    shares = [
        evaluate(snapshot.translator, [Pair(*words, frozenset({(word, 0), (word, 1)}))]).alignment_accuracy
        for word in range(2)
    ]
    assert sum(shares) == pytest.approx(1.0)  # each target word points at one source word


def test_a_corpus_in_its_file_is_learned_as_one_in_memory(snapshot: Snapshot, tmp_path: Path) -> None:
    path = tmp_path / "pairs.tsv"
    path.write_text(TEXT, encoding="utf-8")
    *_, last = train(TranslationTask(read_tsv_file(path), SMALL), TrainingConfig(steps=2, batch_size=8))
    expected = snapshot.translator.model.state_dict()
    for name, weights in last.snapshot().translator.model.state_dict().items():
        assert torch.equal(weights, expected[name]), name


def test_training_reaches_what_it_promises(trained: Progress) -> None:
    snapshot = trained.snapshot()
    assert snapshot.evaluation.n_sentences == 1000
    assert snapshot.evaluation.exact_match >= 0.99
    assert snapshot.evaluation.alignment_accuracy >= 0.98


def test_teacher_forced_exact_match_is_greedy_exact_match(trained: Progress, corpus: Corpus) -> None:
    weak = trained.snapshot().translator.frozen()
    with torch.no_grad():  # enough noise to get a part of the sentences wrong
        torch.manual_seed(0)
        weak.model.output.weight.add_(0.25 * torch.randn_like(weak.model.output.weight))
    pairs = corpus.held_out[:150]
    greedy = sum(translate(weak, pair.source).words == pair.target for pair in pairs) / len(pairs)
    assert 0.05 < greedy < 0.95
    assert evaluate(weak, pairs).exact_match == pytest.approx(greedy)
