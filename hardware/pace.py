"""How often a source polls: often during a game, seldom while nobody plays."""

from threading import Event


class Paced:
    """A source that somebody may slow down, and that is woken as soon as it is to look often again."""

    def __init__(self) -> None:
        self._often = Event()
        self._often.set()

    def look_often(self, *, often: bool) -> None:
        """Look often, beginning at once, or seldom, for nobody plays. Any thread may call it."""
        if often:
            self._often.set()
        else:
            self._often.clear()
