"""Progress in publishing one game: its events, and how many have been sent and acknowledged."""

from collections.abc import Callable, Sequence

from cardtable_club.publishing.outbox import Position
from cardtable_club.publishing.played import Games, Played
from cardtable_club.publishing.times import anchored
from table.event import Delivered
from table.values import replace


class Outgoing:
    """A game being published. For use on the publisher's thread only.

    Other threads may read `delivered_count` and `waiting`, which may be slightly outdated.
    """

    def __init__(self, game: Played, games: Games, position: Position | None) -> None:
        self.game = game
        self.uuid = games.uuid(game)
        self.position = position or Position()
        self._games = games
        self._events: Sequence[Delivered] | None = None  # None: read on demand
        self._sent = self.position.acknowledged
        self._flying: set[int] = set()
        self._finishing = False
        self._is_retained = self.position.finished

    # -- the current state

    @property
    def delivered_count(self) -> int:
        """The number of events known so far."""
        events = self._events  # the publisher's thread may set it to None in the meantime
        return self.position.acknowledged if events is None else len(events)

    @property
    def waiting(self) -> int:
        """The number of events that the broker has not acknowledged."""
        return max(0, self.delivered_count - self.position.acknowledged)

    @property
    def lacks(self) -> bool:
        """Whether events or the summary still have to be sent or acknowledged."""
        return bool(self.waiting or self._flying) or self._sent < self.delivered_count or self._ends_untold

    @property
    def _ends_untold(self) -> bool:
        return self.game.ended_at is not None and not self.position.finished

    @property
    def goes_on_after_all(self) -> bool:
        """Whether the broker retains a summary although the game is not over, because its end was taken back."""
        return self.game.ended_at is None and self._is_retained and not self._finishing

    @property
    def is_to_be_finished(self) -> bool:
        """Whether the game is over and the broker has all its events, but not its summary."""
        return self._ends_untold and not (self.waiting or self._flying or self._finishing) and self._events is not None

    # -- what happens at the table

    def is_now(self, game: Played) -> None:
        """Update the game after it has ended or resumed."""
        if game != self.game:
            self.game = game
            self.position = replace(self.position, finished=False)
            self._finishing = False
            self._events = None

    def follow(self, delivered: Sequence[Delivered], now_s: float) -> None:
        """Update the running game's events, and fix the times of new ones; `now_s` is the wall-clock time."""
        self._place(delivered, now_s)
        self._events = delivered
        if self.position.finished and len(delivered) > self.position.acknowledged:
            self.position = replace(self.position, finished=False)  # its summary contains the number of events

    def read_anew(self) -> None:
        """Have the events reread on demand, because a name in them was forgotten."""
        self._events = None

    def _place(self, delivered: Sequence[Delivered], now_s: float) -> None:
        """Fix the wall-clock times of new events for good."""
        placed = max(self.position.placed, self.position.acknowledged)
        if len(delivered) > placed:
            anchors = anchored(self.position.anchors, delivered, placed, now_s, self.game.began_s)
            self.position = replace(self.position, anchors=anchors, placed=len(delivered))

    # -- sending

    def next(self, most: int, now_s: float) -> Sequence[Delivered]:
        """Return up to `most` events to send now; `now_s` is the wall-clock time."""
        if self.position.finished and self._sent >= self.position.acknowledged:
            self._events = None  # fully published games need no memory
            return ()
        if self._events is None:
            self._events = self._games.events(self.game)
            self._place(self._events, min(now_s, self.game.latest_s))
        return self._events[self._sent : self._sent + max(0, most)]

    def sends(self, seq: int) -> Callable[[], None]:
        """Record that an event was sent, and return the callback for the broker's acknowledgement."""
        self._sent = seq
        self._flying.add(seq)
        return lambda: self._has(seq)

    def finishes(self) -> Callable[[], None]:
        """Record that the summary was sent, and return the callback for the broker's acknowledgement."""
        self._finishing, game, count = True, self.game, self.delivered_count

        def has() -> None:
            self._finishing = False
            self._is_retained = True
            if self.game == game and self.delivered_count == count:  # otherwise it is outdated
                self.position = replace(self.position, finished=True)

        return has

    def withdraws(self) -> Callable[[], None]:
        """Record that the summary was withdrawn, and return the callback for the broker's acknowledgement."""
        self._finishing = True

        def has() -> None:
            self._finishing = self._is_retained = False

        return has

    def send_again(self, first: int) -> None:
        """Resend events from number `first` on."""
        self._sent = min(self._sent, first - 1)

    def begin_anew(self) -> None:
        """Resend everything that the broker has not acknowledged."""
        self._flying.clear()
        self._sent = self.position.acknowledged
        self._finishing = False

    def compare(self, retained: bytes | None) -> None:
        """Compare the broker's retained summary, if any, with ours; if they differ, resend ours."""
        self._is_retained = bool(retained)
        if self.position.finished and not self._games.is_current(self.game, retained or b""):
            self.position = replace(self.position, finished=False)

    def _has(self, seq: int) -> None:
        self._flying.discard(seq)
        arrived = min(self._flying, default=self._sent + 1) - 1
        if arrived > self.position.acknowledged:
            self.position = replace(self.position, acknowledged=arrived)
