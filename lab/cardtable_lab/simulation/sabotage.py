"""Fault injection: each fault breaks the table in one way, to show that the comparison detects that kind of fault.

Faults break the table, its journal or its rules, but never the population or its own rule book.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any
from zlib import crc32

from cardtable_lab.simulation.virtual import VirtualGame
from hardware.observations import NS_PER_US, ButtonEdge, TagEvent
from table import events, games
from table.complaints import BadInput
from table.games.game import SEALED, IllegalAction
from table.judging.delivery import Line
from table.running.live import PollSource
from table.running.messages import Observed
from table.values import replace

_SOME = 9  # every ninth thing, or about one in nine, is faulty
_SWAPPED = 4
_LATE_US = 90_000
_LATE_SEAT = 2

Undo = Callable[[], None]


def _is_some(what: object) -> bool:
    """Return whether to break something. The answer for the same object is always the same."""
    return crc32(str(what).encode()) % _SOME == 0


def _altered(game: Any, name: str, changed: Callable[..., Any]) -> Undo:
    """Replace a game's method with `changed`, which gets the original and its arguments. Return the undo function."""
    own = getattr(game, name)
    setattr(game, name, lambda *given, **named: changed(own, *given, **named))
    return lambda: delattr(game, name)


def _observing(table: VirtualGame, change: Callable[[Observed], Observed]) -> None:
    """Change the observations of all sources of a table."""

    def changed(poll: PollSource) -> PollSource:
        return lambda: change(poll())

    table.live.sources = {name: changed(poll) for name, poll in table.live.sources.items()}


# -- one function per fault


def _deaf(table: VirtualGame) -> None:
    """Drop some touches."""
    heard = 0

    def lose(item: Any) -> bool:
        nonlocal heard
        heard += isinstance(item, TagEvent) and item.present
        return isinstance(item, TagEvent) and item.present and heard % _SOME == 0

    _observing(table, lambda seen: replace(seen, items=[item for item in seen.items if not lose(item)]))


def _forgetful(table: VirtualGame) -> Undo:
    """Show all plays, but leave some out of the journal, and number the other events without a gap."""
    journal, append = table.controller._journal, table.controller._journal.append
    lost: Counter[str] = Counter()

    def kept(game_id: int, number: int, fact: Any, lines: Sequence[Line], **named: Any) -> None:
        numbered = []
        for line in lines:
            if isinstance(line.event, events.CardPlayed) and _is_some(line.event.card):
                lost[line.audience] += 1
            else:
                numbered.append(replace(line, seq=line.seq - lost[line.audience]))
        append(game_id, number, fact, numbered, **named)

    return _altered(journal, "append", lambda _, *given, **named: kept(*given, **named))


def _swapped(table: VirtualGame) -> None:
    """Confuse some cards with others."""
    decks = table.controller._tagging.decks
    tags = decks.of(table.setting.game)
    chosen = sorted(uid for uid, card in tags.items() if _is_some(card))[:_SWAPPED]
    others = [*chosen[1:], *chosen[:1]]
    decks.carry({**tags, **{uid: tags[other] for uid, other in zip(chosen, others, strict=True)}})


def _mistaken_seat(game: Any, seats: int) -> Undo:
    """Attribute some cards to the wrong player."""

    def changed(event: Any) -> Any:
        wrong = isinstance(event, events.CardPlayed) and event.seat is not None and _is_some(event.card)
        return replace(event, seat=event.seat % seats + 1) if wrong else event

    return _telling(game, changed)


def _strict(game: Any, _seats: int) -> Undo:
    """Refuse some legal cards."""

    def changed(own: Callable[..., Any], state: Any, action: Any, *, ruled: bool = False) -> Any:
        lays = getattr(action, "seat", None) is not None and getattr(action, "card", None)
        if lays and not ruled and game.marks(action) and _is_some(action.card):
            raise IllegalAction("not_adjacent", "That card does not fit.")
        return own(state, action, ruled=ruled)

    return _altered(game, "apply", changed)


def _slow(table: VirtualGame) -> None:
    """Stamp the edges of one button late."""

    def late(item: Any) -> Any:
        slow = isinstance(item, ButtonEdge) and item.button == _LATE_SEAT
        return replace(item, at_ns=item.at_ns + _LATE_US * NS_PER_US) if slow else item

    _observing(table, lambda seen: replace(seen, items=[late(item) for item in seen.items]))


def _generous(game: Any, _seats: int) -> Undo:
    """Add one point to each seat's score and total."""

    def changed(event: Any) -> Any:
        found: Mapping[str, Mapping[int, int]] = {name: getattr(event, name, {}) for name in ("scores", "totals")}
        more = {name: {seat: points + 1 for seat, points in each.items()} for name, each in found.items() if each}
        return replace(event, **more) if more else event

    return _telling(game, changed)


def _talkative(game: Any, _seats: int) -> Undo:
    """Deliver every event to every audience."""
    return _altered(game, "show", lambda own, event, _audience: own(event, SEALED))


def _telling(game: Any, change: Callable[[Any], Any]) -> Undo:
    """Change the events of all actions."""

    def changed(own: Callable[..., Any], *given: Any, **named: Any) -> Any:
        state, delivered = own(*given, **named)
        return state, tuple(change(event) for event in delivered)

    return _altered(game, "apply", changed)


# Faults by name, each with the kind of finding whose count must rise: in the table or its journal, or in the rules.
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
    """Raise BadInput for an unknown fault."""
    if name not in RAISES:
        raise BadInput(f"--sabotage: expected one of {', '.join(RAISES)}, not {name!r}")


@contextmanager
def faulty(table: VirtualGame, name: str | None) -> Iterator[None]:
    """Inject a fault into a table until the block ends; without a name, do nothing."""
    undo = None if name is None or name not in _OF_THE_TABLE else _OF_THE_TABLE[name][1](table)
    with faulty_rules(table.setting.game, name, table.setting.players):
        try:
            yield
        finally:
            if undo is not None:
                undo()


@contextmanager
def faulty_rules(game: str, name: str | None, seats: int) -> Iterator[None]:
    """Inject a fault into a game's rules until the block ends; do nothing if no fault in the rules has this name."""
    undo = None if name is None or name not in _OF_THE_RULES else _OF_THE_RULES[name][1](games.find(game), seats)
    try:
        yield
    finally:
        if undo is not None:
            undo()
