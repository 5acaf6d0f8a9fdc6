"""Polling rate of a source: high during a game, low while nobody plays."""

from threading import Event


class Paced:
    """A source that can be slowed down, and wakes at once when it is to poll often again."""

    def __init__(self) -> None:
        self._often = Event()
        self._often.set()

    def poll_often(self, *, often: bool) -> None:
        """Poll often, from now on, or seldom, while nobody plays. Any thread may call it."""
        if often:
            self._often.set()
        else:
            self._often.clear()
