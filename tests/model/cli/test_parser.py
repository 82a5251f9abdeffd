"""Invalid arguments and files are reported in one sentence."""

import pytest

from model.__main__ import main


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ([], "The following arguments are required: command"),
        (["fly"], "Argument command: invalid choice: 'fly'"),
        (["train"], "required: --out"),
        (["train", "--out="], "Argument --out: the path is empty"),
        (["train", "--out=OUT", "--steps=0"], "'0' is not a whole number from 1 to 1,000,000"),
        (["train", "--out=OUT", "--layers=1e3"], "'1e3' is not a whole number from 1 to 24"),
        (["train", "--out=OUT", "--norm=both"], "invalid choice: 'both'"),
        (["train", "--out=OUT", "--heads=3"], "d_model=64 does not divide into 3 heads."),
        (["train", "--out=OUT", "--dropout=nan"], "dropout=nan must lie in [0, 1)."),
        (["train", "--out=OUT", "--learning-rate=0"], "learning_rate=0.0 must lie in (0, 1]."),
        (["train", "--out=OUT", "--threads=0"], "'0' is not a whole number from 1 to 1,024"),
        (["train", "--out=OUT", "--device=abacus"], "device='abacus' must be auto, cpu, cuda or cuda:N."),
        (["train", "--out=OUT", "--corpus=OUT"], "cannot be read (No such file or directory)."),
        (["train", "--out=OUT", "--corpus=."], "cannot be read (Is a directory)."),
        (["train", "--out=OUT", "--corpus=BAD"], "Line 2: no separator"),
        (["train", "--out=BAD/x", "--corpus=GOOD", "--device=cpu"], "cannot be written (Not a directory)."),
        (["evaluate", "--model=OUT"], "There is no folder "),
        (["info", "--model=OUT"], "/none."),
        (["translate", "--model=BAD", "the cat"], "/bad.tsv is a file, not a folder."),
        (["translate", "--model=OWN", "the cat"], "/own: own holds no trained model."),
        (["translate", "--model=TRAINED", "caf\udcff cat"], "Character 4 of the sentence is not UTF-8."),
        (["translate", "--json=OUT", "--npz=OUT", "the cat"], "Each kind of record needs a file of its own, "),
        (["translate", "--json=OUT-1.npz", "--npz=OUT.npz"], "whose name differs in more than a number."),
        (["translate", "--json=OUT-1-1.npz", "--npz=OUT-1.npz"], "whose name differs in more than a number."),
        (["translate", "--model=TRAINED", "--npz=.."], ".. is a folder, not a file."),
        (["translate", "--model=DAMAGED", "a"], "is damaged or not a safetensors file"),
        (["translate", "--model=MARIAN", "a"], "is a model of Hugging Face, which the app opens"),
        (["evaluate", "--model=TRAINED", "--corpus=BAD"], "Line 2: no separator"),
        (["translate", "--model=TRAINED", "\u200b"], "There is no word to translate."),
        (["train", "--out=OWN", "--corpus=OWN/train.tsv"], "choose another folder for --out"),
        (
            ["train", "--out=TRAINED", "--corpus=GOOD", "--device=cpu"],
            "holds a run with other settings (n_layers, n_heads",
        ),
    ],
)
def test_what_is_wrong_is_one_sentence(arguments, reason, trained, pairs, tmp_path, capsys) -> None:
    (tmp_path / "bad.tsv").write_bytes(b"a\tb\nno tab\n")
    (tmp_path / "damaged").mkdir()
    (tmp_path / "damaged" / "step-0000001.safetensors").write_bytes(b"not weights")
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "train.tsv").write_text("a\tb\n" * 9)
    (tmp_path / "marian").mkdir()
    (tmp_path / "marian" / "config.json").write_text("{}")
    places = {"OUT": "none", "OWN": "own", "BAD": "bad.tsv", "DAMAGED": "damaged", "MARIAN": "marian"}
    for name, place in {**{k: tmp_path / v for k, v in places.items()}, "TRAINED": trained, "GOOD": pairs}.items():
        arguments = [argument.replace(f"={name}", f"={place}") for argument in arguments]
    try:
        code = main(arguments)
    except SystemExit as exit_:
        code = exit_.code
    said = capsys.readouterr().err
    assert code == 2
    assert reason in said
    assert said.count("\n") == 1
    assert not (tmp_path / "none").exists()
