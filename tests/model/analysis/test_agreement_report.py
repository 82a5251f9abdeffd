"""The agreement of attribution methods with leaving out is a plain mean over tokens, kept as JSON."""

import json

import numpy as np
import pytest

from model.analysis import agreement_report
from model.analysis.agreement_report import Agreement, AgreementReport, measure_agreement
from model.analysis.attributions import LEAVING_OUT, METHODS, correlate_sentence
from model.training.snapshot import Snapshot

OTHERS = [name for name in METHODS if name != LEAVING_OUT]
SENTENCES = [("the", "small", "dog", "sleeps"), ("anna", "sees", "it")]


def test_the_summary_by_hand(snapshot: Snapshot, monkeypatch: pytest.MonkeyPatch) -> None:
    found = iter(
        [[dict.fromkeys(OTHERS, value) | {"rollout": None} for value in values] for values in ([0.5], [1.0, None])]
    )
    monkeypatch.setattr(agreement_report, "correlate_sentence", lambda *_: next(found))
    first, last = measure_agreement(snapshot.translator, SENTENCES)
    assert [each.method for each in last.agreements] == OTHERS
    attention, rollout = (
        next(each for each in last.agreements if each.method == name) for name in ("attention", "rollout")
    )
    assert (attention.mean, attention.spread, attention.n_tokens) == pytest.approx((0.75, 0.25, 2))
    assert (rollout.mean, rollout.spread, rollout.n_tokens) == (None, None, 0)
    assert first.agreements[0] == Agreement("attention", 0.5, 0, 1)


def test_a_report_follows_each_sentence_and_covers_those_before(snapshot: Snapshot) -> None:
    reports = list(measure_agreement(snapshot.translator, SENTENCES))
    assert [report.step for report in reports] == [1, 2]
    tokens = [token for words in SENTENCES for token in correlate_sentence(snapshot.translator, words)]
    for each in reports[-1].agreements:
        values = [value for token in tokens if (value := token[each.method]) is not None]
        assert (each.mean, each.spread, each.n_tokens) == pytest.approx((np.mean(values), np.std(values), len(values)))
    assert AgreementReport.from_json(reports[-1].to_json()) == reports[-1]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[]",
        b"{}",
        b'{"n_sentences": "x", "agreements": []}',
        b'{"n_sentences": 1, "agreements": [["attention", 0.5, 0.1, 3]]}',
        json.dumps({"n_sentences": 1, "agreements": [[name, "zz", 0.1, 3] for name in OTHERS]}).encode(),
    ],
)
def test_what_is_no_report_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match=r"^it is "):
        AgreementReport.from_json(data)
