"""Which tag each card carries: what is read from the file, and every bad file in one sentence."""

from pathlib import Path

import pytest

from table.complaints import BadInput
from table.tagging import tags


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "mito.tags.toml"


def test_each_game_has_a_file_of_its_own_beside_the_database() -> None:
    assert tags.path_of(Path("var/table.db"), "mito") == Path("var/decks/mito.tags.toml")


def test_uids_of_each_length_are_read_with_their_cards(path: Path) -> None:
    path.write_text('"04a1b2c3" = "number1.1"\n"04a1b2c3d4e5f6" = "number4.1"\n"04a1b2c3d4e5f6071829" = "moth1"\n')

    assert tags.read(path) == {
        bytes.fromhex("04a1b2c3"): "number1.1",
        bytes.fromhex("04a1b2c3d4e5f6"): "number4.1",
        bytes.fromhex("04a1b2c3d4e5f6071829"): "moth1",
    }


def test_a_card_may_carry_two_tags(path: Path) -> None:
    path.write_text('"04a1b2c3" = "moth1"\n"04a1b2c4" = "moth1"\n')

    assert set(tags.read(path).values()) == {"moth1"}
    assert len(tags.read(path)) == 2


@pytest.mark.parametrize("text", ["", "# nothing yet\n"])
def test_a_deck_of_which_no_card_was_tagged_has_no_tags(path: Path, text: str) -> None:
    assert tags.read(path) == {}
    path.write_text(text)
    assert tags.read(path) == {}


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('04a1b2c3 = "moth1', "Unterminated string"),
        ('"04a1b2c3" = "moth1"\n"04a1b2c3" = "moth2"\n', "line 2"),
        ('"04a1b2c3d4" = "moth1"\n', "'04a1b2c3d4': expected a UID in full, 4, 7 or 10 bytes of lower-case hex"),
        ('"04A1B2C3" = "moth1"\n', "'04A1B2C3': expected a UID in full, 4, 7 or 10 bytes of lower-case hex"),
        ('"04 a1 b2 c3" = "moth1"\n', "'04 a1 b2 c3': expected a UID in full, 4, 7 or 10 bytes of lower-case hex"),
        ('"moth1" = "04a1b2c3"\n', "'moth1': expected a UID in full, 4, 7 or 10 bytes of lower-case hex"),
        ('"04a1b2c3\\n" = "moth1"\n', "'04a1b2c3\\n': expected a UID in full, 4, 7 or 10 bytes of lower-case hex"),
        ('"04a1b2c3" = 4\n', "04a1b2c3: expected the code of a card, not 4"),
        ('"04a1b2c3" = ["moth1", "moth2"]\n', "04a1b2c3: expected the code of a card, not ['moth1', 'moth2']"),
        ("[cards]\n", "'cards': expected a UID in full, 4, 7 or 10 bytes of lower-case hex"),
    ],
    ids=[
        "no TOML", "a tag twice", "too short", "upper case", "with blanks", "the other way round", "a line break",
        "a number", "two cards", "a section",
    ],
)  # fmt: skip
def test_a_bad_file_is_told_in_one_sentence_with_its_place(path: Path, text: str, complaint: str) -> None:
    path.write_text(text)

    with pytest.raises(BadInput) as raised:
        tags.read(path)

    message = str(raised.value)
    assert message.startswith(f"{path}: ")
    assert complaint in message
    assert "\n" not in message


def test_a_file_that_is_no_text_or_no_file_is_told_too(path: Path, tmp_path: Path) -> None:
    path.write_bytes(b'"04a1b2c3" = "moth\xff"\n')
    with pytest.raises(BadInput, match=rf"^{path}: .*utf-8"):
        tags.read(path)
    with pytest.raises(BadInput, match=rf"^{tmp_path}: .*Is a directory"):
        tags.read(tmp_path)


A, B, C = (bytes.fromhex(f"04a1b2c{number}") for number in (1, 2, 3))
OWNERS = '# my deck\n"04a1b2c1" = "moth1"  # a worn one\n\n# the rest\n04a1b2c2 = "moth2"\r\n'


def test_tags_are_added_and_forgotten_line_by_line(path: Path) -> None:
    path.write_bytes(OWNERS.encode())

    tags.change(path, forget=[B], add={C: "moth3"})

    assert path.read_bytes().decode() == (
        '# my deck\n"04a1b2c1" = "moth1"  # a worn one\n\n# the rest\n"04a1b2c3" = "moth3"\n'
    )
    tags.change(path, add={A: "moth2"})
    assert tags.read(path) == {C: "moth3", A: "moth2"}
    assert "# my deck" in path.read_text()


def test_the_first_tag_makes_the_file_and_its_folder(path: Path) -> None:
    path = path.parent / "decks" / path.name

    tags.change(path, add={A: "moth1"})

    assert path.read_text() == '"04a1b2c1" = "moth1"\n'
    assert list(path.parent.iterdir()) == [path], "nothing else is left behind"


def test_a_last_line_without_an_end_stays_a_line(path: Path) -> None:
    path.write_text('"04a1b2c1" = "moth1"')

    tags.change(path, add={B: "moth2"})

    assert tags.read(path) == {A: "moth1", B: "moth2"}


def test_a_file_that_cannot_be_changed_line_by_line_stays_as_it_is(path: Path) -> None:
    text = '"\\u00304a1b2c1" = "moth1"\n'
    path.write_text(text)

    with pytest.raises(BadInput, match="write each tag on a line of its own"):
        tags.change(path, forget=[A])

    assert path.read_text() == text


def test_a_file_that_cannot_be_written_is_told(path: Path) -> None:
    path.write_text('"04a1b2c1" = "moth1"\n')
    path.with_name("mito.tags.toml.new").mkdir()  # stands in the way

    with pytest.raises(BadInput, match="this cannot be written"):
        tags.change(path, add={B: "moth2"})

    assert tags.read(path) == {A: "moth1"}
