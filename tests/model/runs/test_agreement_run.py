"""The comparison of attribution methods is measured once for each snapshot, and kept with the run."""

import pytest

from model.analysis.agreement_report import AgreementReport
from model.runs.agreement_run import AgreementRun
from model.runs.run_file import RunFolderError
from model.runs.run_state import Status
from model.runs.training_run import TrainingRun


def open_agreement(run: TrainingRun, n_sentences: int = 2) -> AgreementRun:
    assert run.state.snapshot is not None
    sentences = [pair.source for pair in run.corpus.held_out[:n_sentences]]
    return AgreementRun(run.digest, run.state.snapshot, sentences, run.folder)


def test_what_was_measured_is_kept_with_the_run(run: TrainingRun) -> None:
    first = open_agreement(run)
    assert (first.state.status, first.state.snapshot) == (Status.STOPPED, None)
    first.start()
    state = first.join(60)
    assert state.snapshot is not None
    assert (state.status, state.snapshot.step) == (Status.TRAINED, 2)
    assert open_agreement(run).state.snapshot == state.snapshot
    assert open_agreement(run, 3).state.snapshot is None, "it is about other sentences"


def test_no_sentences_are_measured_at_once(run: TrainingRun) -> None:
    agreement = open_agreement(run, 0)
    agreement.start()
    state = agreement.join(60)
    assert (state.status, state.error, state.snapshot) == (Status.TRAINED, "", None)


def test_a_restarted_run_forgets_what_was_measured(run: TrainingRun) -> None:
    agreement = open_agreement(run)
    agreement.start()
    agreement.join(60)
    assert run.folder.reports.load(AgreementReport, run.state.steps)
    run.restart()
    run.join(60)
    with pytest.raises(RunFolderError):
        run.folder.reports.load(AgreementReport, run.state.steps)


def test_a_damaged_report_is_measured_again(run: TrainingRun) -> None:
    (run.folder.path / f"agreement-{run.state.steps:07d}.json").write_bytes(b"{}")
    agreement = open_agreement(run)
    assert agreement.state.snapshot is None
    agreement.start()
    assert agreement.join(60).status is Status.TRAINED
    assert open_agreement(run).state.snapshot is not None
