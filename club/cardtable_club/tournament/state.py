"""A tournament's state, computed from its log, with checks on which entries may follow."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from cardtable_club.tournament import entries
from cardtable_club.tournament.entries import (
    AnyEntry,
    At,
    Begun,
    Corrected,
    Ended,
    Joined,
    Paired,
    Resulted,
    TakenBack,
    Withdrew,
)
from table.complaints import BadInput
from table.saying import say
from table.values import Value, field, replace


class Seated(Value):
    """A table in a round. `places` ranks the players who turned up, from 1, with ties. It is None before the result.

    `game` is the UUID of the game that decided the result. If the director has corrected it, `reason` says why.
    """

    players: tuple[str, ...]
    at: At | None = None
    places: Mapping[str, int] | None = None
    game: str | None = None
    reason: str | None = None

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """The pairs of players who have met at this table. Before there is a result, this includes every pair."""
        there = [name for name in self.players if self.places is None or name in self.places]
        return [(one, other) for n, one in enumerate(there) for other in there[n + 1 :]]


class Round(Value):
    """A round of a tournament. `at_ms` is when it was paired, in ms since 1970."""

    tables: tuple[Seated, ...]
    byes: tuple[str, ...] = ()
    at_ms: int = 0

    @property
    def is_over(self) -> bool:
        return all(table.places is not None for table in self.tables)


class Tournament(Value):
    """The state of a tournament. `players` lists everyone who ever joined; `left` lists those who have left."""

    agreed: Begun
    players: tuple[str, ...]
    left: frozenset[str] = frozenset()
    rounds: tuple[Round, ...] = ()
    is_over: bool = False
    notes: tuple[Mapping[str, Any], ...] = field(default_factory=tuple)

    @classmethod
    def of(cls, log: Iterable[AnyEntry]) -> "Tournament":
        """Compute a tournament's state from its log. Raise BadInput if the log is inconsistent."""
        first, *more = log
        if not isinstance(first, Begun):
            raise BadInput("a tournament begins with the entry begun")
        _check(first)
        now = cls(first, tuple(first.players))
        for one in more:
            now = now.after(one)
        return now

    # -- queries

    @property
    def active(self) -> tuple[str, ...]:
        """The players who will take part in the next round."""
        return tuple(name for name in self.players if name not in self.left)

    @property
    def met(self) -> Counter[frozenset[str]]:
        """How often each pair of players has met at a table."""
        return Counter(frozenset(pair) for one in self.rounds for table in one.tables for pair in table.pairs)

    @property
    def byes(self) -> Counter[str]:
        """How often each player has had a bye."""
        return Counter(name for one in self.rounds for name in one.byes)

    # -- changes

    def after(self, entry: AnyEntry) -> "Tournament":
        """Apply an entry and return the resulting tournament. Raise BadInput if the entry is not possible now."""
        if self.is_over and not isinstance(entry, Corrected):
            raise BadInput(say("the tournament is over"))
        match entry:
            case Joined():
                return self._joined(entry.name)
            case Withdrew():
                return self._withdrew(entry.name)
            case Paired():
                return self._paired(entry)
            case Resulted():
                return self._changed(entry.round, entry.table, entry.places, game=entry.game, reason=None)
            case Corrected():
                noted = replace(self, notes=(*self.notes, entry.model_dump()))
                return noted._changed(entry.round, entry.table, entry.places, game=None, reason=entry.reason)
            case TakenBack():
                return self._taken_back(entry.game)
            case Ended():
                return replace(self, is_over=True)
            case Begun():
                raise BadInput("a tournament begins once")

    def _joined(self, name: str) -> "Tournament":
        if name in self.left:
            return replace(self, left=self.left - {name})
        if name.casefold() in map(str.casefold, self.players):
            raise BadInput(say("{name} is in it already", name=name))
        if len(self.players) >= entries.MOST_PLAYERS:
            raise BadInput(say("a tournament has {most} players at most", most=entries.MOST_PLAYERS))
        return replace(self, players=(*self.players, name))

    def _withdrew(self, name: str) -> "Tournament":
        if name not in self.active:
            raise BadInput(say("{name} is not in it", name=name))
        return replace(self, left=self.left | {name})

    def _paired(self, entry: Paired) -> "Tournament":
        self.check_may_pair()
        seated = [name for table in entry.tables for name in table.players]
        if sorted([*seated, *entry.byes]) != sorted(self.active):
            raise BadInput("each player sits at one table, or has a bye")
        tables = tuple(Seated(tuple(table.players), table.at) for table in entry.tables)
        return replace(self, rounds=(*self.rounds, Round(tables, tuple(entry.byes), entry.at_ms)))

    def check_may_pair(self) -> None:
        """Raise BadInput if no round can be paired now."""
        if len(self.rounds) >= self.agreed.rounds:
            raise BadInput(say("all {rounds} rounds are paired", rounds=self.agreed.rounds))
        if self.rounds and not self.rounds[-1].is_over:
            open_ones = [n for n, table in enumerate(self.rounds[-1].tables, start=1) if table.places is None]
            raise BadInput(say("table {number} has no result yet", number=open_ones[0]))
        if len(self.active) < self.agreed.fewest:
            raise BadInput(say("there are not enough players for a table"))

    def table(self, number: int, table: int) -> Seated:
        """Return a table in a round. Raise BadInput if there is no such table."""
        if not 1 <= number <= len(self.rounds) or not 1 <= table <= len(self.rounds[number - 1].tables):
            raise BadInput(say("there is no table {table} in round {round}", table=table, round=number))
        return self.rounds[number - 1].tables[table - 1]

    def _changed(
        self, number: int, table: int, places: Mapping[str, int] | None, *, game: str | None, reason: str | None
    ) -> "Tournament":
        before = self.table(number, table)
        if places is not None:
            _check_places(before.players, places)
        now = replace(before, places=None if places is None else {**places}, game=game, reason=reason)
        one = self.rounds[number - 1]
        tables = (*one.tables[: table - 1], now, *one.tables[table:])
        rounds = (*self.rounds[: number - 1], replace(one, tables=tables), *self.rounds[number:])
        return replace(self, rounds=rounds)

    def _taken_back(self, game: str) -> "Tournament":
        for number, paired in enumerate(self.rounds, start=1):
            for at, table in enumerate(paired.tables, start=1):
                if table.game == game:
                    return self._changed(number, at, None, game=None, reason=None)
        return self

    def result_of(self, at: At, ended_ms: int, kind: str, places: Mapping[str, int], game: str) -> Resulted | None:
        """Return a game's result for the latest round, or None if the game does not count.

        A game counts if it is played at an assigned table, by at least two of the players assigned to it and nobody
        else; other assigned players count as absent. Only the first such game counts, unless its end is taken back.
        """
        if not self.rounds or self.is_over or (self.agreed.game or kind) != kind or ended_ms < self.rounds[-1].at_ms:
            return None
        there = {name.casefold(): place for name, place in places.items()}
        for number, table in enumerate(self.rounds[-1].tables, start=1):
            known = {name.casefold(): name for name in table.players}
            if table.at == at and table.places is None and len(there) >= 2 and there.keys() <= known.keys():
                named = {known[name]: place for name, place in there.items()}
                return Resulted(round=len(self.rounds), table=number, places=named, game=game)
        return None


def _check(agreed: Begun) -> None:
    names = [name.casefold() for name in agreed.players]
    if len(set(names)) < len(names):
        raise BadInput(say("players: somebody is named twice"))
    if agreed.fewest > agreed.most:
        raise BadInput(say("fewest: expected {most} at most, not {fewest}", most=agreed.most, fewest=agreed.fewest))
    places = [(one.club, one.table) for one in agreed.tables]
    if len(set(places)) < len(places):
        raise BadInput(say("tables: a table is named twice"))


def _check_places(players: Sequence[str], places: Mapping[str, int]) -> None:
    strangers = [name for name in places if name not in players]
    if strangers:
        raise BadInput(say("{name} does not sit at this table", name=strangers[0]))
    ranks = sorted(places.values())
    if any(rank != 1 + sum(other < rank for other in ranks) for rank in ranks):
        raise BadInput(say("places: expected 1, 2, 3 and so on; after two at place 1 comes place 3"))
