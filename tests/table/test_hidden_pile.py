"""The hidden pile by swapping: which card lies there changes nothing that anybody is told, no light, and no time."""

import json
import os
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from table import games
from table.facts import ButtonDown, ButtonUp, CardArrived, CardLeft, Fact, GameStarted, TimePassed, micros
from table.games.game import SEALED
from table.judging.session import Session, dump
from table.running.signals import steady_signals
from table.values import replace, to_json
from tests.replayed import whys

pytestmark = pytest.mark.long

GAMES = int(os.environ.get("HIDDEN_GAMES", "40"))  # `make prove` says how many
PORTIONS = 4
MYTHO = games.find("mytho")
DECK = [card["code"] for card in MYTHO.deck(MYTHO.options())]
AGREED: list[dict[str, Any]] = [{}, {}, {"hand_size": 2}, {"hand_size": 3, "rounds": 2}, {"plays_per_turn": 2},
                                {"turn_order": "either"}, {"after_contest": "challenger", "hand_size": 8}]  # fmt: skip


class Evening:
    """A game played at random: cards that fit, and others, face up and face down, taps, holds, cards taken back."""

    def __init__(self, seed: int) -> None:
        chance = self._chance = Random(seed)  # noqa: S311 - chance, no secret
        players: list[str | None] = ["Ana", "Ben", "Cleo", "Dan"][: chance.randint(2, 4)]
        placement: Any = dict.fromkeys(("visible", "hidden"), chance.choice(("tap", "pile")))
        started = GameStarted(0, "mytho", players, chance.choice(AGREED), None, seed, placement)
        self.session = Session(started)
        self.facts: list[Fact] = [started]
        self.stock = chance.sample(DECK, len(DECK))
        self._plays(chance.randint(8, 40))

    def _plays(self, moves: int) -> None:
        self._takes(CardArrived(micros(1), "visible", self.stock.pop()))
        for _ in range(moves):
            if self.session.ended:
                break
            self._moves()
        self._takes(TimePassed(self.session.now + micros(10)))

    def _takes(self, *facts: Fact) -> None:
        for fact in facts:
            self.session.take(fact)
            self.facts.append(fact)

    def _soon(self, most: float = 3.0) -> int:
        return self.session.now + micros(round(self._chance.choice((0.05, 0.2, 0.6, 1.1, most)), 3))

    def _moves(self) -> None:
        match self._chance.choice(("open", "hidden", "hidden", "press", "press", "again", "time")):
            case "open":
                self._takes(CardArrived(self._soon(), "visible", self._fitting()))
            case "hidden":
                self._takes(
                    CardArrived(self._soon(), "hidden", self.stock.pop(self._chance.randrange(len(self.stock))))
                )
            case "press":
                seat, down = self._chance.choice(self.session.setup.seats), self._soon()
                up = down + micros(self._chance.choice((0.1, 0.1, 0.3, 0.8)))
                self._takes(ButtonDown(down, seat), ButtonUp(up, seat))
            case "again":
                self._moves_the_last_card_again()
            case _:
                self._takes(TimePassed(self._soon(6.0)))

    def _fitting(self) -> str:
        top = to_json(self.session.view("public"))["piles"]["visible"]["top"]
        fits = [card for card in self.stock if top and (card[-1] == top[-1] or card[:-1] == top[:-1])]
        card = self._chance.choice(fits if fits and self._chance.random() < 0.8 else self.stock)
        self.stock.remove(card)
        return card

    def _moves_the_last_card_again(self) -> None:
        laid = [fact for fact in self.facts if isinstance(fact, CardArrived)]
        card, zone = laid[-1].card, laid[-1].zone
        pad = self.session.setup.placement[zone] == "tap"
        if pad:
            self._takes(CardArrived(self._soon(), zone, card))
        else:
            lift = CardLeft(self._soon(), zone, card)
            self._takes(lift, CardArrived(lift.t + micros(1), zone, card))

    def swapped(self) -> list[Fact]:
        """Put another card in the place of each that lay on the hidden pile only, and that nobody turned over."""
        open_cards = {fact.card for fact in self.facts if isinstance(fact, CardArrived) and fact.zone == "visible"}
        named = self.told_openly(self.facts)
        hidden = {fact.card for fact in self.facts if isinstance(fact, CardArrived) and fact.zone == "hidden"}
        secret = sorted(hidden - open_cards - named)
        others = dict(zip(secret, self.stock, strict=False))
        return [
            replace(fact, card=others.get(fact.card, fact.card)) if isinstance(fact, CardArrived | CardLeft) else fact
            for fact in self.facts
        ]

    @staticmethod
    def told_openly(facts: list[Fact]) -> set[str]:
        """Return the cards that a contest has turned over."""
        _, brought = Session.replay(facts)
        settled = [dump(line) for lines in brought for line in lines if line.event.name == "contest_settled"]
        return {one["card"] for one in settled}


def noticed(facts: list[Fact]) -> Iterator[str]:
    """Write down what anybody but the table could notice: every line, its time, every picture, light, and answer."""
    started, *others = facts
    assert isinstance(started, GameStarted)
    session = Session(started)
    audiences = [audience for audience in session.audiences if audience != SEALED]
    by_audience: dict[str, list[dict[str, Any]]] = {audience: [] for audience in audiences}
    for fact in others:
        lines = session.take(fact)
        for line in lines:
            if line.audience != SEALED:
                by_audience[line.audience].append(json.loads(json.dumps(dump(line))))
                yield json.dumps([line.audience, by_audience[line.audience][-1]])
        yield json.dumps([session.due(), [to_json(session.view(audience)) for audience in audiences]])
        yield repr(steady_signals(session.view("public")))
    for audience in audiences:
        yield from map(repr, whys(session, by_audience[audience]))


@pytest.mark.parametrize("portion", range(PORTIONS))
def test_which_card_lies_hidden_shows_nowhere(portion: int) -> None:
    swapped = 0
    for seed in range(portion, GAMES, PORTIONS):
        evening = Evening(seed)
        other = evening.swapped()
        swapped += other != evening.facts

        assert list(noticed(other)) == list(noticed(evening.facts)), f"seed {seed}"
    assert swapped > 0.8 * GAMES / PORTIONS
