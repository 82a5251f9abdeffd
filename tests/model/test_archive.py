"""A run as one file: there and back whole, and nothing but a whole run gets in."""

import io
import json
import pickle
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from safetensors import safe_open
from safetensors.torch import save

from model.config import ModelConfig, TrainingConfig
from model.corpus import Corpus
from model.decoding import translate
from model.runs import Status, TrainingRun, archive
from model.runs.archive import ArchiveError, pack, unpack
from model.runs.facts import RunFacts
from model.runs.folder import FACTS, RunFolder, RunFolderError
from model.runs.found import found
from model.runs.queue import QUEUE
from model.runs.registry import Runs

SMALL = ModelConfig(n_layers=1, n_heads=2, d_model=16, d_ff=16)
SHORT = TrainingConfig(steps=6, batch_size=16, device="cpu")
NEWEST = "step-0000006.safetensors"
Parts = dict[str, bytes]


@pytest.fixture(scope="module")
def written(small_corpus: Corpus) -> Corpus:
    """A corpus that nobody could make again."""
    return replace(small_corpus, name="brought", is_written=True)


def trained(corpus: Corpus, folder: Path, *, keeps_corpus: bool) -> RunFolder:
    run = TrainingRun(corpus, SMALL, SHORT, RunFolder(folder), keeps_corpus=keeps_corpus)
    assert run.join(60).status is Status.TRAINED
    return run.folder


@pytest.fixture(scope="module")
def run(written: Corpus, tmp_path_factory: pytest.TempPathFactory) -> RunFolder:
    return trained(written, tmp_path_factory.mktemp("run") / "x", keeps_corpus=True)


@pytest.fixture(scope="module")
def packed(run: RunFolder) -> bytes:
    return pack(run)


@pytest.fixture(scope="module")
def parts(packed: bytes) -> Parts:
    with zipfile.ZipFile(io.BytesIO(packed)) as zip_:
        return {name: zip_.read(name) for name in zip_.namelist()}


def zipped(parts: Parts, compression: int = zipfile.ZIP_STORED) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", compression) as zip_:
        for name, content in parts.items():
            zip_.writestr(name, content)
    return data.getvalue()


def changed(parts: Parts, name: str, change: Callable[[dict], None]) -> Parts:
    """With other facts."""
    facts = json.loads(parts[name])
    change(facts)
    return {**parts, name: json.dumps(facts).encode()}


def claiming(content: bytes, tmp_path: Path, **claims: object) -> bytes:
    """Weights whose file says something else about them."""
    path = tmp_path / "weights"
    path.write_bytes(content)
    with safe_open(path, framework="pt") as file:
        metadata, tensors = file.metadata(), {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
    config = {**json.loads(metadata["model_config"]), **claims}
    return save(tensors, {**metadata, "model_config": json.dumps(config)})


def refused(data: bytes, folder: Path) -> str:
    """Why a file is not taken; nothing of it stays behind."""
    with pytest.raises(ArchiveError) as error:
        unpack(data, folder, [])
    assert not list(folder.glob("*"))
    message = str(error.value)
    assert message.endswith(".")
    assert len(message.splitlines()) == 1
    assert str(folder) not in message
    return message


def same_parts(folder: Path, parts: Parts) -> bool:
    """Whether all has arrived unchanged, but for the word that a file brought it."""
    arrived = {path.name: path.read_bytes() for path in folder.iterdir()}
    arrived[FACTS] = replace(RunFacts.read(arrived[FACTS]), brought="").write()
    return arrived == {**parts, FACTS: RunFacts.read(parts[FACTS]).write()}


def test_there_and_back_it_is_the_same_run(run: RunFolder, packed: bytes, parts: Parts, tmp_path: Path) -> None:
    original = translate(run.newest().translator, ["the", "dog"]).steps
    facts = unpack(packed, tmp_path, [])
    folder = RunFolder(tmp_path / facts.digest)
    assert same_parts(folder.path, parts)
    assert replace(facts, brought="") == RunFacts.read(parts[FACTS])
    assert facts.status is Status.TRAINED
    assert len(folder.corpus().train) == facts.n_train
    assert folder.newest().step == 6
    assert translate(folder.newest().translator, ["the", "dog"]).steps == original
    assert unpack(pack(folder), tmp_path / "once more", []) == facts


def test_who_chooses_the_settings_of_a_file_does_not_get_its_weights(
    packed: bytes, parts: Parts, small_corpus: Corpus, tmp_path: Path
) -> None:
    honest = RunFacts.read(parts[FACTS])
    brought = unpack(packed, tmp_path, [])
    assert (brought.model, brought.training) == (honest.model, honest.training)
    assert brought.digest != honest.digest, "it is another run"
    other = bytearray(parts[NEWEST])
    other[-1] ^= 1
    assert unpack(zipped(parts | {NEWEST: bytes(other)}), tmp_path, []).digest != brought.digest
    assert unpack(packed, tmp_path, [], is_trusted=True).digest == honest.digest
    run = Runs(tmp_path, small_corpus).find(brought.digest)
    assert (run.digest, run.state.status, run.state.notices) == (brought.digest, Status.TRAINED, ())


def test_one_that_is_there_already_stays_as_it_is(packed: bytes, tmp_path: Path) -> None:
    facts = unpack(packed, tmp_path, [])
    mark = tmp_path / facts.digest / "mark"
    mark.touch()
    assert unpack(packed, tmp_path, []) == facts
    assert mark.exists()
    assert [path.name for path in tmp_path.iterdir()] == [facts.digest]


def test_a_run_on_the_toy_corpus_need_not_bring_it(small_corpus: Corpus, tmp_path: Path) -> None:
    data = pack(trained(small_corpus, tmp_path / "run", keeps_corpus=False))
    assert unpack(data, tmp_path / "there", [small_corpus.digest]).corpus == "toy"
    assert "not those of this version" in refused(data, tmp_path / "elsewhere")


def test_a_training_that_has_not_ended_does_not_go_on_by_itself(parts: Parts, tmp_path: Path) -> None:
    early = {name: content for name, content in parts.items() if name != NEWEST}
    for number, status in enumerate(Status):
        claiming_so = changed(early, FACTS, lambda facts, status=status: facts.update(status=status))
        facts = unpack(zipped(claiming_so), tmp_path / str(number), [])
        assert facts.status in (Status.STOPPED, Status.PAUSED), status


def test_without_weights_there_is_nothing_to_pack(tmp_path: Path) -> None:
    with pytest.raises(RunFolderError, match="no weights"):
        pack(RunFolder(tmp_path / "nothing"))


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
    for name, content in ((NEWEST, model.getvalue()), (NEWEST, pickle.dumps(Bomb())), (FACTS, pickle.dumps(Bomb()))):
        assert refused(zipped({**parts, name: content}), tmp_path / "b")
    assert "evil.py" in refused(zipped({**parts, "evil.py": b"raise SystemExit"}), tmp_path / "c")


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(share=st.floats(0, 0.999))
def test_a_file_that_is_cut_short_is_refused(packed: bytes, tmp_path_factory, share: float) -> None:
    refused(packed[: int(share * len(packed))], tmp_path_factory.mktemp("cut") / "runs")


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
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
     "step-٠٠٠٠٠٠١.safetensors", "run.json\n", "step-00000001.safetensors", "."],
)  # fmt: skip
def test_a_name_that_no_run_has_is_refused(parts: Parts, name: str, tmp_path: Path) -> None:
    data = zipped({**parts, name: b"{}"})
    assert "no run has" in refused(data, tmp_path / "runs")


def test_a_zip_bomb_is_refused_before_it_is_unpacked(parts: Parts, tmp_path: Path) -> None:
    packed_small = zipped({**parts, NEWEST: bytes(50_000_000)}, zipfile.ZIP_DEFLATED)
    assert len(packed_small) < 5_000_000
    assert "another way" in refused(packed_small, tmp_path / "a")
    twice = io.BytesIO(zipped(parts))
    with zipfile.ZipFile(twice, "a") as zip_, pytest.warns(UserWarning, match="Duplicate"):
        zip_.writestr(FACTS, parts[FACTS])
    assert "more parts" in refused(twice.getvalue(), tmp_path / "b")
    many = zipped({f"step-{number:07d}.safetensors": b"" for number in range(2000)})
    assert "more parts" in refused(many, tmp_path / "c")


def test_a_file_that_claims_to_be_huge_is_refused_without_making_room(parts: Parts, tmp_path: Path) -> None:
    for claims in ({"d_model": 10**6}, {"d_ff": 10**9}, {"n_layers": 10**7}):
        weights = claiming(parts[NEWEST], tmp_path, **claims)
        assert "fewer weights" in refused(zipped({**parts, NEWEST: weights}), tmp_path / "runs")


def test_another_version_is_refused(parts: Parts, tmp_path: Path) -> None:
    older = changed(parts, FACTS, lambda facts: facts.update(format="attention-playground-run-0"))
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
        lambda facts: facts.update(n_train=7),
        lambda facts: facts.update(status="flying"),
        lambda facts: facts.pop("training"),
        lambda facts: facts.clear(),
    ],
)
def test_facts_that_do_not_belong_to_the_weights_are_refused(
    parts: Parts, change: Callable[[dict], None], tmp_path: Path
) -> None:
    refused(zipped(changed(parts, FACTS, change)), tmp_path / "runs")


def test_sentences_it_was_not_trained_on_are_refused(parts: Parts, tmp_path: Path) -> None:
    other = {**parts, "train.tsv": parts["train.tsv"] + b"a dog\tun chien\n"}
    assert "not those it was trained on" in refused(zipped(other), tmp_path / "runs")
    for missing in ("held_out.tsv", "train.tsv", FACTS):
        refused(zipped({name: part for name, part in parts.items() if name != missing}), tmp_path / "runs")


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


def test_weights_of_another_step_or_none_are_refused(parts: Parts, tmp_path: Path) -> None:
    swapped = {**parts, "step-0000005.safetensors": parts[NEWEST]}
    assert "another training" in refused(zipped(swapped), tmp_path / "runs")
    none = {name: part for name, part in parts.items() if not name.startswith("step")}
    assert "no weights" in refused(zipped(none), tmp_path / "runs")


def test_weights_that_are_no_numbers_are_refused(parts: Parts, tmp_path: Path) -> None:
    path = tmp_path / "weights"
    path.write_bytes(parts[NEWEST])
    with safe_open(path, framework="pt") as file:
        tensors = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118 (not a mapping)
        metadata = file.metadata()
    tensors["output.bias"] = torch.full_like(tensors["output.bias"], np.nan)
    assert "finite" in refused(zipped({**parts, NEWEST: save(tensors, metadata)}), tmp_path / "runs")


def test_a_training_that_was_interrupted_goes_on_elsewhere(written: Corpus, tmp_path: Path) -> None:
    folder = RunFolder(tmp_path / "here")
    run = TrainingRun(written, SMALL, replace(SHORT, steps=400), folder, keeps_corpus=True)
    run.wait(60)
    run.pause()
    run.join(60)
    run.stop()
    with QUEUE.changed:
        assert QUEUE.changed.wait_for(lambda: not run.is_busy, 60)
    data = pack(folder)
    facts = unpack(data, tmp_path / "there", [])
    here = RunFacts.read((folder.path / FACTS).read_bytes())
    assert facts == replace(here, status=facts.status, brought=facts.brought)
    there = RunFolder(tmp_path / "there" / facts.digest)
    assert there.facts().status is not Status.TRAINING


def test_runs_of_the_command_line_are_found_by_their_names(small_corpus: Corpus, tmp_path: Path) -> None:
    assert found(tmp_path / "nowhere") == ()
    trained(small_corpus, tmp_path / "x", keeps_corpus=False)
    (tmp_path / "file").touch()
    (tmp_path / "empty").mkdir()
    (run,) = found(tmp_path)
    assert (run.name, run.facts.status) == ("x", Status.TRAINED)
