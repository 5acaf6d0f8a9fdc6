"""Intake: what readers and buttons saw becomes facts, or nothing."""

import pytest

from hardware.observations import NS_PER_US as US
from hardware.observations import ButtonChatter, ButtonEdge, ReaderHealth, TagEvent, UnreadTag
from table import games
from table.complaints import BadInput
from table.facts import (
    ButtonDown,
    ButtonUp,
    CardArrived,
    CardLeft,
    GameStarted,
    ReaderBack,
    ReaderLost,
    TagArrived,
    TagUnread,
)
from table.games.game import Setup, prepare
from table.sensing.intake import Intake
from table.sensing.unknown_tags import UnknownTags
from table.values import replace

BUMP_US = 250_000  # how long a card may be gone and has only been bumped
UID = bytes.fromhex("04a1b2c3d4e5f6")
TAGS = {UID: "number4.1"}
FOREIGN = b"\x04\xff" * 3 + b"\x01"
SERVED = {"discard": "discard", "beside": "discard", "seat.1": "seat.1"}


@pytest.fixture
def setup() -> Setup:
    placement = {"discard": "tap"}
    return prepare(games.find("mito"), GameStarted(0, "mito", ["Ana", "Ben", None, "Cleo"], {}, None, 5, placement))


def test_a_known_tag_is_its_card(setup: Setup) -> None:
    intake = Intake(setup, TAGS, SERVED)

    assert intake.take(TagEvent(0, "discard", UID, present=True), 7) == CardArrived(7, "discard", "number4.1")


def test_what_lies_on_a_pile_at_the_start_was_laid_and_what_lies_on_a_pad_was_not() -> None:
    started = GameStarted(0, "mito", ["Ana", "Ben", "Cleo"], {}, None, 5, {"discard": "pile"})
    intake = Intake(prepare(games.find("mito"), started), TAGS, SERVED)
    lying, touching = (TagEvent(0, reader, UID, present=True) for reader in ("discard", "seat.1"))
    lost = ReaderHealth(0, "seat.1", alive=False)

    assert intake.wake([lying, touching, lost]) == [lying, lost]


def test_the_uid_of_a_foreign_card_goes_no_further(setup: Setup) -> None:
    intake = Intake(setup, TAGS, SERVED)

    arrived = [
        intake.take(TagEvent(at * US, "discard", uid, present=True), 7)
        for at, uid in ((0, FOREIGN), (1, FOREIGN[::-1]))
    ]

    aliases = [fact.uid for fact in arrived if isinstance(fact, TagArrived)]
    assert len(set(aliases)) == 2
    assert all(alias.startswith("ff") and len(alias) == 8 for alias in aliases)
    again = intake.take(TagEvent(BUMP_US * 2 * US, "discard", FOREIGN, present=False), 7)
    assert again is None
    other = Intake(setup, TAGS, SERVED).take(TagEvent(0, "discard", FOREIGN, present=True), 7)
    assert other != arrived[0], "another evening it has another name"


def test_a_phone_is_told_as_one_whatever_uid_it_makes_up(setup: Setup) -> None:
    intake = Intake(setup, TAGS, SERVED)
    seen = TagEvent(0, "discard", bytes.fromhex("08a1b2c3"), present=True)

    assert intake.take(seen, 7) == TagArrived(7, "discard", "08")


def test_a_phone_that_says_a_usual_uid_is_told_as_one_and_nobody_is_asked_about_it(setup: Setup) -> None:
    unknown_tags = UnknownTags()
    seen = TagEvent(0, "discard", bytes.fromhex("01020304"), present=True, smart=True)

    assert asking(setup, unknown_tags).take(seen, 7) == TagArrived(7, "discard", "08")
    assert unknown_tags.unknown == ()


def asking(setup: Setup, unknown_tags: UnknownTags) -> Intake:
    return Intake(setup, TAGS, SERVED, unknown_tags, face_up=("discard",))


def test_people_are_asked_about_an_unknown_card_that_everybody_sees(setup: Setup) -> None:
    unknown_tags = UnknownTags()

    arrived = asking(setup, unknown_tags).take(TagEvent(0, "discard", FOREIGN, present=True), 7)

    assert arrived == TagArrived(7, "discard", unknown_tags.alias(FOREIGN), asked=True)
    assert unknown_tags.uid(unknown_tags.alias(FOREIGN)) == FOREIGN


@pytest.mark.parametrize(
    ("reader", "uid", "counting"),
    [
        ("seat.1", FOREIGN, None),
        ("discard", bytes.fromhex("08a1b2c3"), None),
        ("discard", UID[::-1], None),
        ("discard", FOREIGN, 2),
    ],
    ids=["before a seat", "a phone", "of another game", "of a hand that is counted"],
)
def test_people_are_not_asked_about(setup: Setup, reader: str, uid: bytes, counting: int | None) -> None:
    unknown_tags = UnknownTags(is_known=lambda uid: uid == UID[::-1])
    intake = asking(replace(setup, shared={"seat.2": "discard"}), unknown_tags)

    arrived = intake.take(TagEvent(0, reader, uid, present=True), 7, counting)

    assert arrived == TagArrived(7, SERVED[reader], unknown_tags.alias(uid))
    assert unknown_tags.unknown == ()


def test_older_questions_lapse(setup: Setup) -> None:
    unknown_tags = UnknownTags()
    intake = asking(setup, unknown_tags)
    for number in range(12):
        intake.take(TagEvent(number * US, "discard", bytes([4, number, 1, 1]), present=True), number)

    assert len(unknown_tags.unknown) == 9
    assert unknown_tags.unknown[-1].alias == unknown_tags.alias(bytes([4, 11, 1, 1]))


def test_another_game_drops_all_questions(setup: Setup) -> None:
    unknown_tags = UnknownTags()
    intake = asking(setup, unknown_tags)
    intake.take(TagEvent(0, "discard", FOREIGN, present=True), 7)
    unknown_tags.forget_questions()

    assert unknown_tags.unknown == ()
    with pytest.raises(BadInput, match="nobody is asked about that card any more"):
        unknown_tags.uid(unknown_tags.alias(FOREIGN))
    intake.take(TagEvent(US, "discard", FOREIGN, present=True), 8)
    assert len(unknown_tags.unknown) == 1


def test_a_card_that_lay_on_a_pad_when_the_table_began_to_look_does_not_touch_it(setup: Setup) -> None:
    seen = TagEvent(0, "discard", UID, present=True, lay_there=True)

    assert Intake(setup, TAGS, SERVED).take(seen, 7) is None
    on_a_pile = Intake(replace(setup, placement={"discard": "pile"}), TAGS, SERVED)
    assert on_a_pile.take(seen, 7) == CardArrived(7, "discard", "number4.1")


def test_a_reader_that_was_started_anew_at_once_was_never_lost(setup: Setup) -> None:
    assert Intake(setup, TAGS, SERVED).take(ReaderHealth(0, "discard", alive=True, why="deaf"), 7) is None


def test_a_touch_that_could_not_be_read_is_told(setup: Setup) -> None:
    assert Intake(setup, TAGS, SERVED).take(UnreadTag(0, "beside"), 7) == TagUnread(7, "discard")
    of_two = UnreadTag(0, "beside", one_by_one=True)
    assert Intake(setup, TAGS, SERVED).take(of_two, 7) == TagUnread(7, "discard", one_by_one=True)


def test_a_zone_is_lost_with_its_first_reader_and_back_with_its_last(setup: Setup) -> None:
    intake = Intake(setup, TAGS, SERVED)

    arrived = [
        intake.take(ReaderHealth(0, reader, alive), 7)
        for reader, alive in (("discard", False), ("beside", False), ("discard", True), ("beside", True))
    ]

    assert arrived == [ReaderLost(7, "discard"), None, None, ReaderBack(7, "discard")]


def test_a_card_between_two_readers_of_a_pile_lies_there_once(setup: Setup) -> None:
    intake = Intake(replace(setup, placement={"discard": "pile"}), TAGS, SERVED)

    arrived = [
        intake.take(TagEvent(0, reader, UID, present), 7)
        for reader, present in (("discard", True), ("beside", True), ("discard", False), ("beside", False))
    ]

    assert arrived == [CardArrived(7, "discard", "number4.1"), None, None, CardLeft(7, "discard", "number4.1")]


def test_who_has_no_pad_counts_on_the_shared_one(setup: Setup) -> None:
    intake = Intake(replace(setup, shared={"seat.2": "discard"}), TAGS, SERVED)
    seen = TagEvent(0, "discard", UID, present=True)

    assert intake.take(seen, 7, counting=2) == CardArrived(7, "seat.2", "number4.1")


def test_on_a_pad_leaving_is_no_fact_and_coming_back_at_once_is_the_same_touch(setup: Setup) -> None:
    intake = Intake(setup, TAGS, SERVED)
    intake.take(TagEvent(0, "discard", UID, present=True), 0)

    assert intake.take(TagEvent(100 * US, "discard", UID, present=False), 1) is None
    assert intake.take(TagEvent((100 + BUMP_US) * US, "discard", UID, present=True), 2) is None


def test_on_a_pad_touching_again_later_is_a_new_touch(setup: Setup) -> None:
    intake = Intake(setup, TAGS, SERVED)
    intake.take(TagEvent(0, "discard", UID, present=True), 0)
    intake.take(TagEvent(100 * US, "discard", UID, present=False), 1)

    assert intake.take(TagEvent((101 + BUMP_US) * US, "discard", UID, present=True), 2) == CardArrived(
        2, "discard", "number4.1"
    )


def test_on_a_pile_leaving_is_a_fact(setup: Setup) -> None:
    intake = Intake(replace(setup, placement={"discard": "pile"}), TAGS, SERVED)

    assert intake.take(TagEvent(100 * US, "discard", UID, present=False), 1) == CardLeft(1, "discard", "number4.1")
    assert intake.take(TagEvent(100 * US, "discard", b"\x04", present=False), 1) is None


def test_buttons_of_seats_where_somebody_sits(setup: Setup) -> None:
    intake = Intake(setup, TAGS, SERVED)

    assert intake.take(ButtonEdge(0, 4, down=True, error_ns=1_500 * US), 3) == ButtonDown(3, 4, 1_500)
    assert intake.take(ButtonEdge(0, 4, down=False), 3) == ButtonUp(3, 4)
    assert intake.take(ButtonEdge(0, 3, down=True), 3) is None, "nobody sits there"


def test_zones_that_the_game_does_not_use_are_ignored(setup: Setup) -> None:
    assert Intake(setup, TAGS, SERVED).take(TagEvent(0, "pile.1", UID, present=True), 0) is None


def test_a_contact_that_chatters_is_no_fact(setup: Setup) -> None:
    assert Intake(setup, TAGS, SERVED).take(ButtonChatter(0, 2, 40_000 * US), 7) is None
