"""Shrinks a game with a wrong event to the fewest facts that still reproduce it.

Facts are left out, fewer and fewer at a time (delta debugging: Zeller and Hildebrandt, 2002), as long as a replay gives
the same wrong event. The facts that show why the event is wrong are kept: the touch itself and the touch of the
previous open card.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from json import dumps
from typing import Any

from cardtable_lab.simulated.comparing import Finding, Record
from cardtable_lab.simulation.sabotage import faulty_rules
from cardtable_lab.simulation.trial import Trial
from table import facts
from table.complaints import BadInput
from table.facts import Fact
from table.games.game import PUBLIC
from table.judging import session
from table.judging.session import Session

_ALIKE = ("seq", "t")  # fields that may differ between two replays of the same event
_READ_S = 1.5  # how long a touch may precede its fact


def shrunk(trial: Trial, finding: Finding) -> list[Record]:
    """Return the fewest facts that still produce the finding's event. If it has none, return all facts up to it."""
    parsed = [facts.parse(dumps(fact)) for fact in trial.facts]
    begun = [fact for fact in parsed if fact.t / facts.SECOND <= finding.t + 1]
    wanted = None if finding.event is None or "event" not in finding.event else _same(finding.event)
    if wanted is None:
        return [facts.dump(fact) for fact in begun]
    needed = [fact for fact in begun if _is_needed(fact, trial.deeds, finding)]

    def still_fails(left: Sequence[Fact]) -> bool:
        chosen = {id(fact) for fact in (*needed, *left)}
        return wanted in _events([fact for fact in begun if id(fact) in chosen])

    with faulty_rules(trial.setting.game, trial.setting.sabotage, trial.setting.players):
        if not still_fails(begun):  # the fault is not in the rules, so a replay gives the right event
            return [facts.dump(fact) for fact in begun]
        rest = fewest([fact for fact in begun if fact not in needed], still_fails)
    kept = {id(fact) for fact in (*needed, *rest)}
    return [facts.dump(fact) for fact in begun if id(fact) in kept]


def fewest(things: Sequence[Any], still_fails: Callable[[Sequence[Any]], bool]) -> list[Any]:
    """Return a minimal subset of things that still fails: removing any one element makes it pass.

    >>> fewest(range(100), lambda left: 7 in left and 42 in left)
    [7, 42]
    """
    left, parts = list(things), 2
    while left:
        smaller = next((without for without in _without_a_part(left, parts) if still_fails(without)), None)
        if smaller is not None:
            left, parts = smaller, max(2, parts - 1)
        elif parts >= len(left):
            break
        else:
            parts = min(len(left), 2 * parts)
    return left


def _without_a_part(things: list[Any], parts: int) -> Iterator[list[Any]]:
    size = -(-len(things) // parts)
    return (things[:at] + things[at + size :] for at in range(0, len(things), size))


def _events(left: Sequence[Fact]) -> list[Mapping[str, Any]]:
    """Replay facts and return the public events, without the fields that may differ."""
    try:
        _, lines = Session.replay(left)
    except BadInput:
        return []
    events = (session.dump(line) for brought in lines for line in brought if line.audience == PUBLIC)
    return [_same(event) for event in events]


def _same(event: Record) -> Mapping[str, Any]:
    return {name: value for name, value in event.items() if name not in _ALIKE}


def _is_needed(fact: Fact, deeds: Sequence[Record], finding: Finding) -> bool:
    """Return whether a finding needs a fact: the game's start, the touch itself, or the previous open card's touch."""
    if isinstance(fact, facts.GameStarted):
        return True
    about = [] if finding.deed is None else [finding.deed]
    since = finding.t if finding.deed is None else finding.deed["t"]
    lying = _lying([deed for deed in deeds if deed["t"] < since])
    return any(_is_of(fact, deed) for deed in (*about, *lying[-1:]))


def _lying(deeds: Sequence[Record]) -> list[Record]:
    """Return the actions that laid or turned up the cards now on the pile, latest last."""
    lying: list[Record] = []
    for deed in deeds:
        match deed:
            case {"deed": "dealt"}:
                lying.clear()
            case {"deed": "turned_up" | "lies"}:
                lying.append(deed)
            case {"deed": "took_back", "card": card}:
                lying = [one for one in lying if one.get("cards") != [card]]
    return lying


def _is_of(fact: Fact, deed: Record) -> bool:
    """Return whether a fact is the touch behind an action: one of its cards, at about the same time."""
    cards = deed.get("cards", [deed.get("card")])
    near = abs(fact.t / facts.SECOND - deed["t"]) <= _READ_S
    return isinstance(fact, facts.CardArrived) and fact.card in cards and near
