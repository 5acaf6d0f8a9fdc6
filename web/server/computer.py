"""Watches the computer that the table runs on, and tells the host in a line what is to be done about it."""

import threading

from table.wiring.computer import Computer
from table.log import logger
from table.running.live import LiveTable
from table.running.messages import COMPUTER, Remark

_LOOK_S = 5.0  # the Pi's own alarm lasts for some seconds
_log = logger()


class Watched:
    """A context manager; while it is open a thread looks."""

    def __init__(self, table: LiveTable, computer: Computer | None = None) -> None:
        self._table = table
        self._computer = computer
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="computer", daemon=True)

    def __enter__(self) -> "Watched":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()

    def _watch(self) -> None:
        computer, before = self._computer or Computer(), None
        while not self._stop.is_set():
            said = computer.sentence()
            if said != before:
                self._table.controller.post(Remark(COMPUTER, said))
                before = said
                if said is not None:
                    _log.warning("this computer is not in order", said=said)
            self._stop.wait(_LOOK_S)
