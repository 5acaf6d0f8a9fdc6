"""A table that runs: its owner's thread, and one for each source that feeds it."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from threading import Event, Thread
from types import TracebackType
from typing import Self

from table.board import Board
from table.controller import Controller, Failed, Observed
from table.tabletop import Tabletop

_JOIN_S = 5.0

# Looks once, waiting a moment if need be, and says what was seen.
Look = Callable[[], Observed]


class LiveTable:
    """A controller, the sources that feed it, and what is to be closed with them. A context manager."""

    def __init__(
        self,
        *,
        controller: Controller,
        sources: Mapping[str, Look],
        tabletop: Tabletop | None = None,
        closing: Sequence[Callable[[], None]] = (),
    ) -> None:
        self.controller = controller
        self.sources = sources
        self.tabletop = tabletop
        self._closing = closing
        self._stop = Event()
        self._threads = [
            Thread(target=self._pump, args=(name, look), name=name, daemon=True) for name, look in sources.items()
        ]

    @property
    def board(self) -> Board:
        """What is to be seen of the table."""
        return self.controller.board

    def __enter__(self) -> Self:
        self.controller.start()
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Stop every source, then the controller, then let the ports go; safe to call twice."""
        self._stop.set()
        with ExitStack() as closing:
            for close in self._closing:
                closing.callback(close)
            closing.callback(self.controller.close)
            for thread in self._threads:
                if thread.is_alive():
                    thread.join(_JOIN_S)

    def _pump(self, name: str, look: Look) -> None:
        while not self._stop.is_set() and self.controller.failure is None:
            try:
                self.controller.post(look())
            except Exception as error:  # noqa: BLE001 - whatever it is, the table must hear of it
                self.controller.post(Failed(name, error))
                return
