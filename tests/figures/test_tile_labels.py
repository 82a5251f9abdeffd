"""Tests of the scores below the tiles of an overview."""

from collections.abc import Sequence

import numpy as np

from figures.tile_labels import label_alignment, label_offsets

SCORES = np.array([[0.5, 0.25, 1.0, 0.75], [0.1, 0.2, 0.3, 0.4]])  # of two layers of three heads, and of their means
EVERY_HEAD = [(layer, head) for layer in range(2) for head in range(3)]


def plain(texts: Sequence[str]) -> list[str]:
    return [text.replace("\u202f", "") for text in texts]


def test_the_best_head_has_a_star() -> None:
    labels = label_alignment(SCORES)
    assert labels.name == "aligned"
    assert plain(labels.texts) == ["50%", "25%", "<b>★ 100%</b>", "<i>75%</i>", "10%", "20%", "30%", "<i>40%</i>"]
    assert plain(labels.notes)[1:3] == [
        "alignment accuracy 25% over held-out sentences",
        "alignment accuracy 100% over held-out sentences, the best head",
    ]


def test_the_mean_is_never_the_best_head() -> None:
    labels = label_alignment(np.array([[0.5, 0.6, 0.7, 0.9], [0.1, 0.2, 0.3, 0.4]]))
    assert plain(labels.texts)[:4] == ["50%", "60%", "<b>★ 70%</b>", "<i>90%</i>"]
    assert ["the best head" in note for note in labels.notes] == [False, False, True, *[False] * 5]


def test_a_head_that_is_switched_off_has_no_score_and_the_star_moves_on() -> None:
    labels = label_alignment(SCORES, off=[(0, 2)])
    assert plain(labels.texts) == ["<b>★ 50%</b>", "25%", "off", "–", "10%", "20%", "30%", "<i>40%</i>"]
    assert labels.notes[2] == ""
    assert "not scored" in labels.notes[3]
    assert (
        plain(labels.notes)[0]
        == "alignment accuracy 50% over held-out sentences with every head on, the best head that is on"
    )
    assert not any("★" in text for text in label_alignment(SCORES, off=EVERY_HEAD).texts)


def test_a_head_that_is_switched_off_is_not_the_best_where_no_head_aligns_a_word() -> None:
    assert plain(label_alignment(np.zeros((1, 3)), off=[(0, 0)]).texts) == ["off", "<b>★ 0%</b>", "–"]


def test_scores_that_cannot_be_changed_are_labelled_too() -> None:
    scores = SCORES.copy()
    scores.setflags(write=False)
    assert label_alignment(scores, off=[(0, 2)]) == label_alignment(SCORES.copy(), off=[(0, 2)])


def test_an_offset_stands_before_its_share_and_there_may_be_none() -> None:
    offsets, shares = np.array([["−1", "0", "+2"]]), np.array([[0.92, np.nan, 0.5]])
    labels = label_offsets(offsets, shares)
    assert labels.name == "offset"
    assert "−1: 92%" in plain(labels.texts)[0]
    assert labels.texts[1] == "–"
    assert labels.texts[2].startswith("<i>")
    assert plain(labels.notes)[:2] == [
        "largest weight at offset −1 in 92% of the rows of held-out sentences that have a token there",
        "",
    ]
    off = label_offsets(offsets, shares, off=[(0, 0)])
    assert off.texts == ("off", "–", "–"), "the mean is not scored"
