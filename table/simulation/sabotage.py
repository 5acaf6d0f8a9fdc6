"""Fault injection: tables broken on purpose, each in one way, for a count that cannot rise measures nothing.

What is broken is the table or what it records, never the household and its book.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any
from zlib import crc32

from table import events, games
from table.complaints import BadInput
from table.games.game import SEALED, IllegalAction
from table.judging.telling import Line
from table.running.live import Look
from table.running.messages import Observed
from table.sensing.intake import Pushed, Seen
from table.simulation.virtual import VirtualGame

_SOME = 9  # one of so many is spoilt
_SWAPPED = 4
_LATE_US = 90_000
_LATE_SEAT = 2

Undo = Callable[[], None]


def _is_some(what: object) -> bool:
    """Choose some things, always the same."""
    return crc32(str(what).encode()) % _SOME == 0


def _altered(game: Any, name: str, changed: Callable[..., Any]) -> Undo:
    """Put a method in the place of a game's own; `changed` is handed that and what it is called with."""
    own = getattr(game, name)
    setattr(game, name, lambda *given, **named: changed(own, *given, **named))
    return lambda: delattr(game, name)


def _observing(table: VirtualGame, change: Callable[[Observed], Observed]) -> None:
    """Change what the sources of a table say."""

    def changed(look: Look) -> Look:
        return lambda: change(look())

    table.live.sources = {name: changed(look) for name, look in table.live.sources.items()}


# -- one thing each


def _deaf(table: VirtualGame) -> None:
    """Let some touches go unheard."""
    heard = 0

    def lose(item: Any) -> bool:
        nonlocal heard
        heard += isinstance(item, Seen) and item.present
        return isinstance(item, Seen) and item.present and heard % _SOME == 0

    _observing(table, lambda seen: replace(seen, items=[item for item in seen.items if not lose(item)]))


def _forgetful(table: VirtualGame) -> Undo:
    """Show plays, and leave some out of the record."""
    journal, append = table.controller._journal, table.controller._journal.append

    def kept(game_id: int, number: int, fact: Any, lines: Sequence[Line], **named: Any) -> None:
        lost = (isinstance(line.event, events.CardPlayed) and _is_some(line.event.card) for line in lines)
        told = [line for line, gone in zip(lines, lost, strict=True) if not gone]
        append(game_id, number, fact, told, **named)

    return _altered(journal, "append", lambda _, *given, **named: kept(*given, **named))


def _swapped(table: VirtualGame) -> None:
    """Take some cards for one another."""
    decks = table.controller._tagging.decks
    tags = decks.of(table.setting.game)
    chosen = sorted(uid for uid, card in tags.items() if _is_some(card))[:_SWAPPED]
    others = [*chosen[1:], *chosen[:1]]
    decks.carry({**tags, **{uid: tags[other] for uid, other in zip(chosen, others, strict=True)}})


def _mistaken_seat(game: Any, seats: int) -> Undo:
    """Say of some cards that somebody else has played them."""

    def changed(event: Any) -> Any:
        wrong = isinstance(event, events.CardPlayed) and event.seat is not None and _is_some(event.card)
        return replace(event, seat=event.seat % seats + 1) if wrong else event

    return _telling(game, changed)


def _strict(game: Any, _seats: int) -> Undo:
    """Refuse some cards that may be laid."""

    def changed(own: Callable[..., Any], state: Any, action: Any, *, ruled: bool = False) -> Any:
        lays = getattr(action, "seat", None) is not None and getattr(action, "card", None)
        if lays and not ruled and game.marks(action) and _is_some(action.card):
            raise IllegalAction("not_adjacent", "That card does not fit.")
        return own(state, action, ruled=ruled)

    return _altered(game, "apply", changed)


def _slow(table: VirtualGame) -> None:
    """Stamp one button when somebody gets round to it."""

    def late(item: Any) -> Any:
        slow = isinstance(item, Pushed) and item.seat == _LATE_SEAT
        return replace(item, at_us=item.at_us + _LATE_US) if slow else item

    _observing(table, lambda seen: replace(seen, items=[late(item) for item in seen.items]))


def _generous(game: Any, _seats: int) -> Undo:
    """Add a point too many to everybody's score."""

    def changed(event: Any) -> Any:
        more: Mapping[int, int] = getattr(event, "scores", {})
        return replace(event, scores={seat: points + 1 for seat, points in more.items()}) if more else event

    return _telling(game, changed)


def _talkative(game: Any, _seats: int) -> Undo:
    """Tell everybody everything."""
    return _altered(game, "show", lambda own, event, _audience: own(event, SEALED))


def _telling(game: Any, change: Callable[[Any], Any]) -> Undo:
    """Change the events that actions bring."""

    def changed(own: Callable[..., Any], *given: Any, **named: Any) -> Any:
        state, told = own(*given, **named)
        return state, tuple(change(event) for event in told)

    return _altered(game, "apply", changed)


# By name: which count it has to raise, and how; of the table or its record, or of the rules it goes by.
_OF_THE_TABLE: Mapping[str, tuple[str, Callable[[VirtualGame], Undo | None]]] = {
    "deaf_reader": ("missed", _deaf),
    "forgetful_journal": ("missed_unnoticed", _forgetful),
    "swapped_tags": ("misread", _swapped),
    "slow_button": ("wrong_race", _slow),
}
_OF_THE_RULES: Mapping[str, tuple[str, Callable[[Any, int], Undo]]] = {
    "mistaken_seat": ("wrong_seat", _mistaken_seat),
    "strict_rules": ("wrong_verdict", _strict),
    "generous_sum": ("wrong_totals", _generous),
    "loose_tongue": ("secrets_leaked", _talkative),
}
RAISES: Mapping[str, str] = {name: kind for name, (kind, _) in (*_OF_THE_TABLE.items(), *_OF_THE_RULES.items())}


def check(name: str) -> None:
    """Raise BadInput if there is no sabotage of that name."""
    if name not in RAISES:
        raise BadInput(f"--sabotage: expected one of {', '.join(RAISES)}, not {name!r}")


@contextmanager
def spoilt(table: VirtualGame, name: str | None) -> Iterator[None]:
    """Break one thing of a table as long as the block lasts; nothing without a name."""
    undo = None if name is None or name not in _OF_THE_TABLE else _OF_THE_TABLE[name][1](table)
    with spoilt_rules(table.setting.game, name, table.setting.players):
        try:
            yield
        finally:
            if undo is not None:
                undo()


@contextmanager
def spoilt_rules(game: str, name: str | None, seats: int) -> Iterator[None]:
    """Break what a table takes for the rules of a game as long as the block lasts, if that is what the name means."""
    undo = None if name is None or name not in _OF_THE_RULES else _OF_THE_RULES[name][1](games.find(game), seats)
    try:
        yield
    finally:
        if undo is not None:
            undo()
