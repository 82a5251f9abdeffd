"""The lines of code that inputs reach, so that inputs that reach new ones can be varied further."""

import sys
import threading
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, Self

_ROOT = Path(__file__).parent.parent
_FOLDERS = tuple(f"{_ROOT / name}/" for name in ("model", "figures", "ui", "pages"))
_MONITORING: Any = getattr(sys, "monitoring", None)  # since Python 3.12; reports each line once, so it costs little
_TOOL = 3


class LineTrace:
    """Collects the lines that run in a ``with`` block, in all its blocks together.

    Attributes:
        lines: file and number of each line reached so far.
        is_cheap: True if every input may be traced; otherwise tracing takes several times as long as running.
    """

    is_cheap = _MONITORING is not None

    def __init__(self) -> None:
        self.lines: set[tuple[str, int]] = set()
        if _MONITORING:
            _MONITORING.restart_events()  # an earlier trace had lines reported only once

    def __enter__(self) -> Self:
        if _MONITORING:
            _MONITORING.use_tool_id(_TOOL, "fuzz")
            _MONITORING.register_callback(_TOOL, _MONITORING.events.LINE, self._see_line)
            _MONITORING.set_events(_TOOL, _MONITORING.events.LINE)
        else:
            threading.settrace(self._enter_frame)
            sys.settrace(self._enter_frame)
        return self

    def __exit__(self, *_: object) -> None:
        if _MONITORING:
            _MONITORING.set_events(_TOOL, 0)
            _MONITORING.free_tool_id(_TOOL)
        else:
            sys.settrace(None)
            threading.settrace(None)

    def _see_line(self, code: CodeType, number: int) -> Any:
        if code.co_filename.startswith(_FOLDERS):
            self.lines.add((code.co_filename, number))
        return _MONITORING.DISABLE

    def _enter_frame(self, frame: FrameType, event: str, argument: Any) -> Any:
        return self._take_event if frame.f_code.co_filename.startswith(_FOLDERS) else None

    def _take_event(self, frame: FrameType, event: str, argument: Any) -> Any:
        if event == "line":
            self.lines.add((frame.f_code.co_filename, frame.f_lineno))
        return self._take_event
