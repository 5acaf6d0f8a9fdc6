"""Any moment of a finished game as the public saw it, recomputed from the facts."""

import pickle
from collections.abc import Iterator, Mapping
from threading import Lock

from table.board import GameSnapshot, Snapshot, drawn
from table.complaints import BadInput
from table.games.game import PUBLIC
from table.history.record import Record
from table.judging.session import Session, dump
from table.saying import say
from table.values import Json, replace


class Moments:
    """The moments of one game. The moment of event `seq` is the state after that event's fact, and the events up to it.

    Several events of one fact share its state, because the rules carry out a fact as a whole.

    The game is replayed once, as far as anybody asks, which takes longer the more facts it has. The state after each
    fact that brought public events is kept, in about 1.5 kB, so that any later moment costs little. Usable from any
    thread.
    """

    def __init__(self, game_id: int, record: Record) -> None:
        self.record = record
        self._game_id = game_id
        self._lock = Lock()
        self._replay = self._replayed()
        self._same = GameSnapshot()  # has the names of players and cards, which are the same at all moments
        self._states: dict[int, bytes] = {}  # by the number of the fact; pickled, which takes less memory

    @property
    def last(self) -> int:
        """The number of the last event."""
        return len(self.record.events)

    def snapshot(self, seq: int) -> Snapshot:
        """Return the public snapshot after event `seq`. Raise BadInput if `seq` is invalid or the rules changed."""
        if not 1 <= seq <= self.last:
            raise BadInput(say("seq: this game has events 1 to {last}, not {seq}", last=self.last, seq=seq))
        if self.record.kept:
            raise BadInput(say("part of this game was played under older rules, so it cannot be shown move by move"))
        number = self.record.of[seq - 1]
        with self._lock:
            while number not in self._states:
                self._go_on()
            state: GameSnapshot = pickle.loads(self._states[number])  # noqa: S301 - this object pickled it
        delivered = self.record.delivered[:seq]
        views = {PUBLIC: replace(state.view(), last=delivered[-1].json)}
        same = self._same
        game = replace(state, started=same.started, labels=same.labels, views=views, events={PUBLIC: delivered})
        return Snapshot(game=game)

    def _go_on(self) -> None:
        """Replay to the next fact that brought public events."""
        reached = next(self._replay, None)
        if reached is None:
            raise BadInput(say("the rules have changed since this game was played, so it cannot be shown move by move"))
        number, self._same = reached
        self._states[number] = pickle.dumps(replace(self._same, started=None, labels={}))

    def _replayed(self) -> Iterator[tuple[int, GameSnapshot]]:
        """Yield the state after each fact that brought public events, and the number of that fact.

        Stop at a fact that, under today's rules, no longer gives the events that were delivered.
        """
        told: dict[int, list[Mapping[str, Json]]] = {}
        for number, event in zip(self.record.of, self.record.events, strict=True):
            told.setdefault(number, []).append(event)
        session = Session(self.record.started)
        for number, fact in enumerate(self.record.parsed()):
            lines = session.take(fact) if number else session.opening
            events = [dump(line) for line in lines if line.audience == PUBLIC]
            if events != told.get(number, []):
                return
            if events:
                yield number, drawn(session, self._game_id, {}, audiences=[PUBLIC])
