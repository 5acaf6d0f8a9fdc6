"""Games of one person with robots, from the first request to the last card: they end, and no robot is slow.

The person does the least that a phone can do. What was told is what hands did, and no secret is out.
"""

import pytest

from cardtable_lab.simulation.sabotage import RAISES, faulty_rules
from table import games
from table.keeping.journal import Journal
from table.robots.seated import OF_KIND, Slips
from tests.robots.persons import LEAST
from tests.robots.whole import played, slowest_s

pytestmark = pytest.mark.long

LONGEST_TURN_S = 5.0
ENOUGH_S = 60  # of a game with robots that slip often
# Of these games `make prove` plays one each.
OTHERS = [pytest.param(game, "easy", marks=pytest.mark.proof) for game in sorted({*LEAST} - {"mito", "nur_mut"})]
# What is wrong at the table, and how much of a game shows it, in s.
FAULTS = {"mistaken_seat": 120, "strict_rules": 120, "generous_sum": 200, "loose_tongue": 20}


@pytest.mark.parametrize(("game", "kind"), [("mito", "easy"), ("mytho", "keen"), ("nur_mut", "easy"), *OTHERS])
def test_a_person_plays_a_whole_game_with_robots(journal: Journal, game: str, kind: str) -> None:
    fewest = games.find(game).fewest_seats
    room = played(journal, game, robots=max(2, fewest - 1), kind=kind)

    assert room.view["over"], room.events[-10:]
    assert room.findings == []
    assert room.robots_refused == [], room.events[-6:]
    assert slowest_s(room) < LONGEST_TURN_S


@pytest.mark.parametrize("game", ["mito", "mytho"])
def test_robots_that_slip_often_are_guided_back(journal: Journal, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(OF_KIND, "easy", Slips(misfit=0.4, forgets=0.3, dreams=0.3))
    room = played(journal, game, robots=2, kind="easy", longest_s=ENOUGH_S)

    refused = [one["card"] for one in room.events if one["event"] == "play_refused"]
    assert set(room.slips) & set(refused)
    assert room.robots_refused == []
    assert [finding for finding in room.findings if finding.kind != "unfinished"] == []
    assert room.view["correction"] is None or room.events[-1]["t"] > ENOUGH_S - 5


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_of_the_table_is_found_in_games_with_robots(journal: Journal, fault: str) -> None:
    with faulty_rules("mytho", fault, 3):
        room = played(journal, "mytho", robots=2, kind="easy", longest_s=FAULTS[fault])

    assert RAISES[fault] in {finding.kind for finding in room.findings}
