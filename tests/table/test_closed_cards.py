"""Mythology GO keeps its secrets: another closed card, or another Deity, changes nothing for anybody but its owner.

What is compared is all that others are told, every picture, and every time, until cards are turned up or destroyed.
"""

import os
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from table.facts import ButtonDown, ButtonUp, CardArrived, CardLeft, Fact, GameStarted
from table.games.game import HOST, PUBLIC
from table.judging.session import Session, dump
from table.running.signals import steady_signals
from table.values import replace, to_json
from tests.table.games.mythology_go_games import DECK, RandomGame, closed_cards

pytestmark = pytest.mark.long

GAMES = int(os.environ.get("CLOSED_GAMES", "3"))  # `make prove` says how many
MOST = 4  # cards that are swapped in each game
REVEALS = {
    "creature": {"count_opened", "card_destroyed", "card_resurrected"},
    "deity": {"accusation_settled", "round_ended"},
}


def swapped(facts: Sequence[Fact], one: str, other: str) -> list[Fact]:
    """Let two cards change places wherever they were seen."""
    names = {one: other, other: one}
    return [
        replace(fact, card=names.get(fact.card, fact.card)) if isinstance(fact, CardArrived | CardLeft) else fact
        for fact in facts
    ]


def seen_by_others(facts: Sequence[Fact], owner: int, kind: str) -> Iterator[Any]:
    """Say fact by fact what all but a card's owner are told and shown, the lights, and when the table acts next."""
    reveals = REVEALS.get(kind, REVEALS["creature"])
    started, *others = facts
    assert isinstance(started, GameStarted)
    session = Session(started)
    audiences = [one for one in session.audiences if one not in ("sealed", f"seat:{owner}")]
    for fact in others:
        lines = [line for line in session.take(fact) if line.audience in audiences]
        if any(line.event.name in reveals for line in lines):
            return
        views = {audience: to_json(session.view(audience)) for audience in audiences}
        lights = steady_signals(session.view(PUBLIC))
        yield [(line.audience, dump(line)) for line in lines], views, lights, session.due()
    assert HOST in audiences


def alike(card: str) -> list[str]:
    """Return the cards of another name that may be closed as this one may, whatever lies there."""

    def right(code: str) -> tuple[object, ...]:
        other = DECK[code]
        return other.kind, other.face_down, any(effect.keyword == "satyr" for effect in other.effects)

    return [code for code in DECK if right(code) == right(card) and DECK[code].name != DECK[card].name]


def while_closed(facts: Sequence[Fact], owner: int, card: str) -> Sequence[Fact]:
    """Give a game up to where a card is shown: touched openly where it does not lie yet, or on another pad."""
    started, *others = facts
    assert isinstance(started, GameStarted)
    session, down = Session(started), False
    for number, fact in enumerate(others, start=1):
        if isinstance(fact, ButtonDown | ButtonUp) and fact.seat == owner:
            down = isinstance(fact, ButtonDown)
        state = session._referee.worlds[0].state.round
        lies = state.placed(card) is not None or card in state.wrong or state.deities.get(owner) == card
        if (
            isinstance(fact, CardArrived)
            and fact.card == card
            and not (fact.zone == f"seat.{owner}" and (down or lies))
        ):
            return facts[:number]
        session.take(fact)
    return facts


@pytest.mark.parametrize("seed", range(GAMES))
def test_another_closed_card_or_deity_is_told_to_nobody_else(seed: int) -> None:
    game = RandomGame(seed, 2 + seed % 7, terrain_max=2 + seed % 6).play()
    touched = {fact.card for fact in game.facts if isinstance(fact, CardArrived)}
    tried: list[str] = []
    for owner, card in dict.fromkeys(closed_cards(game)):
        others = [code for code in alike(card) if code not in touched]
        if not others:
            continue
        other, kind, facts = game.chance.choice(others), DECK[card].kind, while_closed(game.facts, owner, card)
        changed = seen_by_others(swapped(facts, card, other), owner, kind)
        for before, after in zip(seen_by_others(facts, owner, kind), changed, strict=True):
            assert before == after, (card, other)
        tried.append(kind)
        if len(tried) == MOST:
            break
    if not tried:
        pytest.skip("every card that may be closed was seen")
