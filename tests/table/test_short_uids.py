"""A UID that a reader cut to four bytes and the full one are one card: at play, while tags are read, and when named."""

from pathlib import Path

import pytest

from hardware.observations import TagEvent
from table import games
from table.complaints import BadInput
from table.facts import CardArrived, GameStarted
from table.games.game import prepare
from table.sensing.intake import Intake
from table.sensing.short_uids import card_of, cards_of
from table.tagging.enrolment import Enrolment
from table.tagging.tagged_decks import TaggedDecks

FULL, SHORT, FIRST_LEVEL = (bytes.fromhex(one) for one in ("04a1b2c3d4e5f6", "04a1b2c3", "8804a1b2"))
TWIN = bytes.fromhex("04a1b2c3000000")


@pytest.mark.parametrize("known", [FULL, SHORT])
@pytest.mark.parametrize("read", [FULL, SHORT])
def test_either_form_is_the_card(known: bytes, read: bytes) -> None:
    assert card_of(read, {known: "7h", bytes.fromhex("04112233445566"): "8h"}) == "7h"


def test_what_the_first_cascade_level_tells_is_a_short_form_too() -> None:
    assert card_of(FIRST_LEVEL, {FULL: "7h"}) == "7h"
    assert card_of(FULL, {FIRST_LEVEL: "7h"}) == "7h"


def test_it_is_the_card_at_play() -> None:
    started = GameStarted(0, "mito", ["Ana", "Ben", "Cleo"], {}, None, 5, {"discard": "tap"})
    intake = Intake(prepare(games.find("mito"), started), {FULL: "number4.1"}, {"discard": "discard"})

    assert intake.take(TagEvent(0, "discard", SHORT, present=True), 7) == CardArrived(7, "discard", "number4.1")


def test_two_full_uids_are_never_one_tag() -> None:
    assert card_of(TWIN, {FULL: "7h"}) is None


def test_a_short_form_of_two_cards_is_neither() -> None:
    assert card_of(SHORT, {FULL: "7h", TWIN: "8h"}) is None
    assert cards_of(SHORT, {FULL: "7h", TWIN: "8h"}) == {"7h", "8h"}
    assert card_of(SHORT, {FULL: "7h", TWIN: "7h"}) == "7h", "a card may carry two tags"


def test_it_is_the_card_while_cards_are_tagged() -> None:
    step = Enrolment({"7h": "seven", "8h": "eight"}, {FULL: "7h"}).take(SHORT)
    assert (step.kind, step.card) == ("tagged_already", "7h")


def test_it_is_no_other_card_of_any_deck(tmp_path: Path) -> None:
    decks = TaggedDecks({"mito": {FULL: "moth2.1", TWIN: "guard"}}, tmp_path / "table.db")

    assert decks.owner(FULL) == ("mito", "moth2.1")
    assert decks.owner(SHORT) is None
    with pytest.raises(BadInput, match=r"a reader has cut this UID, and it can be any of guard, moth2.1"):
        decks.add("mito", SHORT, "ant5.1")


@pytest.mark.parametrize(("known", "added"), [(FULL, SHORT), (SHORT, FULL)])
def test_a_tag_is_given_to_one_card_in_either_form(tmp_path: Path, known: bytes, added: bytes) -> None:
    decks = TaggedDecks({"mito": {known: "guard"}}, tmp_path / "table.db")

    with pytest.raises(BadInput, match=f"{added.hex()}: this tag is guard of Mito already"):
        decks.add("mito", added, "moth2.1")
