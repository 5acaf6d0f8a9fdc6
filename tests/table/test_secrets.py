"""Secrets by swapping: what lies second in a drop changes nothing that anybody is told, in bytes, pictures or time."""

import json

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from table import cards
from table.facts import ButtonDown, ButtonUp, CardArrived, Fact, GameStarted, TimePassed, micros
from table.games.mito.rules import fits
from table.judging.session import Session, dump
from table.values import Value, to_json
from tests.replayed import whys

DECK = {card["code"]: (card["kind"], card.get("number")) for card in cards.shipped_deck("mito")}
PLAYABLE = sorted(code for code, (kind, _) in DECK.items() if kind not in ("moth", "guard"))
EVERYBODY = ("public", "host", "seat:1", "seat:2", "seat:3")
APART = micros(8)  # longer than any race for a mosquito


class Finger(Value):
    """A press, at a time after the reading of some card."""

    card: int
    seat: int
    at: float
    long: float

    def facts(self, read_at: int) -> list[Fact]:
        down = read_at + micros(self.at)
        return [ButtonDown(down, self.seat), ButtonUp(down + micros(self.long), self.seat)]


class Evening(Value):
    """Play in which one drop brings a second card along: the same evening with any, or without."""

    played: list[str]
    at: int
    answer: str | None
    fingers: list[Finger]
    pad: bool

    def facts(self, second: str | None) -> list[Fact]:
        placement = {"discard": "tap"} if self.pad else {}
        made: list[Fact] = []
        for number, code in enumerate(self.played):
            now = (number + 1) * 2 * APART
            made.append(CardArrived(now, "discard", code))
            if number == self.at and second is not None:
                made.append(CardArrived(now + micros(0.1), "discard", second))
            if number == self.at and self.answer is not None:
                made.append(CardArrived(now + micros(1.5), "discard", self.answer))
            made += [fact for finger in self.fingers if finger.card == number for fact in finger.facts(now)]
        end = TimePassed((len(self.played) + 2) * 2 * APART)
        started = GameStarted(0, "mito", ["Ana", "Ben", "Cleo"], {}, None, 5, placement)  # type: ignore[arg-type]
        return [started, *sorted(made, key=lambda fact: fact.t), end]


def fingers(last: int) -> st.SearchStrategy[list[Finger]]:
    at = st.sampled_from([-0.9, -0.7, -0.3, -0.1, 0.05, 0.2, 0.3, 0.6, 0.9, 1.2, 1.6, 2.5, 6.0])
    finger = st.builds(Finger, st.integers(0, last), st.integers(1, 3), at, st.sampled_from([0.1, 0.1, 0.5, 0.7]))
    return st.lists(finger, max_size=8)


@st.composite
def evenings(draw: st.DrawFn) -> Evening:
    """Draw cards each of which fits on the one before; the first of the drop may be any that has a power."""
    played = [draw(st.sampled_from(PLAYABLE))]
    for _ in range(draw(st.integers(2, 6))):
        fitting = [code for code in PLAYABLE if code not in played and _fits(code, played[-1])]
        powerful = [code for code in fitting if DECK[code][0] != "number"]
        assume(fitting)
        played.append(draw(st.sampled_from(powerful if powerful and draw(st.booleans()) else fitting)))
    at = draw(st.integers(1, len(played) - 1))
    answers = [code for code in PLAYABLE if DECK[code][1] == DECK[played[at]][1] and code not in played]
    answered = DECK[played[at]][0] == "cockroach" and draw(st.booleans())
    answer = draw(st.sampled_from(answers)) if answered and answers else None
    return Evening(played, at, answer, draw(fingers(len(played) - 1)), draw(st.booleans()))


def _fits(code: str, top: str) -> bool:
    return fits(DECK[code][1] or 0, DECK[top][1] or 0, wrap=True)


def seen(evening: Evening, second: str | None) -> list[str]:
    """Write down what anybody but the table could notice: every line with its time, every picture, every answer to why.

    When a round is over its log is opened, and there are no secrets left.
    """
    started, *facts = evening.facts(second)
    session = Session(started)  # type: ignore[arg-type]
    noticed = [json.dumps([line.audience, dump(line)]) for line in session.opening if line.audience in EVERYBODY]
    for fact in facts:
        lines = session.take(fact)
        if any(line.event.name == "log_opened" for line in lines):
            break
        noticed += [json.dumps([line.audience, dump(line)]) for line in lines if line.audience in EVERYBODY]
        if getattr(fact, "card", None) != second or second is None:
            noticed += [json.dumps(to_json(session.view(audience))) for audience in EVERYBODY]
    return noticed + reasons(session, noticed)


def reasons(session: Session, noticed: list[str]) -> list[str]:
    """Write down what anybody is answered who asks why, of everything that they were told."""
    heard = [json.loads(line) for line in noticed if line.startswith("[")]
    answers = []
    for audience in EVERYBODY:
        mine = [event for one, event in heard if one == audience]
        answers += map(repr, whys(session, mine))
    return answers


def fitted(noticed: list[str], evening: Evening) -> bool:
    """Return whether the first card of the drop fits, and those that follow: else the second one may be the play."""
    heard = [json.loads(line)[1] for line in noticed if line.startswith('["public"')]
    first, read_at = evening.played[evening.at], (evening.at + 1) * 2 * APART / 1e6
    played = any(one["event"] == "card_played" and one["card"] == first and one["t"] < read_at + 1 for one in heard)
    return played and not any(one.get("reason") in ("not_adjacent", "correction_pending") for one in heard)


@given(evenings(), st.data())
def test_the_second_card_of_a_drop_shows_nowhere(evening: Evening, data: st.DataObject) -> None:
    others = sorted(DECK.keys() - {*evening.played, evening.answer})
    second, other = data.draw(st.lists(st.sampled_from(others), min_size=2, max_size=2, unique=True))

    without = seen(evening, None)
    assume(fitted(without, evening))

    assert seen(evening, second) == without
    assert seen(evening, other) == without


@pytest.mark.parametrize("second", ["ant5.1", "ant4.1", "number3.1"])
def test_whether_a_late_card_is_refused_depends_on_no_card_hidden_below_it(second: str) -> None:
    """A 3 that comes just after a neighbour went out fits the 2 that is seen, whatever lies on that 2."""
    out = Finger(2, 1, at=-0.9, long=0.7)
    evening = Evening(["ant1.1", "ant2.1", "ant3.1"], at=1, answer=None, fingers=[out], pad=False)

    without = seen(evening, None)

    assert any("hands are counted already" in line for line in without)
    assert seen(evening, second) == without


def test_a_card_of_a_hand_is_named_to_nobody_else() -> None:
    """A pad sees hands while they are counted; what is wrong with a card there is told without naming it."""
    session = Session(GameStarted(0, "mito", ["Ana", "Ben", "Cleo"]))
    lines = []
    for at, zone, card in ((1, "discard", "number2.1"), (3, "discard", "number1.1")):
        session.take(CardArrived(micros(at), zone, card))
    for fact in (ButtonDown(micros(5), 2), ButtonUp(micros(6), 2)):
        session.take(fact)
    for at, zone in ((7, "seat.1"), (8, "seat.3")):
        lines += session.take(CardArrived(micros(at), zone, "number3.1"))

    refused = {line.audience: dump(line) for line in lines}
    assert all(one["event"] == "play_refused" and one["zone"] == "seat.3" for one in refused.values())
    assert {audience for audience, one in refused.items() if one.get("card") == "number3.1"} == {"sealed", "seat:3"}
    assert {one["text"] for audience, one in refused.items() if "card" not in one} == {
        "That card does not count in this hand."
    }
