"""The settings of a new training, each with a help text; conflicting sizes are reported at once."""

from dataclasses import dataclass

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from model.runs.run_check import MAX_HEADS, MAX_LAYERS
from model.training.config import AUTO, OptimizerName, Schedule, TrainingConfig
from model.training.devices import list_devices
from model.transformer.config import ModelConfig, Norm
from ui.training.setting_labels import title_setting
from ui.widgets import link_keys, session
from ui.widgets.headings import show_heading
from ui.widgets.number_box import choose_number
from ui.widgets.number_format import format_number
from ui.widgets.option_choice import choose_option

_MODEL, _TRAINING = ModelConfig(), TrainingConfig()
_LIMITS = {  # field, least and most of each whole number
    link_keys.NEW_LAYERS: ("n_layers", 1, MAX_LAYERS),
    link_keys.NEW_HEADS: ("n_heads", 1, MAX_HEADS),
    link_keys.NEW_WIDTH: ("d_model", 8, 512),
    link_keys.NEW_INNER: ("d_ff", 8, 2048),
    link_keys.NEW_STEPS: ("steps", 10, 20_000),
    link_keys.NEW_BATCH: ("batch_size", 4, 512),
    link_keys.NEW_SEED: ("seed", 0, 9999),
}
_MOST_TYPED = 2**53 - 1  # the largest of Streamlit; beyond it a box goes back to the last number without a word
_RATES = (0.0001, 0.0003, 0.001, 0.002, 0.003, 0.005, 0.007, 0.01, 0.013, 0.02, 0.03, 0.05, 0.1)


@dataclass(frozen=True, slots=True)
class Settings:
    """The chosen settings; if the sizes conflict, ``model`` is None and ``problem`` says why."""

    model: ModelConfig | None
    training: TrainingConfig
    problem: str = ""


def choose_settings() -> Settings:
    """Draw the settings and return the chosen ones."""
    show_heading("Model")
    with _row():
        layers = _choose_limited(
            link_keys.NEW_LAYERS, _MODEL.n_layers,
            about="Number of encoder layers, and of decoder layers.",
        )  # fmt: skip
        heads = _choose_limited(
            link_keys.NEW_HEADS, _MODEL.n_heads,
            about="Attention heads per layer. The width is divided among them, so it must be a multiple.",
        )  # fmt: skip
        width = _choose_limited(
            link_keys.NEW_WIDTH, _MODEL.d_model,
            about="Dimension of the token vectors (d_model).",
        )  # fmt: skip
        d_ff = _choose_limited(
            link_keys.NEW_INNER, _MODEL.d_ff,
            about="Hidden dimension of the feed-forward sublayer (d_ff).",
        )  # fmt: skip
    with _row():
        norm = choose_option(
            title_setting("norm"), [norm.value for norm in Norm], link_keys.NEW_NORM, _MODEL.norm.value,
            about="Layer normalization before each sublayer (pre), which trains more easily, or after the residual"
            " addition (post), as in the original Transformer.",
        )  # fmt: skip
        dropout = _choose_percent(
            "dropout", link_keys.NEW_DROPOUT, _MODEL.dropout,
            about="Share of activations set to zero at random in each training step, against overfitting.",
        )  # fmt: skip
    show_heading("Training")
    training = _choose_training()
    problem = _find_excess() or _find_conflict(heads, width)
    model = None if problem else ModelConfig(layers, heads, width, d_ff, dropout, Norm(norm))
    return Settings(model, training, problem)


def _choose_training() -> TrainingConfig:
    with _row():
        steps = _choose_limited(
            link_keys.NEW_STEPS, _TRAINING.steps,
            about="Optimizer steps, one batch each.",
        )  # fmt: skip
        batch_size = _choose_limited(
            link_keys.NEW_BATCH, _TRAINING.batch_size,
            about="Sentence pairs per step.",
        )  # fmt: skip
        seed = _choose_limited(
            link_keys.NEW_SEED, _TRAINING.seed,
            about="Of the initial weights, the order of the pairs and dropout. The same seed gives the same training.",
        )  # fmt: skip
        device = st.selectbox(
            title_setting("device"), list_devices(), key=link_keys.NEW_DEVICE, bind="query-params", width=140,
            format_func=_name_device, help="Automatic uses a GPU if there is one.", filter_mode=None,
        )  # fmt: skip
    with _row():
        optimizer = st.selectbox(
            title_setting("optimizer"), [optimizer.value for optimizer in OptimizerName], key=link_keys.NEW_OPTIMIZER,
            index=list(OptimizerName).index(_TRAINING.optimizer), bind="query-params", width=140, filter_mode=None,
            help="AdamW for all weights, or Muon for the matrices of the layers: it learns rare words in fewer steps. A"
            " step of a wide model takes longer with it: three times as long at width 256 on a CPU.",
        )  # fmt: skip
        rate = st.select_slider(
            title_setting("learning_rate"), _RATES, _TRAINING.learning_rate, key=link_keys.NEW_RATE,
            bind="query-params", width=230,
            help="Peak learning rate. Too low a rate learns slowly, too high a rate does not converge.",
        )  # fmt: skip
        schedule = st.selectbox(
            title_setting("schedule"), [schedule.value for schedule in Schedule], key=link_keys.NEW_SCHEDULE,
            bind="query-params", width=230, filter_mode=None,
            help="Learning-rate schedule: one cycle up and down; warm-up, then decay with the inverse square root of"
            " the step, as in the original Transformer; or warm-up, then constant.",
        )  # fmt: skip
    with _row():
        beginnings = _choose_percent(
            "beginnings", link_keys.NEW_BEGINNINGS, _TRAINING.beginnings,
            about="Share of the training pairs that are cut after a random word, where that is possible, so that the"
            " model also learns to translate a sentence that is still being typed.",
        )  # fmt: skip
        label_smoothing = _choose_percent(
            "label_smoothing", link_keys.NEW_SMOOTHING, _TRAINING.label_smoothing,
            about="Probability taken from the correct token and spread over all tokens in the first part of training:"
            " the model is corrected even where it is almost sure. The last steps train without it, so that its"
            " probabilities become as high as its accuracy.",
        )  # fmt: skip
        guided_alignment = _choose_percent(
            "guided_alignment", link_keys.NEW_GUIDED, _TRAINING.guided_alignment,
            about="Weight of a second loss, which guides cross-attention head 1 of the last layer to the gold alignment"
            " of the corpus (Garg et al. 2019, who use 5 %). 0 for none.",
        )  # fmt: skip
    return TrainingConfig(
        steps=steps, batch_size=batch_size, learning_rate=rate, schedule=Schedule(schedule),
        optimizer=OptimizerName(optimizer), label_smoothing=label_smoothing, beginnings=beginnings,
        guided_alignment=guided_alignment, seed=seed, device=device,
    )  # fmt: skip


def _choose_percent(name: str, key: str, share: float, *, about: str) -> float:
    """Draw a slider from 0 to 50 percent and return the chosen share."""
    label, percent = title_setting(name), round(100 * share)
    return st.slider(label, 0, 50, percent, 5, key=key, bind="query-params", width=205, help=about) / 100


def _choose_limited(key: str, value: int, *, about: str) -> int:
    """Draw a box for one of the limited numbers and return the chosen one, or the nearest within the limits."""
    name, least, most = _LIMITS[key]
    return min(max(choose_number(title_setting(name), key, -_MOST_TYPED, _MOST_TYPED, value, about=about), least), most)


def _find_excess() -> str:
    """Return which numbers are outside their limits, a sentence each; "" if none is."""
    return " ".join(
        f"{title_setting(name)} must be from {format_number(least)} to {format_number(most)}."
        for key, (name, least, most) in _LIMITS.items()
        if not least <= session.get(key) <= most
    )


def _find_conflict(heads: int, width: int) -> str:
    """Return why the number of heads and the width conflict, "" if they do not."""
    if width % 2:
        return f"A width of {width} is odd; sinusoidal positions come in pairs, so it must be even."
    if width % heads:
        divisors = [number for number in range(1, MAX_HEADS + 1) if width % number == 0]
        nearest = [max(n for n in divisors if n < heads), *sorted(n for n in divisors if n > heads)[:1]]
        return f"A width of {width} does not divide into {heads} heads; {' or '.join(map(str, nearest))} would fit."
    return ""


def _name_device(name: str) -> str:
    return {AUTO: "automatic", "cpu": "CPU", "cuda": "GPU"}.get(name, f"GPU {name.removeprefix('cuda:')}")


def _row() -> DeltaGenerator:
    return st.container(horizontal=True, vertical_alignment="bottom", gap="medium")
