"""Secrets by swapping: what lies second in a drop changes nothing that anybody is told, in bytes, pictures or time."""

import json
from dataclasses import dataclass

from hypothesis import assume, given
from hypothesis import strategies as st

from table import cards
from table.facts import ButtonDown, ButtonUp, CardArrived, Fact, GameStarted, TimePassed, micros
from table.games.mito.rules import fits
from table.session import Session, dump

DECK = {card["code"]: card["number"] for card in cards.shipped_deck("mito")}
EVERYBODY = ("public", "host", "seat:1", "seat:2", "seat:3")


@dataclass(frozen=True)
class Evening:
    """Honest play in which one drop brings a second card along: the same evening with any, or without."""

    before: list[str]
    first: str
    after: list[str]
    pad: bool

    def facts(self, second: str | None) -> list[Fact]:
        placement = {"discard": "tap"} if self.pad else {}
        told: list[Fact] = [GameStarted(0, "mito", ["Ana", "Ben", "Cleo"], {}, None, 5, placement)]  # type: ignore[arg-type]
        now = 0
        for code in (*self.before, self.first, *self.after):
            now += micros(2)
            told.append(CardArrived(now, "discard", code))
            if code == self.first and second is not None:
                told.append(CardArrived(now + micros(0.1), "discard", second))
        told += [ButtonDown(now + micros(1), 1), ButtonUp(now + micros(1.1), 1)]
        return [*told, TimePassed(now + micros(3))]


@st.composite
def evenings(draw: st.DrawFn) -> Evening:
    """Draw cards each of which fits on the one before."""
    played = [draw(st.sampled_from(sorted(DECK)))]
    for _ in range(draw(st.integers(2, 8))):
        fitting = [code for code in sorted(DECK) if code not in played and _fits(code, played[-1])]
        assume(fitting)
        played.append(draw(st.sampled_from(fitting)))
    at = draw(st.integers(1, len(played) - 1))
    return Evening(played[:at], played[at], played[at + 1 :], draw(st.booleans()))


def _fits(code: str, top: str) -> bool:
    return fits(DECK[code], DECK[top], wrap=True)


def seen(evening: Evening, second: str | None) -> list[str]:
    """Write down what anybody but the table could notice: every line with its time, every picture after each fact."""
    started, *facts = evening.facts(second)
    session = Session(started)  # type: ignore[arg-type]
    noticed = []
    for fact in facts:
        lines = session.take(fact)
        noticed += [json.dumps([line.audience, dump(line)]) for line in lines if line.audience in EVERYBODY]
        if getattr(fact, "card", None) != second or second is None:
            noticed += [json.dumps(session.view(audience)) for audience in EVERYBODY]
    return noticed


@given(evenings(), st.data())
def test_the_second_card_of_a_drop_shows_nowhere(evening: Evening, data: st.DataObject) -> None:
    used = {*evening.before, evening.first, *evening.after}
    second, other = data.draw(
        st.lists(st.sampled_from(sorted(DECK.keys() - used)), min_size=2, max_size=2, unique=True)
    )

    without = seen(evening, None)

    assert seen(evening, second) == without
    assert seen(evening, other) == without
