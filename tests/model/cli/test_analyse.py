"""The command ``analyse``."""

import csv
import json
import re
import shutil
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from model.__main__ import main
from model.analysis.grammar_relations import RelationScore
from model.analysis.head_roles import ROLES
from model.cli import analyse
from model.corpus import toy_corpus
from model.transformer.kind import Kind
from tests.model.cli.arguments import DEEDS, NAMES, TINY


def test_json_and_csv_hold_the_same_heads(trained: Path, tmp_path: Path) -> None:
    for name in ("heads.json", "heads.csv"):
        assert main(["analyse", f"--model={trained}", f"--out={tmp_path / name}"]) == 0
    heads = json.loads((tmp_path / "heads.json").read_text())["heads"]
    with (tmp_path / "heads.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(head["kind"], head["layer"], head["head"]) for head in heads] == [
        (kind, 1, head) for kind in ("cross", "encoder", "decoder") for head in (1, 2)
    ]
    assert [float(row["entropy"]) for row in rows] == [head["entropy"] for head in heads]
    assert all("aer" not in head for head in heads), "this corpus has no gold links"
    lost = [head["importance"]["without"]["log_probability"] for head in heads]
    assert [float(row["importance.without.log_probability"]) for row in rows] == lost
    assert len(set(lost)) > 1


def test_a_symbolic_link_stays(trained: Path, tmp_path: Path) -> None:
    (link := tmp_path / "link.csv").symlink_to(tmp_path / "heads.csv")
    assert main(["analyse", f"--model={trained}", f"--out={link}"]) == 0
    assert link.is_symlink()
    assert (tmp_path / "heads.csv").read_text().startswith("kind,")


ALIGNMENT = {"alignment_accuracy", "aer", "alignment_accuracy_fed", "aer_fed"}
MEASURES = {
    "kind", "layer", "head", "entropy", "confidence", "sink", "sink_is_last", "best_offset", "offset_share",
    "offset_weight", "offset_coverage", "relations", "roles", "importance",
}  # fmt: skip


def list_keys(value: object) -> set[str]:
    """Return every key of nested objects; the names of relations and aligners are values."""
    if isinstance(value, list):
        return set().union(*map(list_keys, value))
    if not isinstance(value, dict):
        return set()
    named = {key for key in value if " " not in key and "-" not in key and key not in ("diagonal", "fast_align")}
    return named.union(*map(list_keys, value.values()))


@pytest.fixture(scope="module")
def aligned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run with gold links."""
    folder = tmp_path_factory.mktemp("aligned")
    toy_pairs = toy_corpus(seed=1, train=60, held_out=40)
    lines = [
        "\t".join(
            (" ".join(pair.source), " ".join(pair.target), " ".join(f"{i}-{j}" for i, j in sorted(pair.alignment)))
        )
        for pair in (*toy_pairs.train, *toy_pairs.held_out)
    ]
    (folder / "pairs.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert main(["train", f"--corpus={folder / 'pairs.tsv'}", f"--out={folder / 'run'}", *TINY]) == 0
    return folder / "run"


def read_report(run: Path, out: Path) -> dict[str, Any]:
    assert main(["analyse", f"--model={run}", f"--out={out}"]) == 0
    report: dict[str, Any] = json.loads(out.read_text())
    return report


def test_every_key_is_in_the_help_and_every_head_has_those_of_its_kind(
    aligned: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    report = read_report(aligned, tmp_path / "heads.json")
    with pytest.raises(SystemExit):
        main(["analyse", "--help"])
    words = set(re.findall(r"\w+", capsys.readouterr().out))
    assert list_keys(report) | {field.name for field in fields(RelationScore)} - {"query", "key"} <= words
    assert {role.name for role in ROLES} | {kind.value for kind in Kind} <= words
    for head in report["heads"]:
        assert set(head) == MEASURES | (ALIGNMENT if head["kind"] == "cross" else set())
        assert isinstance(head["relations"], dict)
        assert head["kind"] == "encoder" or not head["relations"]


def test_without_gold_links_the_aligners_are_scored_against_model_1(trained: Path, tmp_path: Path) -> None:
    report = read_report(trained, tmp_path / "heads.json")
    assert all(set(head) == MEASURES and head["relations"] == {} for head in report["heads"])
    aligners = report["aligners"]
    assert aligners["reference"] == "IBM Model 1"
    assert set(aligners["aer"]) == {"cross-attention", "diagonal", "fast_align"}
    assert all(0 <= rate <= 1 for rate in aligners["aer"].values())
    assert aligners["reading"]["layer"] == 1


def test_with_gold_links_every_aligner_is_scored_at_any_kept_step(tmp_path: Path) -> None:
    pairs, run = tmp_path / "aligned.tsv", tmp_path / "run"
    lines = [f"{name} {deed}\t{name} {fait}\t0-0 1-1\n" for name in NAMES for deed, fait in DEEDS.items()]
    pairs.write_text("".join(lines), encoding="utf-8")
    assert main(["train", f"--corpus={pairs}", f"--out={run}", *TINY]) == 0
    for name, more in (("last.json", []), ("first.json", ["--step=0"])):
        assert main(["analyse", f"--model={run}", f"--out={tmp_path / name}", *more]) == 0
    last, first = (json.loads((tmp_path / name).read_text()) for name in ("last.json", "first.json"))
    assert last["aligners"]["reference"] == "gold"
    rates, earlier = last["aligners"]["aer"], first["aligners"]["aer"]
    assert set(rates) == {"cross-attention", "diagonal", "IBM Model 1", "fast_align"}
    assert rates["IBM Model 1"] == earlier["IBM Model 1"], "it does not depend on the model"
    assert last["heads"] != first["heads"]


def test_a_file_that_cannot_be_written_is_said_before_anything_is_measured(
    trained: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def measure(*_: object) -> None:
        raise AssertionError("measured for nothing")

    monkeypatch.setattr(analyse, "load_model", measure)
    (tmp_path / "file").write_bytes(b"no folder")
    (tmp_path / "folder.json").mkdir()
    for out, reason in (("file/heads.json", "File exists"), ("folder.json", "Is a directory")):
        assert main(["analyse", f"--model={trained}", f"--out={tmp_path / out}"]) == 2
        assert capsys.readouterr().err == f"{tmp_path / out} cannot be written ({reason}).\n"


def test_training_pairs_that_are_damaged_are_said(
    trained: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = shutil.copytree(trained, tmp_path / "run")
    for damage, message in (
        (lambda path: path.write_text("no pair\n"), "The training pairs of the run cannot be read: Line 1"),
        (lambda path: path.write_bytes(b""), "The training pairs of the run cannot be read: The file is empty."),
        (lambda path: (path.unlink(), path.mkdir()), "The training pairs of the run cannot be read (Is a directory)."),
    ):
        damage(run / "train.tsv")
        assert main(["analyse", f"--model={run}", f"--out={tmp_path / 'heads.json'}"]) == 2
        assert message in capsys.readouterr().err
        assert not (tmp_path / "heads.json").exists()


@pytest.mark.parametrize(
    ("name", "more", "message"),
    [("heads.txt", [], "ends neither"), ("heads.json", ["--step=7"], "step 7 are not kept; kept are those of")],
)
def test_what_cannot_be_done_is_said(
    name: str, more: list[str], message: str, trained: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["analyse", f"--model={trained}", f"--out={tmp_path / name}", *more]) == 2
    assert message in capsys.readouterr().err
    assert not (tmp_path / name).exists()
