"""Between two rounds robots leave people time, and play nothing before the cards of the next one are dealt."""

import pytest

from table.keeping.journal import Journal
from tests.robots.persons import Person, does_the_least
from tests.robots.room import LONGEST_S, Room, luck

READ_S = 10.0  # what people need to read what came of a round


@pytest.mark.parametrize(("game", "number"), [("mythology_go", 2), ("mito", 3)])  # the last seat opens it
def test_a_robot_that_opens_a_round_lets_people_read_and_plays_when_it_is_dealt(
    journal: Journal, game: str, number: int
) -> None:
    with luck(5):
        room = Room(journal, game, seats=3, seed=5)
        answer = room.phone.asks("quick", game=game, robots=2, kind="easy", name="Ana")
        person = Person(room, room.phone, answer.get_json()["seats"][0])
        while len(rounds(room)) < number and room.clock.now_ns() < LONGEST_S * 1e9:
            does_the_least(person)
        opened = rounds(room)[-1]
        ended = [one for one in room.events if one["event"] == "round_ended"][-1]
        begun = len(room.events)
        while room.is_to_deal and room.clock.now_ns() < (opened["t"] + 60) * 1e9:
            seen = [room.group.sees(seat) for seat in (2, 3)] if room.group is not None else []
            assert [one.dealt for one in seen] == [False, False]  # though they hold what is left of the last round
            room.runs(100)

    assert opened["starter"] == 3
    assert opened["t"] - ended["t"] > READ_S
    assert not room.is_to_deal
    assert [one["event"] for one in room.events[begun:] if one["event"] != "turn_started"] == []


def rounds(room: Room) -> list[dict[str, float]]:
    return [dict(one) for one in room.events if one["event"] == "round_started"]
