"""Saves what it can from a damaged journal: every game as far as its facts go, checked by a replay.

A fact is believed if its checksum is right or, where an earlier program wrote none, if the game can be replayed with
it. Under the same rules a replay gives the events; else the written ones are taken, if intact. A game is lost from its
first missing or damaged fact on, for what came after no longer makes sense.
"""

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from table import facts, games
from table.complaints import BadInput, JournalBroken
from table.facts import Fact, GameStarted
from table.judging import session
from table.judging.session import Session
from table.judging.telling import Line
from table.keeping import mark, pages, soundness
from table.keeping.entry import Told, sum_of
from table.keeping.journal import Journal
from table.keeping.mark import Mark
from table.keeping.pages import Row
from table.keeping.records import FORMAT, Recorded
from table.saying import stored
from table.values import Value, replace

_KINDS = {"games": (int, object, str, int, str, str, object), "facts": (int, int, str), "sums": (int, int, int)}
_OF_GAMES = ("facts", "events", "sums")  # their rows begin with the number of a game
_EVENT = (int, int, str, int, str)
_EARLIER_EVENT = (int, str, int, int, str)  # of files up to version 3


class Saved(Value):
    """A game and how many facts were saved; `lost` says from where it is lost, None if nothing is known to be."""

    game_id: int
    facts: int
    lost: str | None = None


@dataclass
class _Rows:
    """What was found of one game. There may be several versions of a row, of which at most one is right."""

    game: list[Recorded] = field(default_factory=list)
    facts: dict[int, list[str]] = field(default_factory=lambda: defaultdict(list))
    told: dict[int, dict[tuple[str, int], str]] = field(default_factory=lambda: defaultdict(dict))
    sums: dict[int, set[int]] = field(default_factory=lambda: defaultdict(set))
    kept: dict[int, str] = field(default_factory=dict)

    @property
    def last(self) -> int:
        """The number of the last fact with anything found."""
        return max([*self.facts, *self.told, *self.sums], default=-1)


def salvage(damaged: Path, new: Path, *, without_games: bool = False) -> list[Saved]:
    """Write what can be saved from a journal into a new one; return what that is.

    Raise BadInput if there is nothing, unless it may be one `without_games`, or if the new one cannot be written; then
    none is left.
    """
    try:
        found = _sorted_out(pages.read(damaged))
    except OSError as error:
        raise BadInput(f"{damaged}: cannot be read: {error.strerror or error}") from None
    marked = mark.read(damaged)
    last = max([*found, *([] if marked is None else [marked.game_id])], default=0)
    whole = {game_id: _Game(game_id, rows, last=game_id == last) for game_id, rows in sorted(found.items())}
    saved = [game.saved(marked) for game in whole.values()]
    if not without_games and not any(one.facts for one in saved):
        raise BadInput(f"{damaged}: nothing from a card table was found in it")
    if new.exists():
        raise BadInput(f"{new}: this file exists already; name a new one")
    _write(new, [game for game in whole.values() if game.facts])
    if marked is not None and marked.game_id not in found and not marked.household:
        saved.append(Saved(marked.game_id, 0, f"all of it, {marked.number + 1} facts"))
    return saved


def _write(new: Path, whole: Sequence["_Game"]) -> None:
    try:
        with Journal(new) as journal:
            for game in whole:
                journal.adopt(game.recorded, game.facts, game.told, game.kept)
    except (BadInput, JournalBroken) as error:
        for file in (new, Path(f"{new}-wal"), Path(f"{new}-shm"), mark.path_of(new)):
            file.unlink(missing_ok=True)
        raise BadInput(str(error)) from None


# -- rows


def _sorted_out(found: pages.Found) -> dict[int, _Rows]:
    """Sort rows by game; orphaned ones are recognised by their shape, and come last."""
    sorted_out: dict[int, _Rows] = defaultdict(_Rows)
    for table, rows in found.tables.items():
        for row in rows:
            _put(sorted_out, table, row)
    for row in found.strays:
        _put(sorted_out, _shape(row), row)
    known = {game_id for game_id, rows in sorted_out.items() if rows.facts}
    for row in found.older:
        if (table := _shape(row)) in _OF_GAMES and row[0] in known:
            _put(sorted_out, table, row)
    return {game_id: rows for game_id, rows in sorted_out.items() if rows.facts}


def _shape(row: Row) -> str:
    if _is(row, _EVENT) or _is(row, _EARLIER_EVENT):
        return "events"
    return next((table for table, kinds in _KINDS.items() if _is(row, kinds)), "")


def _is(row: Row, kinds: Sequence[type]) -> bool:
    return len(row) == len(kinds) and all(isinstance(value, kind) for value, kind in zip(row, kinds, strict=True))


def _put(sorted_out: dict[int, _Rows], table: str, row: Row) -> None:
    match table, row:
        case "facts", (int(game_id), int(number), str(body)) if body not in sorted_out[game_id].facts[number]:
            sorted_out[game_id].facts[number].append(body)
        case (
            "events",
            (int(game_id), int(number), str(audiences), int(seq), str(body))
            | (int(game_id), str(audiences), int(seq), int(number), str(body)),
        ):
            for audience in audiences.split():
                sorted_out[game_id].told[number].setdefault((audience, seq), body)
        case "sums", (int(game_id), int(number), int(summed)):
            sorted_out[game_id].sums[number].add(summed)
        case "kept", (int(game_id), int(number), str(version)):
            sorted_out[game_id].kept[number] = version
        case "games", (int(game_id), _, str(game), int(made), str(version), str(began), ended):
            over = ended if isinstance(ended, str) else None
            sorted_out[game_id].game.append(Recorded(game_id, game, made, version, began, over))


# -- games


class _Game:
    """One game, as far as it can be saved: its `facts`, and what was `told` of each."""

    def __init__(self, game_id: int, rows: _Rows, *, last: bool) -> None:
        self._rows = rows
        self._is_over = self._has_no_end = False
        self.facts: list[str] = []
        self.told: list[Told] = []
        self._why = ""
        found = rows.game[0] if rows.game else None
        for body, told in self._played() if self._are_rules_of_today(found) else self._written():
            self.facts.append(body)
            self.told.append(told)
        self.kept = {number: version for number, version in rows.kept.items() if number <= len(self.facts)}
        self.recorded = found or self._guessed(game_id)
        if not last and self.recorded.ended_at is None:  # only the last game can still be running
            self._has_no_end = found is not None
            self.recorded = replace(self.recorded, ended_at="")

    def saved(self, marked: Mark | None) -> Saved:
        """Return how much was saved."""
        here = marked is not None and marked.game_id == self.recorded.game_id
        last = max(self._rows.last, marked.number if here and marked is not None else -1)
        when = soundness.minute(self.facts[-1]) if self.facts else "its beginning"
        if last < len(self.facts):
            end = f"its end, after {when}: another game was begun since, and nothing says how this one ended"
            return Saved(self.recorded.game_id, len(self.facts), end if self._has_no_end else None)
        lost = f"from fact {len(self.facts)} on, after {when}: {self._why}; the last one was {last}"
        return Saved(self.recorded.game_id, len(self.facts), lost)

    def _are_rules_of_today(self, found: Recorded | None) -> bool:
        """Return whether a replay gives the same events: not if part of a game was told under older rules."""
        if found is None or self._rows.kept:
            return not self._rows.kept
        return found.game in games.names() and games.find(found.game).rules_version == found.rules_version

    def _played(self) -> Iterator[tuple[str, Told]]:
        """Replay the facts as far as possible; yield each with its events."""
        session: Session | None = None
        for number in count():
            for body in self._rows.facts.get(number, ()):
                taken = _taken(session, body)
                if taken is not None and self._fits(number, body, taken[1]):
                    session = taken[0]
                    self._is_over = session.ended
                    yield body, taken[1]
                    break
                if taken is not None and session is not None:  # it was played, and that cannot be undone
                    session = _again(self.facts)
            else:
                self._why = "it is damaged" if number in self._rows.facts else "it is missing"
                return

    def _written(self) -> Iterator[tuple[str, Told]]:
        """Yield facts and their events as written, as far as both are intact."""
        for number in count():
            told = sorted((*who, body) for who, body in self._rows.told.get(number, {}).items())
            good = [body for body in self._rows.facts.get(number, ()) if _is_sound(body, number, told)]
            body = next((one for one in good if self._fits(number, one, told)), None)
            if body is None:
                self._why = "it is damaged" if number in self._rows.facts else "it is missing"
                return
            yield body, told

    def _fits(self, number: int, body: str, told: Told) -> bool:
        """Return whether a fact and its events match their checksum, if they have one."""
        sums = self._rows.sums.get(number)
        return not sums or sum_of(body, [text for *_, text in told]) in sums

    def _guessed(self, game_id: int) -> Recorded:
        """Return a made-up entry for a game of which only facts are left."""
        first = facts.parse(self.facts[0]) if self.facts else None
        name = first.game if isinstance(first, GameStarted) else ""
        version = games.find(name).rules_version if name in games.names() else ""
        return Recorded(game_id, name, FORMAT, version, "", "" if self._is_over else None)


def _parsed(body: str) -> Fact | None:
    try:
        return facts.parse(body)
    except BadInput:
        return None


def _is_sound(body: str, number: int, told: Told) -> bool:
    """Return whether a fact and its events can be read."""
    fact = _parsed(body)
    try:
        for *_, text in told:
            json.loads(text)
    except (ValueError, RecursionError):
        return False
    return fact is not None and (number > 0 or isinstance(fact, GameStarted))


def _taken(session: Session | None, body: str) -> tuple[Session, Told] | None:
    """Play one more fact; None if that fails."""
    fact = _parsed(body)
    if fact is None:
        return None
    try:
        if session is None:
            if not isinstance(fact, GameStarted):
                return None
            session = Session(fact)
            return session, _lines(session.opening)
        return session, _lines(session.take(fact))
    except Exception:  # noqa: BLE001 - whatever a damaged fact does to the rules, it was not played
        return None


def _again(bodies: Sequence[str]) -> Session:
    return Session.replay([facts.parse(body) for body in bodies])[0]


def _lines(lines: Sequence[Line]) -> Told:
    return sorted((line.audience, line.seq, json.dumps(stored(session.dump(line)))) for line in lines)
