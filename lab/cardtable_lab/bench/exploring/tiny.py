"""Tiny decks of real cards, which together cover all kinds of cards, and functions that score their rounds."""

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from cardtable_lab.bench.exploring.worlds import Explorer, Tiny
from cardtable_lab.simulated.mito.book import costs
from cardtable_lab.simulated.mythology_go.book import Row
from cardtable_lab.simulated.mythology_go.counting import BoardToCount, points
from table import games
from table.ai.known import World
from table.games.game import Setup
from table.games.mito import rounds as mito_rounds
from table.values import replace

Counted = Mapping[int, int]


def _cards_left(_setup: Setup, _before: World[Any], after: World[Any]) -> Counted:
    """Return each seat's points: one for each card left in its hand."""
    return {seat: len(hand) for seat, hand in after.hands.items()}


def _mito(_setup: Setup, _before: World[Any], after: World[Any]) -> Counted:
    """Return the cost of each seat's hand, by the simulated people's own rule book."""
    return {seat: costs(list(hand)) for seat, hand in after.hands.items()}


def _mythology_go(_setup: Setup, before: World[Any], _after: World[Any]) -> Counted:
    """Return each seat's points as the simulated people count them, from what is printed on the cards."""
    state = before.state
    printed = {str(card["code"]): card for card in games.find("mythology_go").deck(None)}
    rows = {
        seat: Row(
            [one.card for one in row],
            risen={one.card for one in row if one.risen},
            pairs=[(pair[0], pair[1]) for pair in state.pairs.get(seat, ())],
        )
        for seat, row in state.rows.items()
    }
    named = [
        (seat, accused)
        for seat, (accused, deity) in state.accused.items()
        if _identifies(printed.get(state.deities.get(seat, ""), {}))
        and accused in state.deities
        and printed[state.deities[accused]]["name"] == deity
    ]
    return points(BoardToCount(rows, printed, state.deities, state.beliefs, state.aims, named))


def _identifies(deity: Mapping[str, Any]) -> bool:
    return any(effect["keyword"] == "identification" for effect in deity.get("effects") or ())


BY_HAND: Mapping[str, Any] = {
    "mito": _mito,
    "mytho": _cards_left,
    "nur_mut": _cards_left,
    "mythology_go": _mythology_go,
}


def _of(game: str, codes: str, players: int, hand: int | None = None, **options: Any) -> Tiny:
    wanted = codes.split()
    deck = {str(card["code"]): card for card in games.find(game).deck(None)}
    said = " ".join(f"{name}={value}" for name, value in options.items())
    title = (
        f"{players} people, {len(wanted)} cards{'' if hand is None else f', {hand} each'}{', ' if said else ''}{said}"
    )
    agreed = {"rounds": 1, **options}
    return Tiny(title, game, players, agreed, [deck[code] for code in wanted], BY_HAND[game], hand)


def _mytho(codes: str, players: int = 2, **options: Any) -> Tiny:
    return _of("mytho", codes, players, **options)


def _nur_mut(codes: str, **options: Any) -> Tiny:
    return replace(_of("nur_mut", codes, 2, **options), most=450_000)


def _go(codes: str, **options: Any) -> Tiny:
    usual = {"terrain_max": 1, "draw": 1, "plays_per_turn": 1, "final_turns": 1}
    return _of("mythology_go", codes, 2, **{**usual, **options})


def _mito_of(codes: str, hand: int, **options: Any) -> Tiny:
    return replace(_of("mito", codes, 3, hand, **options), most=30_000)  # 60 a second: races can end in many ways


TINY: tuple[Tiny, ...] = (
    _mytho("7h 8h 7s 9s", hand_size=1),
    _mytho("7h 8h 7s 9s 9h", hand_size=1, draw_per_turn=2),
    _mytho("7h 8h 7s 9s", hand_size=1, players=3),
    _mytho("7h 8h 7s 9s 9h", hand_size=2),
    _mytho("7h 8h 7s 9s 9h", hand_size=2, plays_per_turn=2, turn_order="either", allow_pass=True),
    _nur_mut("nm01 nm20 nm40 nm60 nm81", hand_size=1),
    _nur_mut("nm01 nm02 nm40 nm60 nm79", hand_size=1, wrap=True, refill_always=False),
    _go("harpy.1 troll.1 troll.2 harpy.2 gorgon.1"),
    _go("harpy.1 dwarf.1 minotaur.1 sphinx.1 anubis.1 odin.1"),
    _go("harpy.1 phoenix.1 werewolf.1 goblin.1 leprechaun.1", draw=2),
    _go("troll.1 troll.2 satyr.1 leviathan.1 djinn.1 cerberus.1", draw=2, plays_per_turn=2),
    _mito_of("number1.1 number2.1 number3.1 moth2.1 guard", 1),
    _mito_of("number1.1 mosquito2.1 cockroach2.1 ant3.1 guard", 1),
    _mito_of("number1.1 spider2.1 number2.1 cockroach3.1 number3.1 guard", 1, last_card_action="works"),
)


@contextmanager
def dealt(tiny: Tiny) -> Iterator[None]:
    """Make Mito deal the hands that `tiny` requires, until the block ends."""
    before = mito_rounds.HAND
    mito_rounds.HAND = before if tiny.hand is None else tiny.hand
    try:
        yield
    finally:
        mito_rounds.HAND = before


def explored(number: int, most: int | None = None) -> dict[str, Any]:
    """Visit the states of one tiny game, up to a limit; return the findings as plain data."""
    tiny, began_s = TINY[number], time.process_time()
    with dealt(tiny):
        found = Explorer(tiny).visits(most or tiny.most)
    return {
        "game": tiny.game,
        "what": tiny.name,
        "states": found.states,
        "all": found.whole,
        "steps": found.steps,
        "ends": found.ends,
        "counted": found.counted,
        "wrong": dict(found.wrong),
        "examples": {what: str(one) for what, one in found.examples.items()},
        "actions": dict(found.actions),
        "seconds": round(time.process_time() - began_s, 1),
    }
