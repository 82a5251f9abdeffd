"""Checkpoints round-trip; anything else in their place is refused with a reason."""

import json
from pathlib import Path

import pytest
import torch
from safetensors import safe_open
from safetensors.torch import load_file, save_file

from model.inference.greedy_decoding import translate
from model.training.checkpoint import load_checkpoint, load_learning_curve, save_checkpoint
from model.training.evaluation import Evaluation
from model.training.snapshot import Snapshot
from model.training.tensor_file import CheckpointError
from tests.model.conftest import SMALL


def test_a_snapshot_comes_back_equal(barely_trained: Snapshot, tmp_path: Path) -> None:
    path = tmp_path / "deep" / "weights.safetensors"
    save_checkpoint(barely_trained, path)
    back = load_checkpoint(path)
    assert (back.step, back.evaluation) == (barely_trained.step, barely_trained.evaluation)
    assert back.translator.source.tokens == barely_trained.translator.source.tokens
    assert back.translator.target.tokens == barely_trained.translator.target.tokens
    assert back.translator.model.config == SMALL
    weights = barely_trained.translator.model.state_dict()
    assert all(torch.equal(value, weights[name]) for name, value in back.translator.model.state_dict().items())
    assert not back.translator.model.training


def test_a_failed_write_leaves_the_old_file_and_no_rest(
    barely_trained: Snapshot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "weights.safetensors"
    path.write_bytes(b"what was there")

    def no_space(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", no_space)
    with pytest.raises(OSError, match="No space left"):
        save_checkpoint(barely_trained, path)
    assert [file.name for file in tmp_path.iterdir()] == [path.name]
    assert path.read_bytes() == b"what was there"


def test_a_path_that_is_not_utf8_is_neither_written_nor_called_damage(barely_trained: Snapshot, tmp_path: Path) -> None:
    path = tmp_path / "\udcff" / "weights.safetensors"
    for use in (lambda: save_checkpoint(barely_trained, path), lambda: load_checkpoint(path)):
        with pytest.raises(OSError, match="its path is not UTF-8"):
            use()
    assert not any(tmp_path.iterdir())


CURVE = (
    '[{"step": 1, "loss": 1, "n_tokens": 5, "seconds": 0.1, "evaluation": '
    '{"loss": 1, "exact_match": 0, "alignment_accuracy": 0, "n_sentences": 1}}]'
)


def changed_curve(old: str, new: str) -> str:
    """Return a learning curve with another value."""
    assert old in CURVE
    return CURVE.replace(old, new)


def foreign(barely_trained: Snapshot, path: Path, **changes: str) -> None:
    """Write a checkpoint of one report whose metadata differ; an empty text removes an entry."""
    save_checkpoint(barely_trained, path)
    with safe_open(path, framework="pt") as file:
        metadata = file.metadata() | {"course": CURVE} | changes
    save_file(load_file(path), path, {key: value for key, value in metadata.items() if value})


@pytest.mark.parametrize("content", [b"", b"\0" * 4096, b"PK\x03\x04 a zip", b"\x80\x04K\x01.", b"<html>"])
def test_files_that_are_no_checkpoint(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "weights.safetensors"
    path.write_bytes(content)
    with pytest.raises(CheckpointError, match="damaged or not a safetensors file"):
        load_checkpoint(path)


@pytest.mark.parametrize("share", [0.1, 0.5, 0.99])
def test_a_truncated_file(share: float, barely_trained: Snapshot, tmp_path: Path) -> None:
    path = tmp_path / "weights.safetensors"
    save_checkpoint(barely_trained, path)
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * share)])
    with pytest.raises(CheckpointError, match="damaged"):
        load_checkpoint(path)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"format": "another-program-7"}, "another-program-7"),
        ({"format": ""}, "format None"),
        ({"model_config": ""}, "'model_config'"),
        ({"model_config": "not json"}, "Expecting value"),
        ({"model_config": '{"norm": "pre", "n_heads": 3, "d_model": 16}'}, "does not divide into 3 heads"),
        ({"model_config": '{"norm": "sideways"}'}, "sideways"),
        ({"source_words": '["le"]'}, "in loading state_dict"),
        ({"course": "{}"}, "steps of its learning curve do not ascend"),
        ({"course": "[]"}, "steps of its learning curve do not ascend"),
        ({"course": "[{}]"}, "'evaluation'"),
        ({"course": CURVE.replace("}}]", f"}}}}, {CURVE[1:]}")}, "steps of its learning curve do not ascend"),
    ],
)
def test_foreign_metadata(changes: dict[str, str], reason: str, barely_trained: Snapshot, tmp_path: Path) -> None:
    path = tmp_path / "weights.safetensors"
    foreign(barely_trained, path)
    assert load_checkpoint(path)
    foreign(barely_trained, path, **changes)
    with pytest.raises(CheckpointError, match=reason):
        load_checkpoint(path)


@pytest.mark.parametrize(("value", "reason"), [(float("nan"), "not finite"), (-1e30, "have diverged")])
def test_weights_that_no_attention_can_be_computed_with(
    value: float, reason: str, barely_trained: Snapshot, tmp_path: Path
) -> None:
    broken = barely_trained.translator.frozen()
    with torch.no_grad():
        broken.model.output.weight[0, 0] = value
    path = tmp_path / "weights.safetensors"
    save_checkpoint(Snapshot(barely_trained.learning_curve, broken), path)
    with pytest.raises(CheckpointError, match=reason):
        load_checkpoint(path)


def test_a_missing_file_is_not_a_damaged_one(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        load_checkpoint(tmp_path / "none.safetensors")


def test_a_file_that_cannot_be_opened_is_not_called_missing(tmp_path: Path) -> None:
    path = tmp_path / "loop.safetensors"
    path.symlink_to(path)
    with pytest.raises(OSError, match="levels of symbolic links") as caught:
        load_checkpoint(path)
    assert not isinstance(caught.value, FileNotFoundError)


@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        (torch.float8_e5m2, "not implemented"),
        (torch.int32, "not floating-point"),
        (torch.bool, "not floating-point"),
        (torch.complex64, "not floating-point"),
    ],
)
def test_numbers_of_a_kind_that_is_not_computed_with(
    kind: torch.dtype, reason: str, barely_trained: Snapshot, tmp_path: Path
) -> None:
    path = tmp_path / "weights.safetensors"
    save_checkpoint(barely_trained, path)
    with safe_open(path, framework="pt") as file:
        metadata = file.metadata()
    save_file({name: weight.to(kind) for name, weight in load_file(path).items()}, path, metadata)
    with pytest.raises(CheckpointError, match=reason):
        load_checkpoint(path)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"n_sentences": 1', '"n_sentences": 1, "doubled_share": "often"'),
        ('"seconds": 0.1', '"seconds": NaN'),
        ('"seconds": 0.1', '"seconds": Infinity'),
        ('"seconds": 0.1', '"seconds": 1e-320'),
        ('"seconds": 0.1', '"seconds": -1'),
        ('"n_tokens": 5', '"n_tokens": Infinity'),
        ('"n_tokens": 5', f'"n_tokens": {10**400}'),
        ('"n_tokens": 5', '"n_tokens": -5'),
        ('"exact_match": 0', '"exact_match": NaN'),
        ('"exact_match": 0', '"exact_match": -7.5'),
        ('"alignment_accuracy": 0', '"alignment_accuracy": 1.5'),
        ('"n_sentences": 1', '"n_sentences": -3'),
        ('"n_sentences": 1', f'"n_sentences": {10**310}'),
        ('"n_sentences": 1', '"n_sentences": 1, "calibration_error": NaN'),
        ('"n_sentences": 1', '"n_sentences": 1, "normalized_erasure": Infinity'),
    ],
)
def test_an_impossible_learning_curve_is_refused(old: str, new: str, barely_trained: Snapshot, tmp_path: Path) -> None:
    path = tmp_path / "weights.safetensors"
    foreign(barely_trained, path)
    assert load_learning_curve(path)
    foreign(barely_trained, path, course=changed_curve(old, new))
    with pytest.raises(CheckpointError, match="not a valid checkpoint"):
        load_learning_curve(path)


def test_a_learning_curve_of_too_many_points_is_refused(barely_trained: Snapshot, tmp_path: Path) -> None:
    path = tmp_path / "weights.safetensors"
    point = json.loads(CURVE)[0]
    foreign(barely_trained, path, course=json.dumps([{**point, "step": step} for step in range(2000)]))
    with pytest.raises(CheckpointError, match="not a valid checkpoint"):
        load_learning_curve(path)


def test_a_subword_model_travels_with_the_weights(raw_text_snapshot: Snapshot, tmp_path: Path) -> None:
    path = tmp_path / "weights.safetensors"
    save_checkpoint(raw_text_snapshot, path)
    back = load_checkpoint(path).translator
    for side in ("source", "target"):
        old, new = getattr(raw_text_snapshot.translator, side), getattr(back, side)
        assert new.is_subword
        assert new.tokens == old.tokens
    pieces = back.source.tokenize(["Marguerite", "sings!", "🦊"])
    assert pieces == raw_text_snapshot.translator.source.tokenize(["Marguerite", "sings!", "🦊"])
    assert translate(back, pieces).words == translate(raw_text_snapshot.translator, pieces).words


@pytest.mark.parametrize("damage", ["a bit", "cut", "no digest", "another side", "no pieces"])
def test_a_damaged_subword_model_is_refused_with_a_reason(
    damage: str, raw_text_snapshot: Snapshot, tmp_path: Path
) -> None:
    path = tmp_path / "weights.safetensors"
    save_checkpoint(raw_text_snapshot, path)
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
    with pytest.raises(CheckpointError, match=r"weights.safetensors is not a valid checkpoint \(.+\)"):
        load_checkpoint(path)


def test_the_file_has_the_keys_of_its_format(barely_trained: Snapshot, tmp_path: Path) -> None:
    path = tmp_path / "weights.safetensors"
    save_checkpoint(barely_trained, path)
    with safe_open(path, framework="pt") as file:
        metadata = file.metadata()
    assert metadata["format"] == "attention-playground-2"
    assert metadata.keys() == {"format", "model_config", "source_words", "target_words", "course"}
    (*_, point) = json.loads(metadata["course"])
    assert list(point) == ["step", "loss", "evaluation", "n_tokens", "seconds"]
    typing_scores = ["doubled_share", "length_limit_share", "normalized_erasure", "calibration_error"]
    assert list(point["evaluation"]) == ["loss", "exact_match", "alignment_accuracy", "n_sentences", *typing_scores]


def test_a_learning_curve_of_a_version_without_typing_scores_is_read(barely_trained: Snapshot, tmp_path: Path) -> None:
    path = tmp_path / "weights.safetensors"
    foreign(barely_trained, path)
    (point,) = load_learning_curve(path)
    assert point.evaluation == Evaluation(1.0, 0.0, 0.0, 1)
    assert point.evaluation.normalized_erasure is None
