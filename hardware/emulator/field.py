"""The field over one antenna: the tags in it, put there and lifted from any thread, and what they say together."""

from threading import Lock

from hardware.emulator.frames import Frame, Heard, superpose
from hardware.emulator.tag import Tag


class Field:
    """Tags within reach of one antenna. A tag may be there for a while only: a card that touches a pad."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._stays: dict[Tag, tuple[int, int | None]] = {}
        self._powered = False

    def put(self, tag: Tag, *, from_ns: int = 0, until_ns: int | None = None) -> None:
        """Bring a tag into the field from a time on, until it is lifted or that time has come."""
        with self._lock:
            self._stays[tag] = (from_ns, until_ns)

    def lift(self, tag: Tag) -> None:
        """Take a tag out of the field; nothing happens if it is not there."""
        with self._lock:
            self._stays.pop(tag, None)
            tag.power_off()

    def power(self, on: bool) -> None:
        """Switch the carrier; without it every tag forgets where it stood."""
        with self._lock:
            self._powered = on
            if not on:
                for tag in self._stays:
                    tag.power_off()

    def exchange(self, frame: Frame, now_ns: int) -> Heard | None:
        """Send a frame to all tags and return what their answers are at the antenna; None for silence."""
        with self._lock:
            if not self._powered:
                return None
            self._let_leave(now_ns)
            here = [tag for tag, (from_ns, _) in self._stays.items() if from_ns <= now_ns]
            answers = [tag.hear(frame) for tag in here]
        return superpose([answer for answer in answers if answer is not None])

    def _let_leave(self, now_ns: int) -> None:
        for tag in [tag for tag, (_, until_ns) in self._stays.items() if until_ns is not None and until_ns <= now_ns]:
            del self._stays[tag]
            tag.power_off()
