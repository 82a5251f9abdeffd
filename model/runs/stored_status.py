"""The status in the folder of a run, which another process changes to ask the one that trains for something."""

import threading
from contextlib import suppress

from model.runs.run_file import RunFolderError
from model.runs.run_folder import RunFolder
from model.runs.run_state import Status


class StoredStatus:
    """The status that this process has last read or written, compared with that in the folder.

    Attributes:
        known: last read from the folder, or written.
        lock: held while the stored status is written, or read and compared with the known one.
    """

    def __init__(self, folder: RunFolder) -> None:
        """Begin without knowing what the folder holds."""
        self._folder = folder
        self.known: Status | None = None
        self.lock = threading.Lock()

    @property
    def has_new_request(self) -> bool:
        """True if another process was asked for a status and has stored it since this one last looked.

        False while this process stores one, which may take seconds: the registry asks with its own lock held.
        """
        if not self.lock.acquire(blocking=False):
            return False
        try:
            return self._read() is not self.known
        finally:
            self.lock.release()

    def read_new_request(self) -> Status | None:
        """Return the status that another process was asked for and has stored since this one last looked."""
        with self.lock:
            request, earlier = self._read(), self.known
            self.known = request
            return request if request is not earlier else None

    def _read(self) -> Status | None:
        with suppress(RunFolderError):
            if self._folder.has_description:
                return self._folder.read_description().status
        return self.known
