"""Intake: what readers and buttons saw becomes facts, or nothing."""

from dataclasses import replace

import pytest

from table import games
from table.facts import ButtonDown, ButtonUp, CardArrived, CardLeft, GameStarted, TagArrived
from table.games.game import Setup, prepare
from table.intake import BUMP_NS, Intake, Pushed, Seen

UID = bytes.fromhex("04a1b2c3d4e5f6")
TAGS = {UID: "number4.1"}


@pytest.fixture
def setup() -> Setup:
    placement = {"discard": "tap"}
    return prepare(games.find("mito"), GameStarted(0, "mito", ["Ana", "Ben", None, "Cleo"], {}, None, 5, placement))


def test_a_known_tag_is_its_card_and_an_unknown_one_is_told_by_its_uid(setup: Setup) -> None:
    intake = Intake(setup, TAGS)

    assert intake.take(Seen(0, "discard", UID, present=True), 7) == CardArrived(7, "discard", "number4.1")
    assert intake.take(Seen(0, "discard", b"\x04\xff" * 3, present=True), 7) == TagArrived(7, "discard", "04ff04ff04ff")


def test_on_a_pad_leaving_is_no_fact_and_coming_back_at_once_is_the_same_touch(setup: Setup) -> None:
    intake = Intake(setup, TAGS)
    intake.take(Seen(0, "discard", UID, present=True), 0)

    assert intake.take(Seen(100, "discard", UID, present=False), 1) is None
    assert intake.take(Seen(100 + BUMP_NS, "discard", UID, present=True), 2) is None


def test_on_a_pad_touching_again_later_is_a_new_touch(setup: Setup) -> None:
    intake = Intake(setup, TAGS)
    intake.take(Seen(0, "discard", UID, present=True), 0)
    intake.take(Seen(100, "discard", UID, present=False), 1)

    assert intake.take(Seen(101 + BUMP_NS, "discard", UID, present=True), 2) == CardArrived(2, "discard", "number4.1")


def test_on_a_pile_leaving_is_a_fact(setup: Setup) -> None:
    intake = Intake(replace(setup, placement={"discard": "pile"}), TAGS)

    assert intake.take(Seen(100, "discard", UID, present=False), 1) == CardLeft(1, "discard", "number4.1")
    assert intake.take(Seen(100, "discard", b"\x04", present=False), 1) is None


def test_buttons_of_seats_where_somebody_sits(setup: Setup) -> None:
    intake = Intake(setup, TAGS)

    assert intake.take(Pushed(0, 4, down=True, error_ns=1_500_000), 3) == ButtonDown(3, 4, 1.5)
    assert intake.take(Pushed(0, 4, down=False), 3) == ButtonUp(3, 4)
    assert intake.take(Pushed(0, 3, down=True), 3) is None, "nobody sits there"


def test_zones_that_the_game_does_not_use_are_ignored(setup: Setup) -> None:
    assert Intake(setup, TAGS).take(Seen(0, "pile.1", UID, present=True), 0) is None
