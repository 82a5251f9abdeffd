"""The agreement of attribution methods with leaving out is a plain mean over tokens, kept as JSON."""

import json

import pytest

from model.analysis.agreement_report import AgreementReport, measure_agreement, summarize_agreement
from model.analysis.attributions import LEAVING_OUT, METHODS, correlate_sentence
from model.training.snapshot import Snapshot

OTHERS = [name for name in METHODS if name != LEAVING_OUT]
SENTENCES = [("the", "small", "dog", "sleeps"), ("anna", "sees", "it")]


def test_the_summary_by_hand() -> None:
    found = [dict.fromkeys(OTHERS, value) | {"rollout": None} for value in (0.5, 1.0, None)]
    by_name = {each.method: each for each in summarize_agreement(found)}
    assert list(by_name) == OTHERS
    attention, rollout = by_name["attention"], by_name["rollout"]
    assert (attention.mean, attention.spread, attention.n_tokens) == (0.75, 0.25, 2)
    assert (rollout.mean, rollout.spread, rollout.n_tokens) == (None, None, 0)


def test_a_report_follows_each_sentence_and_covers_those_before(snapshot: Snapshot) -> None:
    reports = list(measure_agreement(snapshot.translator, SENTENCES))
    assert [report.step for report in reports] == [1, 2]
    tokens = [token for words in SENTENCES for token in correlate_sentence(snapshot.translator, words)]
    assert reports[-1].agreements == summarize_agreement(tokens)
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
