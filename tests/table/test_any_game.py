"""Whatever cards and fingers do, every game takes it: nothing but a bad fact is refused, and time goes on."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from table import games
from table.complaints import BadInput
from table.facts import ButtonDown, ButtonUp, CardArrived, CardLeft, ChoiceMade, Fact, GameStarted, TimePassed, micros
from table.judging.session import Session
from table.values import to_json

pytestmark = pytest.mark.long

FEW_CARDS = 8  # so that the same ones come, go and come again
STEPS_S = (0.02, 0.05, 0.1, 0.3, 0.45, 0.8, 2, 6, 12)
Moved = tuple[float, str, int, int]  # after how many seconds, what, which card, which zone or seat


def does(what: str, t: int, card: str, zone: str, seat: int) -> Fact:
    made: dict[str, Callable[[], Fact]] = {
        "comes": lambda: CardArrived(t, zone, card),
        "leaves": lambda: CardLeft(t, zone, card),
        "down": lambda: ButtonDown(t, seat),
        "up": lambda: ButtonUp(t, seat),
        "undo": lambda: ChoiceMade(t, 0, "undo"),
        "rule": lambda: ChoiceMade(t, 0, "rule"),
        "waits": lambda: TimePassed(t),
    }
    return made[what]()


WHAT = ("comes", "comes", "comes", "leaves", "leaves", "down", "down", "up", "up", "up", "undo", "rule", "waits")


@pytest.mark.parametrize("name", games.names())
@settings(max_examples=300, deadline=None)
@given(
    moves=st.lists(
        st.tuples(st.sampled_from(STEPS_S), st.sampled_from(WHAT), st.integers(0, FEW_CARDS - 1), st.integers(0, 99)),
        max_size=40,
    ),
    on_pads=st.booleans(),
    seed=st.integers(0, 50),
)
def test_nothing_that_a_table_sees_keeps_a_game_from_going_on(
    name: str, moves: list[Moved], on_pads: bool, seed: int
) -> None:
    game = games.find(name)
    players = ["Ana", "Ben", "Cleo"][: game.fewest_seats]
    zones = [zone for zone in game.zones(len(players)) if not zone.startswith("deck")]
    piles = {zone: "tap" if on_pads else "pile" for zone in zones if not zone.startswith("seat.")}
    session = Session(GameStarted(0, name, [*players], {}, None, seed, piles))  # type: ignore[arg-type]
    cards, now = list(session.setup.cards)[:: max(1, len(session.setup.cards) // FEW_CARDS)], 0
    for step_s, what, card, where in moves:
        now += micros(step_s)
        fact = does(what, now, cards[card % len(cards)], zones[where % len(zones)], where % len(players) + 1)
        try:
            session.take(fact)
        except BadInput:
            session.take(TimePassed(now))
    session.take(TimePassed(now + micros(60)))

    assert session.due() is None or session.due() > now + micros(60)  # type: ignore[operator]
    assert session.ended or to_json(session.view("public"))["prompt"]
