"""Any moment of a finished game as the public saw it, recomputed from the facts."""

import pickle
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from threading import Lock

from table.board import Snapshot, drawn
from table.complaints import BadInput
from table.games.game import PUBLIC
from table.history.record import Record
from table.judging.session import Session, dump
from table.saying import say
from table.values import Json

_EVERY = 100  # facts between two cached states, so that going back is quick


class Moments:
    """The moments of one game. The moment of event `seq` is the state after that event's fact.

    States are computed on demand, and some are cached. Usable from any thread.
    """

    def __init__(self, game_id: int, record: Record) -> None:
        self._game_id = game_id
        self._record = record
        self._facts = record.parsed()
        self._lock = Lock()
        self._states: dict[int, bytes] = {}
        self._session = Session(record.started)
        self._at = 0  # the number of the last fact that the session has judged

    @property
    def last(self) -> int:
        """The number of the last event."""
        return len(self._record.events)

    def snapshot(self, seq: int) -> Snapshot:
        """Return the public snapshot after event `seq`. Raise BadInput if `seq` is invalid or the rules changed."""
        if not 1 <= seq <= self.last:
            raise BadInput(say("seq: this game has events 1 to {last}, not {seq}", last=self.last, seq=seq))
        if self._record.kept:
            raise BadInput(say("part of this game was played under older rules, so it cannot be shown move by move"))
        number = self._record.of[seq - 1]
        with self._lock:
            self._go_to(number)
            delivered = self._record.delivered(bisect_right(self._record.of, number))
            return Snapshot(game=drawn(self._session, self._game_id, {PUBLIC: delivered}, audiences=[PUBLIC]))

    def _go_to(self, number: int) -> None:
        if number < self._at:
            near = max((at for at in self._states if at <= number), default=0)
            self._session = pickle.loads(self._states[near]) if near else Session(self._record.started)  # noqa: S301
            self._at = near
        while self._at < number:
            self._at += 1
            lines = self._session.take(self._facts[self._at])
            self._check([dump(line) for line in lines if line.audience == PUBLIC])
            if self._at % _EVERY == 0 and self._at not in self._states:
                self._states[self._at] = pickle.dumps(self._session)

    def _check(self, events: Sequence[Mapping[str, Json]]) -> None:
        """Raise BadInput if a fact, under today's rules, no longer gives the events that were delivered."""
        of = self._record.of
        first = bisect_right(of, self._at - 1)
        was = self._record.events[first : bisect_right(of, self._at)]
        if [*was] != events:
            self._session, self._at = Session(self._record.started), 0
            raise BadInput(say("the rules have changed since this game was played, so it cannot be shown move by move"))
