"""The field over one antenna: the tags in it, put there and lifted from any thread, and what they say together."""

from threading import Lock

from hardware.emulator.frames import Frame, Heard, superpose
from hardware.emulator.tag import Tag


class Field:
    """Tags within reach of one antenna. A tag may be put down for a while only: a card that touches a pad."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._until: dict[Tag, int | None] = {}
        self._powered = False

    def put(self, tag: Tag, *, until_ns: int | None = None) -> None:
        """Bring a tag into the field, where it stays until it is lifted or that time has come."""
        with self._lock:
            self._until[tag] = until_ns

    def lift(self, tag: Tag) -> None:
        """Take a tag out of the field; nothing happens if it is not there."""
        with self._lock:
            self._until.pop(tag, None)
            tag.power_off()

    def tags(self, now_ns: int) -> tuple[Tag, ...]:
        """Tell who lies there, in the order in which they came."""
        with self._lock:
            return tuple(self._stay(now_ns))

    def power(self, on: bool) -> None:
        """Switch the carrier; without it every tag forgets where it stood."""
        with self._lock:
            self._powered = on
            if not on:
                for tag in self._until:
                    tag.power_off()

    def exchange(self, frame: Frame, now_ns: int) -> Heard | None:
        """Send a frame to all tags and return what their answers are at the antenna; None for silence."""
        with self._lock:
            if not self._powered:
                return None
            answers = [tag.hear(frame) for tag in self._stay(now_ns)]
        return superpose([answer for answer in answers if answer is not None])

    def _stay(self, now_ns: int) -> dict[Tag, int | None]:
        for tag in [tag for tag, until in self._until.items() if until is not None and until <= now_ns]:
            del self._until[tag]
            tag.power_off()
        return self._until
