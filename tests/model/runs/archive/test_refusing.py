"""Nothing but a whole run gets in."""

import io
import json
import pickle
import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import torch
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from safetensors import safe_open
from safetensors.torch import save

from model.runs import archive, run_check
from model.runs.archive import ArchiveError, pack, unpack
from model.runs.kept_snapshots import MAX_KEPT
from model.runs.run_file import RunFolderError
from model.runs.run_folder import DESCRIPTION, STATE, RunFolder
from model.training.checkpoint import FORMAT
from tests.model.runs.archive.packing import NEWEST, Parts, changed, refused, same_parts, zipped


def claiming(content: bytes, tmp_path: Path, **claims: object) -> bytes:
    """Weights whose file says something else about them."""
    path = tmp_path / "weights"
    path.write_bytes(content)
    with safe_open(path, framework="pt") as file:
        metadata, tensors = file.metadata(), {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
    config = {**json.loads(metadata["model_config"]), **claims}
    return save(tensors, {**metadata, "model_config": json.dumps(config)})


class Bomb:
    def __reduce__(self):
        return exec, ("raise SystemExit('the file ran code')",)


@pytest.mark.parametrize("data", [b"", b"x", b"PK", bytes(10_000), b"PK\x05\x06" + bytes(18), pickle.dumps(Bomb())])
def test_what_is_no_run_is_refused(data: bytes, tmp_path: Path) -> None:
    refused(data, tmp_path / "runs")


def test_a_model_that_would_run_code_is_refused(parts: Parts, tmp_path: Path) -> None:
    model = io.BytesIO()
    torch.save({"weights": Bomb()}, model)
    assert refused(model.getvalue(), tmp_path / "a")
    for name, content in (
        (NEWEST, model.getvalue()),
        (NEWEST, pickle.dumps(Bomb())),
        (DESCRIPTION, pickle.dumps(Bomb())),
    ):
        assert refused(zipped({**parts, name: content}), tmp_path / "b")
    assert "evil.py" in refused(zipped({**parts, "evil.py": b"raise SystemExit"}), tmp_path / "c")


def test_a_model_with_too_many_words_is_refused(packed: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_check, "MAX_WORDS", 5)
    assert "words; the limit is 5." in refused(packed, tmp_path / "runs")
    assert unpack(packed, tmp_path / "runs", [], is_trusted=True)


def test_a_model_whose_sizes_are_of_another_type_is_refused(parts: Parts, tmp_path: Path) -> None:
    weights = claiming(parts[NEWEST], tmp_path, n_heads=2.0)
    assert "n_heads=2.0" in refused(zipped({**parts, NEWEST: weights}), tmp_path / "runs")


def test_text_that_would_take_all_memory_is_refused_unread(
    parts: Parts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bomb = b"[" + b"[]," * 400_000 + b"0]"
    large = save({"x": torch.zeros(1)}, {"format": FORMAT, "course": bomb.decode()})
    parse = json.loads
    monkeypatch.setattr("json.loads", lambda text, **options: parse(text, **options) if len(text) < 100_000 else 1 / 0)
    for part, content in ((DESCRIPTION, bomb), (NEWEST, large)):
        assert "more values" in refused(zipped({**parts, part: content}), tmp_path / "runs")


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(share=st.floats(0, 0.999))
def test_a_file_that_is_cut_short_is_refused(packed: bytes, tmp_path_factory, share: float) -> None:
    refused(packed[: int(share * len(packed))], tmp_path_factory.mktemp("cut") / "runs")


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(share=st.floats(0, 0.999), flip=st.integers(1, 255))
def test_a_file_with_another_byte_is_refused_or_means_the_same(
    packed: bytes, parts: Parts, tmp_path_factory, share: float, flip: int
) -> None:
    runs = tmp_path_factory.mktemp("flipped") / "runs"
    data = bytearray(packed)
    data[int(share * len(data))] ^= flip
    try:
        facts = unpack(bytes(data), runs, [])
    except ArchiveError:
        assert not list(runs.glob("*"))
    else:  # a time or a right of a file: nothing that is read
        assert same_parts(runs / facts.digest, parts)


@pytest.mark.parametrize(
    "name",
    ["../run.json", "/run.json", "a/run.json", "run.json/", "..\\run.json", "C:run.json", "step-0.safetensors",
     "step-٠٠٠٠٠٠١.safetensors", "run.json\n", "step-00000001.safetensors", "train/tsv", "held_outxtsv", "."],
)  # fmt: skip
def test_a_name_that_no_run_has_is_refused(parts: Parts, name: str, tmp_path: Path) -> None:
    data = zipped({**parts, name: b"{}"})
    assert "This is not the file of a run" in refused(data, tmp_path / "runs")


def test_a_zip_bomb_is_refused_before_it_is_unpacked(parts: Parts, tmp_path: Path) -> None:
    packed_small = zipped({**parts, NEWEST: bytes(50_000_000)}, zipfile.ZIP_DEFLATED)
    assert len(packed_small) < 5_000_000
    assert "compressed" in refused(packed_small, tmp_path / "a")
    twice = io.BytesIO(zipped(parts))
    with zipfile.ZipFile(twice, "a") as zip_, pytest.warns(UserWarning, match="Duplicate"):
        zip_.writestr(DESCRIPTION, parts[DESCRIPTION])
    assert "more parts" in refused(twice.getvalue(), tmp_path / "b")
    many = zipped({f"step-{number:07d}.safetensors": b"" for number in range(2000)})
    assert "more parts" in refused(many, tmp_path / "c")
    some = zipped({f"step-{number:07d}.safetensors": b"" for number in range(2 * MAX_KEPT + 1)})
    assert "more parts" in refused(some, tmp_path / "d")


def test_an_encrypted_file_is_refused(packed: bytes, tmp_path: Path) -> None:
    data = bytearray(packed)
    data[data.rindex(b"PK\x01\x02") + 8] |= 1  # a flag of the last part in the directory
    assert "compressed or encrypted" in refused(bytes(data), tmp_path / "runs")


def test_a_file_that_claims_to_be_huge_is_refused_without_making_room(parts: Parts, tmp_path: Path) -> None:
    for claims in ({"d_model": 10**6}, {"d_ff": 10**9}, {"n_layers": 10**7}):
        weights = claiming(parts[NEWEST], tmp_path, **claims)
        assert "fewer weights" in refused(zipped({**parts, NEWEST: weights}), tmp_path / "runs")


def test_another_version_is_refused(parts: Parts, tmp_path: Path) -> None:
    older = changed(parts, DESCRIPTION, lambda facts: facts.update(format="attention-playground-run-0"))
    assert "another version" in refused(zipped(older), tmp_path / "runs")
    foreign = {**parts, NEWEST: save({"x": torch.zeros(1)}, {"format": "attention-playground-1"})}
    assert "format" in refused(zipped(foreign), tmp_path / "runs")


@pytest.mark.parametrize(
    "change",
    [
        lambda facts: facts["model"].update(d_ff=32),
        lambda facts: facts["model"].update(d_model=16.0),
        lambda facts: facts["training"].update(steps=5),
        lambda facts: facts["training"].update(steps="6"),
        lambda facts: facts["training"].update(device="cuda; rm"),
        lambda facts: facts["training"].update(surprise=1),
        lambda facts: facts.update(corpus=["a"]),
        lambda facts: facts.update(corpus_digest="0" * 64),
        lambda facts: facts.update(corpus_digest="../../x"),
        lambda facts: facts.update(corpus="\ud800 x"),
        lambda facts: facts.update(n_train=7),
        lambda facts: facts.update(status="flying"),
        lambda facts: facts.pop("training"),
        lambda facts: facts.clear(),
    ],
)
def test_facts_that_do_not_belong_to_the_weights_are_refused(
    parts: Parts, change: Callable[[dict], None], tmp_path: Path
) -> None:
    refused(zipped(changed(parts, DESCRIPTION, change)), tmp_path / "runs")


def test_sentences_that_cannot_be_read_are_refused(parts: Parts, tmp_path: Path) -> None:
    for content in (b"", b"no tab\n", b"\xff\xfe", b"PK\x03\x04"):
        for name in ("train.tsv", "held_out.tsv"):
            assert refused(zipped({**parts, name: content}), tmp_path / "runs")


def test_a_run_that_is_too_large_for_one_file_is_not_packed(
    packed: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    facts = unpack(packed, tmp_path, [])
    monkeypatch.setattr(archive, "MAX_BYTES", 1000)
    with pytest.raises(RunFolderError, match="1,000 bytes"):
        pack(RunFolder(tmp_path / facts.digest))
    assert "1,000 bytes" in refused(packed, tmp_path / "other")


def test_weights_that_are_no_numbers_are_refused(parts: Parts, tmp_path: Path) -> None:
    path = tmp_path / "weights"
    path.write_bytes(parts[NEWEST])
    with safe_open(path, framework="pt") as file:
        tensors = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118 (not a mapping)
        metadata = file.metadata()
    tensors["output.bias"] = torch.full_like(tensors["output.bias"], np.nan)
    assert "finite" in refused(zipped({**parts, NEWEST: save(tensors, metadata)}), tmp_path / "runs")


def test_a_damaged_training_state_is_refused(parts: Parts, tmp_path: Path) -> None:
    assert refused(zipped({**parts, STATE: b"no state"}), tmp_path / "runs")
