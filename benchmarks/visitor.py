"""A visitor without a browser: it speaks Streamlit's own websocket protocol, as the page in a browser does."""

import asyncio
import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Self
from urllib.parse import parse_qsl, urlencode

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.Element_pb2 import Element
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.asyncio.client import ClientConnection, connect


@dataclass
class Visitor:
    """One session of an app.

    Attributes:
        socket: the connection.
        see: called with each new element, and when it came, on the monotonic clock, in seconds.
        end: called when a script run ends, with its status and the time.
        params: of the URL.
        widgets: the latest element of each widget, by its key, with the fragment that it belongs to.
        n_finished: script runs that ended so far.
        n_bytes: of all messages so far.
        heard: when the last message came, on the monotonic clock, in seconds.
    """

    socket: ClientConnection
    see: Callable[[Element, float], None]
    end: Callable[[int, float], None]
    params: dict[str, str]
    widgets: dict[str, tuple[Any, str]] = field(default_factory=dict)
    n_finished: int = 0
    n_bytes: int = 0
    heard: float = 0.0
    _page: str = ""
    _states: dict[str, WidgetState] = field(default_factory=dict)
    _finished: asyncio.Condition = field(default_factory=asyncio.Condition)

    @classmethod
    async def open(
        cls, url: str, see: Callable[[Element, float], None], end: Callable[[int, float], None], params: dict[str, str]
    ) -> Self:
        """Connect to a server and run the script once.

        Args:
            url: of the page, ``http://…``.
            see: called with each new element, and when it came.
            end: called when a script run ends, with its status and the time.
            params: of the URL.
        """
        address = f"{url.replace('http', 'ws', 1)}/_stcore/stream"
        socket = await connect(address, subprotocols=["streamlit"], max_size=None, ping_interval=None)  # type: ignore[list-item]
        visitor = cls(socket, see, end, dict(params))
        await visitor._run("")
        return visitor

    async def receive(self) -> None:
        """Read messages until the connection is closed."""
        async for data in self.socket:
            self.heard = now = time.monotonic()
            self.n_bytes += len(data)
            message = ForwardMsg.FromString(data if isinstance(data, bytes) else data.encode())
            await self._take(message, now)

    async def write(self, key: str, text: str) -> None:
        """Fill the text box of that key, as one key press in it does."""
        await self._change(key, string_value=text)
        self.params[key] = text

    async def slide(self, key: str, value: float) -> None:
        """Move the slider of that key."""
        state = WidgetState(id=self.widgets[key][0].id)
        state.double_array_value.data.append(value)
        await self._send(key, state)

    async def press(self, key: str) -> None:
        """Click the button of that key."""
        await self._change(key, trigger_value=True)

    async def until_finished(self, n_runs: int) -> None:
        """Wait until so many script runs are finished in all."""
        async with self._finished:
            await self._finished.wait_for(lambda: self.n_finished >= n_runs)

    async def until_quiet(self) -> None:
        """Wait until nothing has come for a second, longer than a run waits for its turn here."""
        while (rest := self.heard + 1 - time.monotonic()) > 0:
            await asyncio.sleep(rest)

    async def _change(self, key: str, **value: Any) -> None:
        await self._send(key, WidgetState(id=self.widgets[key][0].id, **value))

    async def _send(self, key: str, state: WidgetState) -> None:
        self._states[state.id] = state
        await self._run(self.widgets[key][1])
        if state.WhichOneof("value") == "trigger_value":
            del self._states[state.id]

    async def _run(self, fragment: str) -> None:
        message = BackMsg()
        state = message.rerun_script
        state.query_string, state.page_script_hash, state.fragment_id = urlencode(self.params), self._page, fragment
        state.widget_states.widgets.extend(self._states.values())
        await self.socket.send(message.SerializeToString())

    async def _take(self, message: ForwardMsg, now: float) -> None:
        match message.WhichOneof("type"):
            case "delta" if message.delta.WhichOneof("type") == "new_element":
                self._remember(message.delta.new_element, message.delta.fragment_id)
                self.see(message.delta.new_element, now)
            case "new_session":
                self._page = message.new_session.page_script_hash
            case "page_info_changed":
                self.params = dict(parse_qsl(message.page_info_changed.query_string))
            case "script_finished":
                self.end(message.script_finished, now)
                async with self._finished:
                    self.n_finished += 1
                    self._finished.notify_all()

    def _remember(self, element: Element, fragment: str) -> None:
        widget = getattr(element, element.WhichOneof("type") or "", None)
        identity = getattr(widget, "id", "")
        if identity.count("-") >= 2:  # $$ID-hash-key
            self.widgets[identity.split("-", 2)[2]] = (widget, fragment)
            if getattr(widget, "set_value", False) and identity in self._states:
                del self._states[identity]  # the server knows better


def read_spec(element: Element, key: str) -> dict[str, Any] | None:
    """Return the specification of the Plotly chart of that key, None for every other element."""
    if element.WhichOneof("type") != "plotly_chart" or not element.plotly_chart.id.endswith(f"-{key}"):
        return None
    spec: dict[str, Any] = json.loads(element.plotly_chart.spec)
    return spec
