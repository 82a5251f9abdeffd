"""Sentences, candidates and legends as small pieces of HTML; whatever was typed is escaped."""

from collections.abc import Iterable, Sequence
from html import escape

import plotly.colors
import streamlit as st

from figures.palette import ATTENTION_SCALE
from model.data.typed_sentence import MAX_CHARACTERS, MAX_TOKENS, Sentence
from model.data.vocabulary import SPECIALS
from model.inference.generated_text import Reading, Writing
from model.inference.translation import Translation

_CUT = f"only the first {MAX_CHARACTERS} characters and {MAX_TOKENS} words are read"
_INVISIBLE = "characters that cannot be seen are read as blanks"
_STRONG = 5.0  # nats at which the colour of a loss is at its strongest
_COLORS = ",".join(color for _, color in plotly.colors.get_colorscale(ATTENTION_SCALE))


def show_sentence(sentence: Sentence, language: str = "English", unknown: str = "unknown, will be copied") -> None:
    """The words as the model reads them: unknown ones marked, the one still being typed left open."""
    chips = [
        _chip(token.text) if token.known else _chip(token.text, "unknown", note=unknown) for token in sentence.tokens
    ]
    if sentence.unfinished:
        chips.append(_chip(sentence.unfinished, "unfinished", note="still being typed"))
    if sentence.is_strange:
        chips.append('<span class="note hint">a space ends the word</span>')
    _show(_row(language, chips, _note(sentence)))


def say_if_changed(*sentences: Sentence) -> None:
    """Where sentences are not shown as the model reads them: say so if one is not read as it was typed."""
    note = _note(*sentences)
    if note:
        show_remark(f"Of a sentence, {note}.")


def show_translation(translation: Translation | None, step: int, *, is_guess: bool = False) -> None:
    """The tokens generated up to a step, counted from 1, with their probabilities; the later ones are dots.

    Args:
        translation: what to show, None for nothing.
        step: of decoding.
        is_guess: whether the model was never taught such sentences.
    """
    chips = []
    for number, generated in enumerate(translation.steps if translation else (), start=1):
        if number > step:
            chips.append(_chip("·", "later"))
            continue
        look = ["current"] if number == step else []
        look += ["copied"] if generated.copied_from is not None else []
        look += ["special"] if generated.token in SPECIALS else []
        note = "copied from the sentence" if generated.copied_from is not None else ""
        chips.append(_chip(generated.token, *look, note=note, below=_percent(generated.probability)))
    is_cut = translation is not None and not translation.is_complete
    note = f"stopped at its limit of {len(chips)} tokens" if is_cut else ""
    if is_guess:
        chips.append('<span class="note hint">outside its grammar: a guess</span>')
    _show(_row("French", chips, note))


def show_step(translation: Translation, step: int, summary: str) -> None:
    """One step, counted from 1: what was generated, the likeliest tokens as bars, where the model looked."""
    generated = translation.steps[step - 1]
    title = f'<div class="step-title">Step {step} of {len(translation.steps)}: <b>{_bdi(generated.token)}</b></div>'
    bars = "".join(
        f'<div class="candidate{" chosen" if place == 0 else ""}"><span class="word">{_bdi(candidate.token)}</span>'
        f'<span class="bar"><span style="width:{100 * candidate.probability:.1f}%"></span></span>'
        f'<span class="value">{_percent(candidate.probability)}</span></div>'
        for place, candidate in enumerate(generated.candidates)
    )
    copied = ""
    if generated.copied_from is not None:
        copied = (
            f"The model generated {escape(generated.candidates[0].token)}, an unknown word: "
            f"{_bdi(generated.token)} is copied from the sentence, where cross-attention points."
        )
    _show(f'{title}<div class="candidates-list">{bars}</div>' + _line(escape(summary)) + _line(copied))


def show_writing(writing: Writing, step: int | None = None, *, name: str = "Written", has_given: bool = False) -> None:
    """The words written up to a step, counted from 1, with their probabilities; the later ones are dots.

    Args:
        writing: what was written.
        step: None for all of it, with no word marked as the current one.
        name: what stands before the words.
        has_given: whether the beginning stands before them.
    """
    chips = [_chip(text, "given") for text in writing.given] if has_given else []
    for number, written in enumerate(writing.steps, start=1):
        if step is not None and number > step:
            chips.append(_chip("·", "later"))
            continue
        look = ["current"] if number == step else []
        look += ["special"] if written.token in SPECIALS else []
        chips.append(_chip(written.token, *look, below=_percent(written.probability)))
    note = "" if writing.is_complete else f"stopped at its limit of {len(writing.steps)} words"
    _show(_row(name, chips, note))


def show_next_words(writing: Writing, step: int, summary: str, *, is_sampled: bool) -> None:
    """The likeliest next words at a step, counted from 1, as bars; sampled, with the chances that are left."""
    written = writing.steps[step - 1]
    title = f'<div class="step-title">Next word, {step} of {len(writing.steps)}: <b>{_bdi(written.token)}</b></div>'
    rows = []
    is_marked = False
    for word in written.candidates:
        is_written = word.token == written.token and not is_marked
        is_marked |= is_written
        look = " chosen" if is_written else " cut" if is_sampled and not word.chance else ""
        chance = f'<span class="value">{_percent(word.chance)}</span>' if is_sampled else ""
        rows.append(
            f'<div class="candidate{look}"><span class="word">{_bdi(word.token)}</span>'
            f'<span class="bar"><span style="width:{100 * word.probability:.1f}%"></span></span>'
            f'<span class="value">{_percent(word.probability)}</span>{chance}</div>'
        )
    head = ""
    if is_sampled:
        words = "1 word" if written.n_possible == 1 else f"{written.n_possible} words"
        head = (
            f'<div class="candidates-head"><span class="word"></span><span>drawn from {words}</span>'
            '<span class="value">p</span><span class="value">drawn</span></div>'
        )
    look = "candidates-list sampled" if is_sampled else "candidates-list"
    _show(f'{title}<div class="{look}">{head}{"".join(rows)}</div>' + _line(escape(summary)))


def show_losses(reading: Reading, name: str) -> None:
    """Every word of a sentence with the loss at which a model predicted it, in nats."""
    chips = [
        f'<span class="token loss" style="--loss:{min(1.0, loss / _STRONG):.2f}">'
        f"{_bdi(token)}<small>{loss:.2f}</small></span>"
        for token, loss in zip(reading.following, reading.losses.tolist(), strict=True)
    ]
    _show(_row(name, chips, f"mean {reading.losses.mean():.2f}"))


def show_scores(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """A small table; its first column says what the numbers are."""
    head = "".join(f"<th>{escape(text)}</th>" for text in heads)
    body = "".join(
        f"<tr><th>{escape(row[0])}</th>{''.join(f'<td>{escape(text)}</td>' for text in row[1:])}</tr>" for row in rows
    )
    _show(f'<table class="scores"><tr>{head}</tr>{body}</table>')


def show_figures(figures: Sequence[tuple[str, str]]) -> None:
    """Some numbers side by side, each with its name."""
    cells = "".join(f"<div><b>{escape(value)}</b><span>{escape(name)}</span></div>" for name, value in figures)
    _show(f'<div class="figures">{cells}</div>')


def show_name(name: str, about: Sequence[str]) -> None:
    """A name somebody gave, and a few lines about what bears it."""
    lines = "".join(f"<span>{escape(line)}</span>" for line in about)
    _show(f'<div class="named"><b>{_bdi(name)}</b>{lines}</div>')


def show_queue(line: Sequence[tuple[str, str]]) -> None:
    """Who stands in line, from the first on, and how far each is."""
    places = "".join(f"<li><b>{_bdi(name)}</b> <span>{escape(about)}</span></li>" for name, about in line)
    _show(f'<ol class="queue">{places}</ol>')


def show_heading(name: str, words: str, look: str = "") -> None:
    """What a picture is, and what it says; the name in a colour that lines have, ``first`` or ``second``."""
    _show(f'<div class="thought"><b class="{look}">{escape(name)}</b> <span>{escape(words)}</span></div>')


def show_remark(words: str) -> None:
    """A line of plain words."""
    _show(_line(escape(words)))


def show_legend(brightest: float) -> None:
    """What the colours of the maps mean, from 0 to the brightest weight."""
    _show(
        f'<div class="legend"><span>{_percent(0)}</span>'
        f'<span class="scale" style="background:linear-gradient(90deg,{_COLORS})"></span>'
        f"<span>{_percent(brightest)}</span></div>"
    )


def _note(*sentences: Sentence) -> str:
    """What was typed and is not read, "" for nothing."""
    notes = [_CUT] if any(sentence.was_cut for sentence in sentences) else []
    notes += [_INVISIBLE] if any(sentence.had_invisible for sentence in sentences) else []
    return "; ".join(notes)


def _row(language: str, chips: Iterable[str], note: str) -> str:
    remark = f'<span class="note">{escape(note)}</span>' if note else ""
    return f'<div class="tokens"><span class="language">{escape(language)}</span>{"".join(chips)}{remark}</div>'


def _chip(text: str, *look: str, note: str = "", below: str = "") -> str:
    title = f' title="{escape(note)}"' if note else ""
    probability = f"<small>{below}</small>" if below else ""
    return f'<span class="{" ".join(("token", *look))}"{title}>{_bdi(text)}{probability}</span>'


def _bdi(text: str) -> str:
    return f"<bdi>{escape(text)}</bdi>"


def _percent(share: float) -> str:
    """As HTML; what is there is never told to be nothing."""
    return "&lt;\u202f1\u202f%" if 0 < share < 0.01 else f"{100 * share:.0f}\u202f%"


def _line(text: str) -> str:
    return f'<div class="line">{text}</div>' if text else ""


def _show(html: str) -> None:
    st.html(html)
