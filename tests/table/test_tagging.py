"""Cards that the table does not know yet: named while a game is on, or a whole deck tagged at the table."""

from pathlib import Path

import pytest

from table.complaints import BadInput
from table.judging.session import Session, dump
from table.keeping.journal import Journal
from table.running.messages import Choose
from table.tagging import tags
from table.tagging.desk import (
    ForgetTags,
    GoBack,
    IgnoreTag,
    NameTag,
    ReplaceTags,
    SkipCard,
    StartEnrolment,
    StopEnrolment,
)
from table.testing.tables import EmulatedTable
from table.values import to_json
from tests.emulated import UntaggedTable
from tests.replayed import printed


@pytest.fixture
def playing(untagged: UntaggedTable) -> UntaggedTable:
    untagged.starts("mito", "Ana", "Ben", "Cleo")
    return untagged


def test_an_unknown_card_is_asked_about_once_and_counts_as_soon_as_it_is_named(playing: UntaggedTable) -> None:
    alias = playing.touched_with("number2.5")
    playing.card("number2.5").touches("discard")

    assert [(one.alias, one.zone) for one in playing.snapshot.host.unknown] == [(alias, "discard")]
    assert playing.view["notice"] == (
        "The table does not know the card on the discard pad: say on a phone which card it is, or take it away; "
        "it does not count yet."
    )
    playing.controller.take(NameTag(alias, "2"))
    playing.runs(600)

    assert playing.view["piles"]["discard"] == {"top": "number2.1", "count": 1}
    assert (playing.unknown, playing.view["notice"]) == ([], None)


def test_a_card_that_was_named_is_known_from_then_on(playing: UntaggedTable, database: Path) -> None:
    playing.controller.take(NameTag(playing.touched_with("number2.5"), "2"))
    playing.runs(600)
    playing.controller.take(NameTag(playing.touched_with("number3.5"), "3"))
    playing.runs(600)
    assert playing.view["turn"] == 2
    assert len(tags.read(tags.path_of(database, "mito"))) == 2

    playing.starts("mito", "Ana", "Ben", "Cleo")
    playing.card("number3.5").touches("discard")

    assert playing.unknown == []
    assert playing.view["piles"]["discard"]["top"] == "number3.1"


def test_cards_of_a_label_are_taken_in_their_order_until_all_have_tags(playing: UntaggedTable) -> None:
    playing.controller.take(NameTag(playing.touched_with("spider1.1"), "Guard Bug"))
    alias = playing.touched_with("number2.5")

    with pytest.raises(BadInput) as raised:
        playing.controller.take(NameTag(alias, "Guard Bug"))
    assert str(raised.value) == "the Guard Bug of this deck carries a tag already: this card is from another box"
    with pytest.raises(BadInput, match="this deck has no card called 'ace'"):
        playing.controller.take(NameTag(alias, "ace"))
    with pytest.raises(BadInput, match="nobody is asked about that card any more"):
        playing.controller.take(NameTag("ff0000", "2"))
    assert playing.unknown == [alias]


def test_a_card_named_after_another_was_read_has_to_be_touched_again(playing: UntaggedTable) -> None:
    first, second = playing.touched_with("number2.5"), playing.touched_with("number3.5")

    playing.controller.take(NameTag(first, "2"))
    playing.runs(600)
    assert playing.view["piles"]["discard"]["count"] == 0
    playing.controller.take(NameTag(second, "3"))
    playing.runs(600)
    assert playing.view["piles"]["discard"]["top"] == "number3.1"
    playing.card("number2.5").touches("discard")
    assert playing.view["piles"]["discard"]["top"] == "number2.1"


def test_a_card_on_a_pile_counts_only_while_it_lies_there(untagged: UntaggedTable) -> None:
    untagged.starts("mito", "Ana", "Ben", "Cleo", placement="pile")
    untagged.card("number2.5").lies_on("discard")
    (alias,) = untagged.unknown
    untagged.card("number2.5").is_lifted()

    untagged.controller.take(NameTag(alias, "2"))
    untagged.runs(600)

    assert untagged.view["piles"]["discard"]["count"] == 0


def test_a_card_that_is_none_of_ours_is_not_asked_about_again_this_evening(playing: UntaggedTable) -> None:
    playing.controller.take(IgnoreTag(playing.touched_with("stranger")))
    assert playing.unknown == []

    playing.card("stranger").touches("discard")
    assert (playing.unknown, playing.view["notice"]) == (
        [], "The table does not know the card on the discard pad: take it away, it does not count."
    )  # fmt: skip
    playing.starts("mito", "Ana", "Ben", "Cleo")
    playing.card("stranger").touches("discard")
    assert playing.unknown == []


def test_another_game_does_not_ask_about_the_cards_of_the_last(playing: UntaggedTable) -> None:
    alias = playing.touched_with("number2.5")

    playing.starts("mito", "Ana", "Ben", "Cleo")

    assert playing.unknown == []
    with pytest.raises(BadInput, match="nobody is asked about that card"):
        playing.controller.take(NameTag(alias, "2"))


def test_a_card_of_a_hand_is_not_asked_about(playing: UntaggedTable) -> None:
    playing.card("number2.5").touches("seat.1")

    assert playing.unknown == []


def test_nothing_is_asked_where_every_card_has_a_tag(table: EmulatedTable) -> None:
    table.card("stranger").touches("discard")

    assert table.controller.board.snapshot.host.unknown == ()


def test_the_uid_is_in_no_view_no_event_and_no_fact(playing: UntaggedTable, journal: Journal) -> None:
    alias = playing.touched_with("number2.5")
    playing.controller.take(NameTag(alias, "2"))
    playing.runs(600)

    (uid,) = (uid.hex() for uid in playing.snapshot.host.decks["mito"].tags)
    recorded = journal.running()
    assert recorded is not None
    snapshot, facts = playing.snapshot, journal.facts(recorded.game_id)
    assert uid not in repr((snapshot.game.views, snapshot.game.events, snapshot.host.health, facts))
    assert alias in repr(facts)
    assert alias not in repr((playing.snapshot.game.views, playing.snapshot.game.events["public"]))


def test_a_game_with_a_card_named_in_its_middle_replays_to_the_same_events(
    playing: UntaggedTable, journal: Journal
) -> None:
    for card, label in (("number2.5", "2"), ("number3.5", "3")):
        playing.controller.take(NameTag(playing.touched_with(card), label))
        playing.runs(1000)
    recorded = journal.running()
    assert recorded is not None

    session, brought = Session.replay(journal.facts(recorded.game_id))

    for audience, events in printed(playing.snapshot.game).items():
        again = [dump(line) for lines in brought for line in lines if line.audience == audience]
        assert again == list(events)
    assert to_json(session.view("public")) == playing.view
    assert "card_played" in playing.event_names()


def test_a_wrong_name_is_put_right_by_forgetting_it(playing: UntaggedTable) -> None:
    playing.controller.take(NameTag(playing.touched_with("number3.5"), "2"))
    playing.runs(600)
    playing.controller.take(ForgetTags("mito", "number2.1"))

    alias = playing.touched_with("number3.5")
    playing.controller.take(NameTag(alias, "3"))

    assert set(playing.snapshot.host.decks["mito"].tags.values()) == {"number3.1"}


def test_a_deck_is_tagged_at_the_table_card_after_card(untagged: UntaggedTable, database: Path) -> None:
    untagged.controller.take(StartEnrolment("mito"))
    untagged.card("spider1.1").touches("seat.2")
    untagged.controller.take(SkipCard())
    untagged.card("spider2.1").touches("discard")
    untagged.card("spider1.1").touches("discard")

    assert to_json(untagged.snapshot.host.enrolment) == {
        "deck": "mito",
        "title": "Mito",
        "card": {"code": "number1.4", "label": "1"},
        "done": 2,
        "total": 72,
        "prompt": "Lay the 1 (number1.4) on the reader; 2 of 72 carry a tag.",
        "said": "This is the 1 (number1.1) you have tagged already.",
    }
    untagged.controller.take(GoBack())
    assert list(tags.read(tags.path_of(database, "mito")).values()) == ["number1.1"]
    untagged.controller.take(StopEnrolment())
    assert untagged.snapshot.host.enrolment is None
    untagged.card("spider2.1").touches("discard")
    assert list(untagged.snapshot.host.decks["mito"].tags.values()) == ["number1.1"]


def test_a_card_that_lay_on_a_reader_from_the_start_is_not_taken(journal: Journal, database: Path) -> None:
    with UntaggedTable(journal, database) as table:
        table.controller.take(StartEnrolment("mito"))
        table.card("spider1.1").lies_on("discard")

        assert table.snapshot.host.enrolment is not None
        assert table.snapshot.host.enrolment.done == 0
        table.card("spider1.1").is_lifted()
        table.card("spider1.1").touches("discard")
        assert table.snapshot.host.enrolment.done == 1


def test_decks_are_not_changed_under_a_round(playing: UntaggedTable) -> None:
    playing.controller.take(NameTag(playing.touched_with("number2.5"), "2"))
    playing.runs(600)
    for message in (StartEnrolment("mito"), ReplaceTags("mito", {})):
        with pytest.raises(BadInput, match="a round is on: change the deck when it is over"):
            playing.controller.take(message)

    playing.card("number3.5").touches("discard")
    assert playing.snapshot.host.enrolment is None


def test_before_the_first_card_a_deck_may_be_tagged(playing: UntaggedTable) -> None:
    playing.controller.take(StartEnrolment("mito"))
    playing.card("number2.5").touches("discard")

    assert playing.snapshot.host.enrolment is not None
    assert playing.snapshot.host.enrolment.done == 1
    assert playing.view["notice"] is None


def test_after_a_game_cards_are_tagged_and_not_played_and_a_new_game_ends_that(playing: UntaggedTable) -> None:
    playing.controller.take(Choose(0, "abort"))
    playing.controller.take(StartEnrolment("mito"))
    playing.card("spider1.1").touches("discard")
    assert playing.view["notice"] is None
    assert playing.snapshot.host.enrolment is not None
    assert playing.snapshot.host.enrolment.done == 1

    for _ in range(71):
        playing.controller.take(SkipCard())
    playing.card("spider2.1").touches("discard")
    enrolment = playing.snapshot.host.enrolment
    assert (enrolment.said, playing.view["notice"]) == (enrolment.prompt, None)

    playing.starts("mito", "Ana", "Ben", "Cleo")
    assert playing.snapshot.host.enrolment is None
    playing.card("spider1.1").touches("discard")
    assert playing.view["piles"]["discard"]["top"] == "number1.1"


def test_a_tag_that_cannot_be_kept_is_told_and_asked_for_again(untagged: UntaggedTable, database: Path) -> None:
    untagged.controller.take(StartEnrolment("mito"))
    (database.parent / "decks").write_text("no folder")
    untagged.card("spider1.1").touches("discard")

    enrolment = untagged.snapshot.host.enrolment
    assert enrolment is not None
    assert enrolment.said.startswith("That was not saved: ")
    assert (enrolment.done, enrolment.card.code) == (0, "number1.1")


@pytest.mark.parametrize("message", [SkipCard(), GoBack()])
def test_without_an_enrolment_there_is_nothing_to_skip(untagged: UntaggedTable, message: SkipCard | GoBack) -> None:
    with pytest.raises(BadInput, match="no deck is being tagged"):
        untagged.controller.take(message)
