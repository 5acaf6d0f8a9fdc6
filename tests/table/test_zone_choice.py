"""A reader that is several zones at once: the zone that somebody has chosen before the touch is meant."""

import pytest

from hardware.observations import NS_PER_US as US
from hardware.observations import TagEvent, UnreadTag
from table import games
from table.facts import PHONE, CardArrived, GameStarted, TagArrived, TagUnread, ZoneUnsaid
from table.games.game import Setup, prepare
from table.sensing.intake import Intake
from table.sensing.zone_choice import ZoneChoice, offered, open_zones
from table.view import CorrectionView, View

UID, OTHER = bytes.fromhex("04a1b2c3d4e5f6"), bytes.fromhex("04a1b2c3d4e5f7")
TAGS = {UID: "7h", OTHER: "8h"}
SEVERAL = {"usb": ("visible", "hidden")}
TURN = View(turn=1)


class Bench:
    """The intake of a game of Mytho with one reader, and what is chosen."""

    def __init__(self) -> None:
        placement = {"visible": "tap", "hidden": "tap"}
        setup: Setup = prepare(games.find("mytho"), GameStarted(0, "mytho", ["Ana", "Ben"], {}, None, 5, placement))
        self.choice = ZoneChoice()
        self.choice.begins(SEVERAL)
        self.intake = Intake(setup, TAGS, {"usb": "visible"}, choice=self.choice)

    def touched(self, uid: bytes = UID, at_ms: int = 0, view: View = TURN, *, smart: bool = False) -> object:
        at_ns = at_ms * 1000 * US
        seen = self.intake.take(TagEvent(at_ns, "usb", uid, present=True, smart=smart), 7, view=view)
        self.intake.take(TagEvent(at_ns + 1, "usb", uid, present=False), 7, view=view)
        return seen


@pytest.fixture
def bench() -> Bench:
    return Bench()


def test_a_touch_is_for_the_zone_that_was_chosen_and_that_holds_for_one_touch(bench: Bench) -> None:
    bench.choice.choose(1, "hidden", 1)

    assert bench.touched() == CardArrived(7, "hidden", "7h")
    assert bench.touched(OTHER, 1000) == ZoneUnsaid(7, ["visible", "hidden"])


def test_a_hand_that_trembles_is_not_asked(bench: Bench) -> None:
    bench.choice.choose(1, "hidden", 1)
    bench.touched()

    assert bench.touched(at_ms=200) is None


def test_a_choice_lapses_with_the_turn(bench: Bench) -> None:
    bench.choice.choose(1, "hidden", 1)

    assert bench.touched(view=View(turn=2)) == ZoneUnsaid(7, ["visible", "hidden"])


def test_a_card_that_could_not_be_read_leaves_the_choice(bench: Bench) -> None:
    unread = UnreadTag(0, "usb")
    assert bench.intake.take(unread, 7, view=TURN) == ZoneUnsaid(7, ["visible", "hidden"])

    bench.choice.choose(1, "hidden", 1)
    assert bench.intake.take(unread, 7, view=TURN) == TagUnread(7, "hidden")
    assert bench.touched() == CardArrived(7, "hidden", "7h")


def test_a_phone_on_the_reader_is_for_no_zone(bench: Bench) -> None:
    bench.choice.choose(1, "hidden", 1)

    assert bench.touched(b"\x08\x01\x02\x03", smart=True) == TagArrived(7, "hidden", PHONE)
    assert bench.touched() == CardArrived(7, "hidden", "7h")


def test_while_something_is_put_right_only_that_place_is_open(bench: Bench) -> None:
    wrong = View(turn=1, correction=CorrectionView(zone="hidden", cards=("7h",)))
    assert bench.touched(view=wrong) == CardArrived(7, "hidden", "7h")

    turned_over = View(turn=1, correction=CorrectionView(zone="hidden", to="visible"))
    assert open_zones(("visible", "hidden"), turned_over) == ("visible",)


def test_when_the_game_is_over_nobody_is_asked(bench: Bench) -> None:
    assert bench.touched(view=View(over=True)) == CardArrived(7, "visible", "7h")


@pytest.mark.parametrize(("seat", "pads"), [(1, ["seat.1"]), (2, ["seat.2"]), (None, ["seat.1", "seat.2"])])
def test_nobody_lays_cards_before_others(seat: int | None, pads: list[str]) -> None:
    assert offered(seat, ("discard", "seat.1", "seat.2"), View()) == ("discard", *pads)


def test_with_one_open_zone_none_is_chosen() -> None:
    """In Mythology GO the discard opens when something has to go there."""
    from table.games.mythology_go.views import DueView, MgoView

    zones = ("discard", "seat.1", "seat.2")
    assert open_zones(zones, MgoView(turn=2)) == ("seat.2",)
    due = DueView(by="leviathan.1", cards=("harpy.1",), choice=None)
    assert open_zones(zones, MgoView(turn=2, due=due)) == ("discard", "seat.2")
