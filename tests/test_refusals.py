"""The exact sentences with which rules forbid something, as random walks through each game find them.

`UPDATE_RECORDS=1 pytest tests/test_refusals.py` rewrites the records; read what has changed before you commit it.
Names of players and cards are left out, so each sentence is recorded once.
"""

import json
import os
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import pytest

from table import games, languages
from table.facts import GameStarted, Placement
from table.games.game import IllegalAction, prepare
from table.saying import by_hand
from table.values import fields
from tests.own import OWN_GAMES

FOLDER = Path(__file__).parent / "recorded"
UPDATE = os.environ.get("UPDATE_RECORDS") == "1"
pytestmark = pytest.mark.long

PLAYERS: list[str | None] = ["Ana", "Ben", "Cleo"]
STEPS, WALKS = 250, 4


AT_PADS = re.compile(r"\b(touch|pad|tapis|berühr|Feld)", re.IGNORECASE)


def walk(game: str, **placement: Placement) -> Iterator[tuple[Any, Any, Any, IllegalAction | None]]:
    """Play some games at random; yield the rule book, state, each action tried, and why it was forbidden or None."""
    for seed in range(WALKS):
        chance = Random(seed)  # noqa: S311
        setup = prepare(games.find(game), GameStarted(0, game, PLAYERS, {}, seed=seed, placement=placement))
        book = import_module(f"table.games.{game}.rules").BOOK
        state: Any = games.find(game).start(setup)[0].round
        for _ in range(STEPS):
            lawful = []
            for action in conceivable(book, state, chance):
                why = book.why_not(state, action)
                yield book, state, action, why
                if why is None:
                    lawful.append(action)
            if not lawful:
                break
            state, _ = book.apply(state, chance.choice(lawful))


def of(game: str) -> set[tuple[str, str, str]]:
    """Return the kind, reason and sentence of every forbidden action."""
    tried = [(state, type(action).__name__, why) for _, state, action, why in walk(game) if why is not None]
    blank = _blank(tried[0][0].setup)
    return {(kind, why.reason, blank.sub("…", why.text)) for _, kind, why in tried}


def conceivable(book: Any, state: Any, chance: Random) -> Iterator[Any]:
    """Yield what each seat might do with some cards of the deck, and what time and the host might do."""
    cards = list(state.setup.cards)
    for seat in state.setup.seats:
        yield from book.conceivable(state, seat, chance.sample(cards, 6))
        yield from (kind(seat) for kind in book.rules if _says(kind) == ["seat"])
    yield from (kind() for kind in book.rules if not _says(kind))
    yield from (kind(chance.choice(cards)) for kind in book.rules if _says(kind) == ["card"])


def _says(kind: Any) -> list[str]:
    return list(fields(kind))


def _blank(setup: Any) -> re.Pattern[str]:
    """Return a pattern that matches names of players, labels of cards, and numbers."""
    names = {card.label for card in setup.cards.values()} | {name for name in setup.players if name}
    longest_first = sorted(map(re.escape, names), key=len, reverse=True)
    return re.compile(rf"\b(?:an? )?(?:{'|'.join(longest_first)})\b|\b\d+\b", re.IGNORECASE)


@pytest.mark.parametrize("game", OWN_GAMES)
def test_what_is_forbidden_is_said_as_it_was_recorded(game: str) -> None:
    golden = FOLDER / f"{game}.refusals.json"
    found = [list(one) for one in sorted(of(game))]
    if UPDATE:
        golden.write_text(json.dumps(found, indent=0, ensure_ascii=False) + "\n")

    assert found == json.loads(golden.read_text())


@pytest.mark.parametrize("game", OWN_GAMES)
def test_no_phone_that_lays_cards_is_told_to_touch_a_pad(game: str) -> None:
    taps: dict[str, Placement] = {
        zone: "tap" for zone in games.find(game).zones(len(PLAYERS)) if not zone.startswith("seat.")
    }
    refused = {by_hand(why.text) for *_, why in walk(game, **taps) if why is not None}
    sentences = {languages.find(one).says(text) for text in refused for one in ("en", "de", "fr")}

    assert [one for one in sentences if AT_PADS.search(one)] == []


@pytest.mark.parametrize("game", OWN_GAMES)
def test_nothing_is_allowed_in_a_phase_that_its_rule_does_not_name(game: str) -> None:
    for book, state, action, why in walk(game):
        assert why is not None or book.rules[type(action)].can_be_in(state.phase.name)
