"""The status that processes ask each other for by a folder."""

import threading
from pathlib import Path

from model.runs.run_folder import RunFolder
from model.runs.stored_status import StoredStatus


def test_nobody_waits_for_a_status_that_is_being_written(tmp_path: Path) -> None:
    status, asked = StoredStatus(RunFolder(tmp_path)), []
    thread = threading.Thread(target=lambda: asked.append(status.has_new_request), daemon=True)
    with status.lock:
        thread.start()
        thread.join(20)
        assert asked == [False]
