"""Reliable messages: numbered, kept and resent until acknowledged. Both ends use this file.

Theory of operation: numbers count from 1 and have no gaps. The sender keeps a message until its number or a higher one
is acknowledged; at most WINDOW are in flight at once. After RESEND_US without a new acknowledgement it resends from the
oldest. The receiver takes only the number that it expects, and acknowledges the highest that it has taken, even in
reply to an old message: the acknowledgement may have been lost.
"""

from array import array

from firmware_bridge.pico.wire import LONGEST

WINDOW = 24
PLACE = 40  # average size of a message in bytes: a button takes 21, a card 50
SHORT = 28  # bytes for a button's message, with a margin
RESEND_US = 120_000  # several round trips, including garbage collection on the Pico


class Outbox:
    """Messages in flight. At most `most` are kept; `dropped` counts those that did not fit.

    All messages share one ring buffer, allocated at startup: separate objects and a growing list would need free
    blocks, which a Pico's fragmented heap soon runs out of.
    """

    def __init__(self, most: int) -> None:
        self.first = 1
        self.dropped = 0
        self._most = most
        self._texts = bytearray(max(most * PLACE, 2 * LONGEST))
        self._starts = array("H", [0] * most)
        self._lengths = array("H", [0] * most)
        self._begin = 0  # the position of the oldest
        self._count = 0
        self._on_way = 0
        self._since = 0

    def __len__(self) -> int:
        return self._count

    @property
    def last(self) -> int:
        """The number of the newest message."""
        return self.first + self._count - 1

    @property
    def is_open(self) -> bool:
        """Whether a message that is queued now would go out at once."""
        return self._count < WINDOW

    @property
    def has_room(self) -> bool:
        """Whether there is room for a short message."""
        return self._count < self._most and self._room(SHORT) is not None

    def put(self, text: str, spared: int = 0) -> bool:
        """Queue a message if that leaves room for `spared` short ones; return whether it fits."""
        data = text.encode()
        start = self._room(len(data))
        if start is None or self._count >= self._most - spared or (spared and self._free < len(data) + spared * SHORT):
            self.dropped += 1
            return False
        at = (self._begin + self._count) % self._most
        self._texts[start : start + len(data)] = data
        self._starts[at] = start
        self._lengths[at] = len(data)
        self._count += 1
        return True

    @property
    def _ends(self) -> int:
        """The position where the newest message ends."""
        at = (self._begin + self._count - 1) % self._most
        return self._starts[at] + self._lengths[at]

    @property
    def _free(self) -> int:
        """The number of free bytes, possibly in two pieces."""
        if not self._count:
            return len(self._texts)
        free = self._starts[self._begin] - self._ends
        return free if free >= 0 else free + len(self._texts)

    def _room(self, length: int) -> "int | None":
        """Return a position where `length` contiguous bytes are free, or None if there is none."""
        if not self._count:
            return 0 if length <= len(self._texts) else None
        oldest, ends = self._starts[self._begin], self._ends
        if ends <= oldest:
            return ends if ends + length <= oldest else None
        if ends + length <= len(self._texts):
            return ends
        return 0 if length <= oldest else None

    def _text(self, number: int) -> str:
        """Return message `number`, counting from the oldest."""
        at = (self._begin + number) % self._most
        return str(bytes(self._texts[self._starts[at] : self._starts[at] + self._lengths[at]]), "utf-8")

    def acknowledged(self, number: int, now: int) -> None:
        """Drop the messages up to `number`, which the other end has. Ignore a number that was never sent."""
        had = number - self.first + 1
        if 0 < had <= self._count:
            self._drop(had)
            self.first = number + 1
            self._on_way = max(0, self._on_way - had)
            self._since = now

    def _drop(self, count: int) -> None:
        self._begin = (self._begin + count) % self._most
        self._count -= count

    def again(self) -> None:
        """Resend everything from the oldest: the other end has restarted."""
        self._on_way = 0

    def clear(self) -> None:
        """Forget everything, and count from 1 again."""
        self.first, self.dropped, self._on_way = 1, 0, 0
        self._drop(self._count)

    def due(self, now: int, passed: int) -> "list[str]":
        """Return the messages to send now. `passed` is the time since the last acknowledgement or transmission (us)."""
        if self._on_way and passed >= RESEND_US:
            self._on_way = 0
        ends = min(self._count, WINDOW)
        if self._on_way >= ends:
            return []
        if self._on_way == 0:
            self._since = now
        texts = ["#%d %s" % (self.first + number, self._text(number)) for number in range(self._on_way, ends)]
        self._on_way = ends
        return texts

    @property
    def since(self) -> int:
        """The time of the last acknowledgement, or of the first sending after it."""
        return self._since


class Inbox:
    """Accepts numbered messages, each once and in order. `expects` is the next number."""

    def __init__(self) -> None:
        self.expects = 1
        self.owes = False

    def takes(self, number: int) -> bool:
        """Return whether a message is the next one; either way an acknowledgement is owed."""
        self.owes = True
        if number != self.expects:
            return False
        self.expects += 1
        return True


def numbered(text: str) -> "tuple[int, str]":
    """Split a message into its number, 0 if it has none, and its text. Raise ValueError if the number is invalid."""
    if text[:1] != "#":
        return 0, text
    word, _, rest = text[1:].partition(" ")
    if not word or not all("0" <= digit <= "9" for digit in word) or len(word) > 10 or int(word) == 0:
        raise ValueError(text)
    return int(word), rest
