"""One game on its way to the broker: its events, how many were sent, and how many acknowledged."""

from collections.abc import Callable, Sequence

from cardtable_club.publishing.outbox import Position
from cardtable_club.publishing.played import Games, Played
from cardtable_club.publishing.times import anchored
from table.event import Delivered
from table.values import replace


class Outgoing:
    """A game. It belongs to the publisher's thread.

    Others may read `delivered_count` and `waiting`, which may be a moment old.
    """

    def __init__(self, game: Played, games: Games, position: Position | None) -> None:
        self.game = game
        self.uuid = games.uuid(game)
        self.position = position or Position()
        self._games = games
        self._events: Sequence[Delivered] | None = None  # None: they are read when somebody needs them
        self._sent = self.position.acknowledged
        self._flying: set[int] = set()
        self._finishing = False
        self._is_retained = self.position.finished

    # -- what there is

    @property
    def delivered_count(self) -> int:
        """How many events there are, as far as that is known."""
        events = self._events  # the publisher may forget them meanwhile
        return self.position.acknowledged if events is None else len(events)

    @property
    def waiting(self) -> int:
        """How many events the broker has not acknowledged."""
        return max(0, self.delivered_count - self.position.acknowledged)

    @property
    def lacks(self) -> bool:
        """Whether anything of it is still to be sent, or on its way."""
        return bool(self.waiting or self._flying) or self._sent < self.delivered_count or self._ends_untold

    @property
    def _ends_untold(self) -> bool:
        return self.game.ended_at is not None and not self.position.finished

    @property
    def goes_on_after_all(self) -> bool:
        """Whether the broker has a summary of a game that is not over."""
        return self.game.ended_at is None and self._is_retained and not self._finishing

    @property
    def is_to_be_finished(self) -> bool:
        """Whether the broker has all events of a finished game and lacks its summary."""
        return self._ends_untold and not (self.waiting or self._flying or self._finishing) and self._events is not None

    # -- what happens at the table

    def is_now(self, game: Played) -> None:
        """Record when the game ended, or that it continues."""
        if game != self.game:
            self.game = game
            self.position = replace(self.position, finished=False)
            self._finishing = False
            self._events = None

    def follow(self, delivered: Sequence[Delivered], now_s: float) -> None:
        """Read the running game's events so far, at this wall-clock time."""
        self._place(delivered, now_s)
        self._events = delivered
        if self.position.finished and len(delivered) > self.position.acknowledged:
            self.position = replace(self.position, finished=False)  # its summary says how many there are

    def read_anew(self) -> None:
        """Read the events again when they are needed, because a name in them was forgotten."""
        self._events = None

    def _place(self, delivered: Sequence[Delivered], now_s: float) -> None:
        """Settle when what is new was told, once and for all."""
        placed = max(self.position.placed, self.position.acknowledged)
        if len(delivered) > placed:
            anchors = anchored(self.position.anchors, delivered, placed, now_s, self.game.began_s)
            self.position = replace(self.position, anchors=anchors, placed=len(delivered))

    # -- what goes out

    def next(self, most: int, now_s: float) -> Sequence[Delivered]:
        """Return the events to send now, at this time of the wall clock, `most` at once."""
        if self.position.finished and self._sent >= self.position.acknowledged:
            self._events = None  # old games need no room
            return ()
        if self._events is None:
            self._events = self._games.events(self.game)
            self._place(self._events, min(now_s, self.game.latest_s))
        return self._events[self._sent : self._sent + max(0, most)]

    def sends(self, seq: int) -> Callable[[], None]:
        """Note that an event is sent; call what is returned when the broker has it."""
        self._sent = seq
        self._flying.add(seq)
        return lambda: self._has(seq)

    def finishes(self) -> Callable[[], None]:
        """Note that the summary is sent; call what is returned when the broker has it."""
        self._finishing, game, count = True, self.game, self.delivered_count

        def has() -> None:
            self._finishing = False
            self._is_retained = True
            if self.game == game and self.delivered_count == count:  # else it does not speak of what came meanwhile
                self.position = replace(self.position, finished=True)

        return has

    def withdraws(self) -> Callable[[], None]:
        """Note that the summary is withdrawn; call what is returned when the broker has that."""
        self._finishing = True

        def has() -> None:
            self._finishing = self._is_retained = False

        return has

    def send_again(self, first: int) -> None:
        """Send all events again from a number on."""
        self._sent = min(self._sent, first - 1)

    def begin_anew(self) -> None:
        """Send again whatever the broker has not acknowledged."""
        self._flying.clear()
        self._sent = self.position.acknowledged
        self._finishing = False

    def compare(self, retained: bytes | None) -> None:
        """Compare the broker's summary with ours; if it differs, send ours again."""
        self._is_retained = bool(retained)
        if self.position.finished and not self._games.is_current(self.game, retained or b""):
            self.position = replace(self.position, finished=False)

    def _has(self, seq: int) -> None:
        self._flying.discard(seq)
        arrived = min(self._flying, default=self._sent + 1) - 1
        if arrived > self.position.acknowledged:
            self.position = replace(self.position, acknowledged=arrived)
