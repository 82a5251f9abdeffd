"""The settings of a training, each with a plain word on what it does; what does not fit together is said at once."""

from dataclasses import dataclass

import streamlit as st

from model.runs.archive import MAX_HEADS, MAX_LAYERS
from model.training.config import AUTO, Schedule, TrainingConfig
from model.training.devices import list_devices
from model.transformer.config import ModelConfig, Norm
from ui.widgets import link_keys
from ui.widgets.number_box import choose_number
from ui.widgets.option_choice import choose_option

_MODEL, _TRAINING = ModelConfig(), TrainingConfig()
_SEED = _TRAINING.seed + 1  # the default training is there already
_RATES = (0.0001, 0.0003, 0.001, 0.002, 0.003, 0.005, 0.007, 0.01, 0.013, 0.02, 0.03, 0.05, 0.1)


@dataclass(frozen=True, slots=True)
class Settings:
    """What was chosen: ``model`` is None where its sizes do not fit together, and ``problem`` says why."""

    model: ModelConfig | None
    training: TrainingConfig
    problem: str = ""

    @property
    def name(self) -> str:
        """The settings in a few words, for a run that nobody named."""
        if self.model is None:
            return ""
        model, training = self.model, self.training
        layers = "1 layer" if model.n_layers == 1 else f"{model.n_layers} layers"
        heads = "1 head" if model.n_heads == 1 else f"{model.n_heads} heads"
        others = [
            f"width {model.d_model}" if model.d_model != _MODEL.d_model else "",
            f"dropout {model.dropout:.0%}" if model.dropout else "",
            f"{model.norm.value}-norm",
            f"{training.steps} steps" if training.steps != _TRAINING.steps else "",
            f"rate {training.learning_rate:g}" if training.learning_rate != _TRAINING.learning_rate else "",
            training.schedule.value if training.schedule is not _TRAINING.schedule else "",
            f"seed {training.seed}",
        ]
        return ", ".join([layers, heads, *filter(None, others)])


def choose() -> Settings:
    """Draw the settings and read them."""
    st.html('<div class="thought"><b>Model</b></div>')
    with _row():
        layers = choose_number(
            "Layers", link_keys.NEW_LAYERS, 1, MAX_LAYERS, _MODEL.n_layers,
            about="Blocks of the encoder, and as many of the decoder. Each can look at what the one before made.",
        )  # fmt: skip
        heads = choose_number(
            "Heads", link_keys.NEW_HEADS, 1, MAX_HEADS, _MODEL.n_heads,
            about="Attentions side by side in each block. They share out the width, so it must divide by them.",
        )  # fmt: skip
        width = choose_number(
            "Width",
            link_keys.NEW_WIDTH,
            8,
            512,
            _MODEL.d_model,
            about="How many numbers stand for one token (d_model).",
        )
        inner = choose_number(
            "Feed-forward", link_keys.NEW_INNER, 8, 2048, _MODEL.d_ff,
            about="How many numbers the feed-forward part of a block works with (d_ff).",
        )  # fmt: skip
    with _row():
        norm = choose_option(
            "Norm", [norm.value for norm in Norm], link_keys.NEW_NORM, _MODEL.norm.value,
            about="Where numbers are brought to one scale: before each part of a block (pre), which trains more easily,"
            " or after it (post), as in the first Transformer.",
        )  # fmt: skip
        dropout = st.slider(
            "Dropout, %", 0, 50, round(100 * _MODEL.dropout), 5, key=link_keys.NEW_DROPOUT, bind="query-params", width=230,
            help="The share of numbers that is left out by chance at each step, against learning by heart.",
        )  # fmt: skip
    st.html('<div class="thought"><b>Training</b></div>')
    training = _training()
    try:
        problem = _misfit(heads, width)
        model = ModelConfig(layers, heads, width, inner, dropout / 100, Norm(norm)) if not problem else None
    except ValueError as error:
        model, problem = None, f"{error}."
    return Settings(model, training, problem)


def _training() -> TrainingConfig:
    with _row():
        steps = choose_number(
            "Steps", link_keys.NEW_STEPS, 10, 20_000, _TRAINING.steps,
            about="How often the weights are moved, each time by what one batch says.",
        )  # fmt: skip
        batch_size = choose_number(
            "Batch size", link_keys.NEW_BATCH, 4, 512, _TRAINING.batch_size,
            about="How many sentence pairs a step learns from at once.",
        )  # fmt: skip
        seed = choose_number(
            "Seed", link_keys.NEW_SEED, 0, 9999, _SEED,
            about="Where chance begins: the first weights and the order of the pairs. Equal seeds, equal trainings.",
        )  # fmt: skip
        names = list_devices()
        device = st.selectbox(
            "Device", names, key=link_keys.NEW_DEVICE, bind="query-params", width=140, format_func=_device_name,
            help="What computes. Automatic takes the GPU where there is one.", filter_mode=None,
        )  # fmt: skip
    with _row():
        rate = st.select_slider(
            "Learning rate", _RATES, _TRAINING.learning_rate, key=link_keys.NEW_RATE, bind="query-params", width=230,
            help="How far a step moves the weights, at most. Too little learns slowly, too much learns nothing.",
        )  # fmt: skip
        schedule = st.selectbox(
            "Schedule", [schedule.value for schedule in Schedule], key=link_keys.NEW_SCHEDULE, bind="query-params",
            width=230, filter_mode=None,
            help="How the learning rate moves: one cycle up and down; up, then down with the square root of the steps,"
            " as in the first Transformer; or up, then level.",
        )  # fmt: skip
    return TrainingConfig(
        steps=steps, batch_size=batch_size, learning_rate=rate, schedule=Schedule(schedule), seed=seed, device=device
    )


def _misfit(heads: int, width: int) -> str:
    """Why heads and width do not go together, "" where they do."""
    if width % heads:
        fitting = [number for number in range(1, MAX_HEADS + 1) if width % number == 0]
        near = [max(n for n in fitting if n < heads), *sorted(n for n in fitting if n > heads)[:1]]
        return f"A width of {width} does not divide into {heads} heads; {' or '.join(map(str, near))} would fit."
    if width % 2:
        return f"A width of {width} is odd; positions are told by pairs of numbers, so it must be even."
    return ""


def _device_name(name: str) -> str:
    return {AUTO: "automatic", "cpu": "CPU", "cuda": "GPU"}.get(name, f"GPU {name.removeprefix('cuda:')}")


def _row() -> st.delta_generator.DeltaGenerator:
    return st.container(horizontal=True, vertical_alignment="bottom", gap="medium")
