"""Every setting has one label, and shares are in percent."""

from dataclasses import replace

from model.runs.run_description import RunDescription
from model.training.config import OptimizerName, TrainingConfig
from model.transformer.config import ModelConfig, Norm
from ui.training import setting_labels
from ui.training.run_name import name_run
from ui.training.run_summary import describe_settings, summarize

MODEL = ModelConfig(n_layers=1, d_model=32, dropout=0.1, norm=Norm.POST)
TRAINING = TrainingConfig(
    optimizer=OptimizerName.ADAMW, label_smoothing=0.2, beginnings=0.125, guided_alignment=0.05, seed=1234
)


def test_every_setting_has_a_label_of_its_own() -> None:
    assert list(setting_labels.LABELS) == list(setting_labels.list_settings(ModelConfig(), TrainingConfig()))
    assert len({*setting_labels.LABELS.values()}) == len(setting_labels.LABELS)


def test_the_name_and_the_summary_of_a_run_use_the_same_words() -> None:
    name = name_run(
        replace(MODEL, n_layers=2, norm=Norm.PRE, d_model=64), replace(TRAINING, optimizer=OptimizerName.MUON)
    )
    assert name.replace("\u202f", " ") == "seed 1234, dropout 10 %, label smoothing 20 %, …"
    sizes, _ = summarize(RunDescription("toy", "", 1200, 40, MODEL, TRAINING))
    assert sizes.replace("\u202f", " ").split(" · ") == [
        "1 layer", "4 heads", "width 32", "post-norm", "seed 1234", "dropout 10 %", "optimizer AdamW",
        "label smoothing 20 %", "beginnings 12.5 %", "guided alignment 5 %",
    ]  # fmt: skip


def test_the_table_of_settings_has_the_same_labels_and_units() -> None:
    table = describe_settings(RunDescription("toy", "", 1200, 40, MODEL, TRAINING))
    assert (table["width"], table["dropout"], table["seed"]) == ("32", "10\u202f%", "1234")
    assert (table["learning rate"], table["steps"], table["norm"]) == ("0.01", "3,600", "post")


def test_controls_of_shares_say_that_they_are_in_percent() -> None:
    assert [setting_labels.title_setting(name) for name in ("d_ff", "dropout", "label_smoothing")] == [
        "Feed-forward", "Dropout, %", "Label smoothing, %",
    ]  # fmt: skip
