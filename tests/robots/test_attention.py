"""What robots see of others' hands: like all phones whose hand moves and for how long, and nothing of the cards."""

from table.ai.known import Moved
from table.emulated.sight import Movements
from table.keeping.journal import Journal
from table.robots.group import Attention
from tests.robots.persons import Person
from tests.robots.room import Room

S = 1_000_000_000


def looking(*moved: tuple[int, int]) -> Attention:
    """Robots at seats 2 and 3, who were told 4 events and 5, see hands move at 0 s: seats, each with so many ms."""
    movements = Movements(lambda: 0)
    eyes = Attention(movements, lambda seat: seat + 2)
    for seat, for_ms in moved:
        movements.begin(seat, for_ms)
    assert eyes.looks((2, 3)) == bool(moved)
    return eyes


def test_all_robots_see_the_same_hand_move_for_as_long() -> None:
    eyes = looking((1, 640), (2, 800))

    assert eyes.saw(2, 0) == (Moved(1, 640, 4), Moved(2, 800, 4))
    assert eyes.saw(3, 0) == (Moved(1, 640, 5), Moved(2, 800, 5))


def test_a_hand_comes_to_rest_and_then_the_moment_goes_by() -> None:
    eyes = looking((1, 640))

    assert [one.rests for at_s in (0, 1, 5, 7) for one in eyes.saw(2, at_s * S)] == [False, True, True, False]


def test_what_moved_before_somebody_sat_down_or_in_an_earlier_round_is_not_seen() -> None:
    eyes = looking((1, 640))

    assert eyes.saw(4, 0) == ()
    eyes.forgets()
    assert eyes.saw(2, 0) == ()


def test_robots_see_what_people_lay_and_not_how_many_cards(journal: Journal) -> None:
    room = Room(journal, "mito", seats=3)
    answer = room.phone.asks("quick", game="mito", robots=2, kind="easy", name="Ana")
    person = Person(room, room.phone, answer.get_json()["seats"][0])
    room.runs(600)
    assert room.group is not None

    person.does("lay", cards=list(person.hand[:2]), zone="discard")
    room.runs(600)

    [moved] = [one for one in room.group.sees(2).moves if one.seat == person.seat]
    assert moved.for_ms == room.table.people.movements.since(0)[-1].for_ms
    assert room.group.sees(3).moves == room.group.sees(2).moves
