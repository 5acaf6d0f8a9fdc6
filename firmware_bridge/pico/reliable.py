"""Reliable messages: numbered, kept until acknowledged, and sent again. Both ends use this file.

Theory of operation: numbers count from 1 and have no gaps. The sender keeps a message until its number or a higher one
is acknowledged; at most WINDOW are on their way at once. After RESEND_US without a new acknowledgement it resends from
the oldest. The receiver takes only the number that it expects, and acknowledges the highest it has taken, even if an
old message comes: the acknowledgement may have been lost.
"""

WINDOW = 24
RESEND_US = 120_000  # several round trips, garbage collection on the Pico included


class Outbox:
    """Messages on their way. At most `most` are kept; `dropped` counts those beyond that.

    The places for all of them are there from the start: a list that grows needs one free block for twice as many, and
    in the heap of a Pico there soon is none.
    """

    def __init__(self, most: int) -> None:
        self.first = 1
        self.dropped = 0
        self._most = most
        self._kept: "list[str | None]" = [None] * most
        self._begin = 0  # the place of the oldest
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
        """Whether a message put in now would go out at once."""
        return self._count < WINDOW

    @property
    def has_room(self) -> bool:
        """Whether there is room for a message."""
        return self._count < self._most

    def put(self, text: str, spared: int = 0) -> bool:
        """Queue a message, leaving `spared` places free; return whether there was room."""
        if self._count >= self._most - spared:
            self.dropped += 1
            return False
        self._kept[(self._begin + self._count) % self._most] = text
        self._count += 1
        return True

    def acknowledged(self, number: int, now: int) -> None:
        """Drop what the other end has. A number that was never sent is ignored."""
        had = number - self.first + 1
        if 0 < had <= self._count:
            self._drop(had)
            self.first = number + 1
            self._on_way = max(0, self._on_way - had)
            self._since = now

    def _drop(self, count: int) -> None:
        for _ in range(count):
            self._kept[self._begin] = None
            self._begin = (self._begin + 1) % self._most
        self._count -= count

    def again(self) -> None:
        """Resend everything from the oldest: the other end has restarted."""
        self._on_way = 0

    def clear(self) -> None:
        """Forget everything, and count from 1 again."""
        self.first, self.dropped, self._on_way = 1, 0, 0
        self._drop(self._count)

    def due(self, now: int, passed: int) -> "list[str]":
        """Return what to send now. `passed` is the time since the last acknowledgement or sending, in us."""
        if self._on_way and passed >= RESEND_US:
            self._on_way = 0
        ends = min(self._count, WINDOW)
        if self._on_way >= ends:
            return []
        if self._on_way == 0:
            self._since = now
        texts = [
            "#%d %s" % (self.first + at, self._kept[(self._begin + at) % self._most])
            for at in range(self._on_way, ends)
        ]
        self._on_way = ends
        return texts

    @property
    def since(self) -> int:
        """When something was last acknowledged, or first sent after that."""
        return self._since


class Inbox:
    """Takes in numbered messages. `expects` is the next number."""

    def __init__(self) -> None:
        self.expects = 1
        self.owes = False

    def takes(self, number: int) -> bool:
        """Return whether a message is the next one; whatever it is, an acknowledgement is owed."""
        self.owes = True
        if number != self.expects:
            return False
        self.expects += 1
        return True


def numbered(text: str) -> "tuple[int, str]":
    """Split the number off a message; 0 if it has none. Raise ValueError if it is not a number."""
    if text[:1] != "#":
        return 0, text
    word, _, rest = text[1:].partition(" ")
    if not word or not all("0" <= digit <= "9" for digit in word) or len(word) > 10 or int(word) == 0:
        raise ValueError(text)
    return int(word), rest
