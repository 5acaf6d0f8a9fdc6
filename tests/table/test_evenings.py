"""Whole evenings of Mito at random: cards that fit and some that do not, fingers, hosts who undo, rule and pause.

Whatever happens, the table goes on, tells everybody the same, and replays to the same bytes. Each seed is an evening.
"""

import json
import random
from collections.abc import Iterator, Sequence

import pytest

from table import cards, facts
from table.facts import (
    ButtonDown,
    ButtonUp,
    CardArrived,
    CardLeft,
    ChoiceMade,
    Fact,
    GameStarted,
    TableResumed,
    TimePassed,
    micros,
)
from table.games.mito import actions, rules
from table.games.mito.state import Phase, State
from table.judging.session import Session, dump
from table.values import to_json

pytestmark = pytest.mark.long

DECK = [card["code"] for card in cards.shipped_deck("mito")]
NAMES = ["Ana", "Ben", "Cleo", "Dan", "Eva"]
AGREED: list[dict[str, object]] = [
    {},
    {"preset": "french"},
    {"preset": "published"},
    {"start_action": True, "cockroach_response_action": True, "last_card_action": "works"},
    {"draw_then_play": True, "mosquito_penalty": "draw", "guard_moth_follows_value": False},
    {"empty_draw": "none", "guard_rotation": "guard", "table_adjudicates": True, "cockroach_next_turn": "left"},
]
STEPS = (0.01, 0.05, 0.1, 0.12, 0.2, 0.25, 0.3, 0.4, 0.41, 0.6, 0.7, 1, 1.5, 2, 6, 11)
CHOICES = ("undo", "undo", "rule", "rule", "reshuffled", "turn", "settle", "next_round", "pause", "resume", "resume")


class Evening:
    """Plays at random; `facts` is what the table saw."""

    def __init__(self, seed: int, length: int = 150) -> None:
        self._chance = random.Random(seed)  # noqa: S311 - chance, no secret
        placement = self._chance.choice(["tap", "pile"])
        agreed = {**self._chance.choice(AGREED), "rounds": self._chance.choice([1, 2])}
        names = NAMES[: self._chance.choice([3, 4, 5])]
        started = GameStarted(0, "mito", list(names), agreed, None, seed, {"discard": placement})  # type: ignore[dict-item]
        self.session, self.facts, self._down = Session(started), [started], set[int]()
        self.pile = placement == "pile"
        while len(self.facts) < length:
            self._passes(self._chance.choice(STEPS))
            self._does(self._chance.random())
        self._takes(TimePassed(self.now + micros(30)))

    @property
    def now(self) -> int:
        return self.session.now

    @property
    def rounds(self) -> list[State]:
        return [world.state.round for world in self.session._referee.worlds]

    def _takes(self, fact: Fact) -> None:
        self.facts.append(fact)  # type: ignore[arg-type]
        self.session.take(fact)

    def _passes(self, seconds: float) -> None:
        self._takes(TimePassed(self.now + micros(seconds)))

    def _does(self, die: float) -> None:
        seat = self._chance.choice(self.session.setup.seats)
        state = self._chance.choice(self.rounds)
        if die < 0.45:
            self._lays(state, seat)
        elif die < 0.88:
            self._presses(self._chance.choice([seat, state.turn or seat, state.guard]))
        elif die < 0.97:
            self._chooses(self._chance.choice(CHOICES), seat)
        else:
            self._takes(TableResumed(self.now))

    def _lays(self, state: State, seat: int) -> None:
        fitting = list(self._fitting(state))
        powerful = [card for card in fitting if not card.startswith("number")]
        likely = self._chance.choice([powerful or fitting, fitting, sorted(state.wrong | state.played), DECK])
        card = self._chance.choice(likely or DECK)
        zone = "discard" if self._chance.random() < 0.85 else f"seat.{seat}"
        self._takes(CardArrived(self.now, zone, card))
        lying = sorted(self.session._piled.on("discard"))
        if self.pile and lying and self._chance.random() < 0.2:
            self._passes(0.3)
            self._takes(CardLeft(self.now, "discard", self._chance.choice(lying)))

    def _fitting(self, state: State) -> Iterator[str]:
        match state.phase:
            case Phase.SET_UP:
                yield from DECK
            case Phase.RACING:
                yield from (card for card in DECK if rules.why_not(state, actions.Match(card)) is None)
            case _:
                lays = (actions.Lay(state.turn, card, (card,)) for card in DECK)
                yield from (lay.card for lay in lays if rules.why_not(state, lay) is None)

    def _presses(self, seat: int) -> None:
        if seat in self._down:
            self._down.remove(seat)
            self._takes(ButtonUp(self.now, seat))
            return
        self._takes(ButtonDown(self.now, seat, self._chance.choice([None, None, 0, 3_000, 20_000])))
        if self._chance.random() < 0.75:
            self._passes(self._chance.choice([0.05, 0.1, 0.3, 0.59]))
            self._takes(ButtonUp(self.now, seat))
        else:
            self._down.add(seat)

    def _chooses(self, choice: str, seat: int) -> None:
        question = self.session._referee.question
        options: Sequence[int | str] = question.options if question is not None else (1,)
        value = {"turn": seat, "settle": self._chance.choice(options)}.get(choice)
        self._takes(ChoiceMade(self.now, 0, choice, value))


@pytest.mark.parametrize("seed", range(60))
def test_an_evening_goes_on_and_replays(seed: int) -> None:
    evening = Evening(seed)
    session = evening.session
    for _ in range(100):
        if (due := session.due()) is not None:
            evening._takes(TimePassed(max(due, session.now)))
    assert session.due() is None

    view = to_json(session.view("public"))
    assert view["prompt"]
    assert view["headline"]
    assert session.worlds_cut == 0
    for state in evening.rounds:
        assert state.pile + state.held + len(state.played) == len(DECK) - 1

    _, brought = Session.replay([facts.parse(json.dumps(facts.dump(fact))) for fact in evening.facts])
    lines = [line for some in brought for line in some]
    by_audience = {
        audience: [dump(line) for line in lines if line.audience == audience] for audience in session.audiences
    }
    assert by_audience["public"][-1] == view["last"]
    assert all([one["seq"] for one in some] == list(range(1, len(some) + 1)) for some in by_audience.values())
    assert {line.audience for line in lines if line.event.name == "cards_slipped"} <= {"sealed"}
