"""The decks of a table: what is tagged is in the file and known at once."""

from pathlib import Path

import pytest

from table.complaints import BadInput
from table.tagging import tags
from table.tagging.tagged_decks import TaggedDecks

A, B = bytes.fromhex("04a1b2c3d4e5f6"), bytes.fromhex("04a1b2c3d4e5f7")


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "table.db"


@pytest.fixture
def decks(database: Path) -> TaggedDecks:
    return TaggedDecks.read(database)


def kept(database: Path) -> dict[bytes, str]:
    return tags.read(tags.path_of(database, "mito"))


def test_a_new_tag_is_kept_and_known_at_once(decks: TaggedDecks, database: Path) -> None:
    known = decks.of("mito")
    decks.add("mito", A, "number4.1")

    assert dict(known) == kept(database) == {A: "number4.1"}
    assert TaggedDecks.read(database).owner(A) == ("mito", "number4.1")


def test_cards_are_counted_by_what_people_call_them(decks: TaggedDecks) -> None:
    decks.add("mito", A, "number2.3")
    deck = decks.deck("mito")

    (two,) = [kind for kind in deck.kinds if kind.label == "2"]
    assert (two.code, two.cards, two.tagged) == ("number2.1", 9, 1)
    assert deck.tagged == {"number2.3"}


def test_a_picture_of_a_deck_does_not_change(decks: TaggedDecks) -> None:
    before = decks.deck("mito")
    decks.add("mito", A, "number4.1")

    assert before.tags == {}
    assert decks.deck("mito").tags == {A: "number4.1"}


@pytest.mark.parametrize(
    ("uid", "card", "complaint"),
    [
        (A, "number4.2", "04a1b2c3d4e5f6: this tag is number4.1 of Mito already"),
        (B, "numbre4.2", "04a1b2c3d4e5f7: the deck has no card 'numbre4.2'; did you mean number4.2?"),
        (bytes.fromhex("08a1b2c3"), "number4.2", "08a1b2c3: a phone makes this up"),
    ],
)
def test_what_cannot_be_a_tag_changes_nothing(
    decks: TaggedDecks, database: Path, uid: bytes, card: str, complaint: str
) -> None:
    decks.add("mito", A, "number4.1")

    with pytest.raises(BadInput, match=complaint.replace("?", r"\?")):
        decks.add("mito", uid, card)

    assert kept(database) == dict(decks.of("mito")) == {A: "number4.1"}


def test_every_tag_of_a_card_is_forgotten(decks: TaggedDecks, database: Path) -> None:
    decks.add("mito", A, "guard")
    decks.add("mito", B, "guard")

    decks.forget("mito", "guard")

    assert kept(database) == dict(decks.of("mito")) == {}
    with pytest.raises(BadInput, match="'guard' carries no tag that could be forgotten"):
        decks.forget("mito", "guard")


def test_tags_are_replaced_as_a_whole_or_not_at_all(decks: TaggedDecks, database: Path) -> None:
    decks.add("mito", A, "number4.1")

    with pytest.raises(BadInput, match="no card 'ace'"):
        decks.replace("mito", {B: "guard", A: "ace"})
    assert kept(database) == {A: "number4.1"}
    decks.replace("mito", {B: "number4.1", A: "guard"})
    assert kept(database) == {B: "number4.1", A: "guard"}
    decks.replace("mito", {A: "guard"})
    assert kept(database) == {A: "guard"}


def test_emulated_cards_know_themselves_and_stand_in_no_file(decks: TaggedDecks, database: Path) -> None:
    known = decks.of("mito")
    decks.carry({A: "number4.1"})
    decks.add("mito", B, "number4.1")

    assert dict(known) == {A: "number4.1", B: "number4.1"}
    assert decks.owner(A) == ("mito", "number4.1")
    assert kept(database) == {B: "number4.1"}


def test_a_card_the_owner_has_besides_is_a_card_of_the_deck(database: Path) -> None:
    path = database.parent / "decks/mito.toml"
    path.parent.mkdir()
    path.write_text('remove = ["guard"]\n')
    assert "guard" not in TaggedDecks.read(database).deck("mito").labels

    path.write_text('remove = ["gard"]\n')
    deck = TaggedDecks.read(database).deck("mito")
    assert deck.problem == f"{path}: remove: the deck has no card 'gard'"
