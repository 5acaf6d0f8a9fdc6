"""How simulated people of Mito go by what the table can know."""

from random import Random

import pytest

from cardtable_lab.simulated.mito import game
from cardtable_lab.simulated.mito.players import Players
from table.emulated.tabletop import AGAIN_NS, Touching
from table.robots.environment import Doing, Environment

CARDS = [f"number{number}.{copy}" for number in range(1, 6) for copy in range(1, 10)]
SHOWN, HIDDEN = "number4.1", "number2.1"


class Idle:
    """Hands that do nothing."""

    def put(self, card: str, zone: str, *, spot: int = 0, for_ns: int | None = None) -> None:
        pass

    def press(self, seat: int) -> None:
        pass

    def release(self, seat: int) -> None:
        pass


@pytest.mark.parametrize(
    ("one_by_one", "named", "on_top", "doubtful"),
    [(True, HIDDEN, HIDDEN, 1), (True, SHOWN, SHOWN, 1), (False, HIDDEN, SHOWN, 0)],
)
def test_of_two_cards_as_one_that_is_played_which_a_reader_finds_if_it_finds_one(
    monkeypatch: pytest.MonkeyPatch, named: str, on_top: str, doubtful: int, *, one_by_one: bool
) -> None:
    touching = Touching(AGAIN_NS, one_by_one)
    environment = Environment(Idle(), lambda *_: None, Random(1), now_ns=0, seats=(1, 2, 3), touching=touching)  # noqa: S311
    players = Players(environment, CARDS)
    players.starts_round()
    players.box.hands[2] = [SHOWN, HIDDEN, "number1.1", "number5.1"]
    players.book.opens("number3.1")
    players.book.turn = 2

    def lays(*_: object, **__: object) -> Doing:
        yield environment.waits(0.3)
        return {"event": "card_played", "card": named}

    monkeypatch.setattr(players, "lays", lays)
    environment.env.process(game._plays(players, 2, SHOWN, HIDDEN))
    environment.env.run(until=10**9)

    assert (players.book.open, players.box.discard[-1], players.doubtful) == (on_top, on_top, doubtful)
    assert {players.book.along, *players.box.discard[-2:]} == {SHOWN, HIDDEN}
