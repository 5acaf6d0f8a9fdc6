"""A thread that owns some state and takes messages from one queue."""

from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from threading import Thread
from typing import Generic, TypeVar

from table.saying import say

M = TypeVar("M")
_JOIN_S = 5.0


class TableStopped(RuntimeError):
    """The table was closed, so it handles no more messages."""


class Owner(Generic[M]):
    """A thread called `name` that passes each message to `take`, whose exceptions go to the sender."""

    def __init__(self, take: Callable[[M], None], *, name: str) -> None:
        self._take = take
        self._queue: SimpleQueue[tuple[M, Future[None]] | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name=name, daemon=True)
        self._closed = False

    def start(self) -> None:
        self._thread.start()

    def post(self, message: M) -> Future[None]:
        """Post a message; the future completes when it is handled, or raises its exception. Thread-safe."""
        future: Future[None] = Future()
        if self._closed:
            future.set_exception(TableStopped(say("the table is closed")))
        else:
            self._queue.put((message, future))
        return future

    def close(self) -> None:
        """Stop the thread; safe to call twice."""
        self._closed = True
        self._queue.put(None)
        if self._thread.is_alive():
            self._thread.join(_JOIN_S)

    def _run(self) -> None:
        while (entry := self._queue.get()) is not None:
            message, future = entry
            try:
                self._take(message)
            except Exception as error:  # noqa: BLE001 - the sender gets the error, and the host has been told
                future.set_exception(error)
            else:
                future.set_result(None)
