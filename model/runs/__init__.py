"""Trainings that go on in the background: their state, their queue, where they are kept, and all of them together."""

from model.runs.language import LanguageRun
from model.runs.state import RunState, Status
from model.runs.training import TrainingRun

__all__ = ["LanguageRun", "RunState", "Status", "TrainingRun"]
