"""What an older table has kept by game is in the files of its decks afterwards, and nothing is lost."""

from pathlib import Path

import pytest

from table import games
from table.complaints import BadInput
from table.tagging import corrections, tags
from table.tagging.owned import owners_deck, take_over
from table.tagging.tagged_decks import TaggedDecks

A, B, C = "04a1b2c3d4e5f6", "04a1b2c3d4e5f7", "04a1b2c3d4e5f8"
BY_GAME = f"""# tagged in spring
"{A}" = "7h"
"{B}" = "red7.1"  # the bent one
'{C}' = "joker"
"""
CORRECTED = """# what my box has
remove = ["2c", "red7.2"]

[[cards]]
code = "joker"  # found
number = "joker"
colour = "red"

[[cards]]
code = "red8"
copies = 3
number = 8
colour = "red"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "decks"
    folder.mkdir()
    return folder


@pytest.fixture
def database(folder: Path) -> Path:
    return folder.parent / "table.db"


def taken(database: Path) -> list[str]:
    said: list[str] = []
    take_over(database, said.append)
    return said


def kept(database: Path, deck: str) -> dict[str, str]:
    return {uid.hex(): card for uid, card in tags.read(tags.path_of(database, deck)).items()}


def test_tags_go_to_the_deck_of_their_card_once(database: Path, folder: Path) -> None:
    (folder / "mytho.tags.toml").write_text(BY_GAME)

    (said,) = taken(database)

    assert kept(database, "standard52") == {A: "7h", C: "joker"}
    assert kept(database, "colours") == {B: "red7.1"}
    assert said == (
        f"{folder / 'mytho.tags.toml'}: decks now serve all games, so its contents moved to "
        "standard52.tags.toml (2 tags) and colours.tags.toml (1 tag). The old file is now mytho.tags.toml.old."
    )
    assert (folder / "mytho.tags.toml.old").read_text() == BY_GAME
    assert "# tagged in spring" in (folder / "standard52.tags.toml").read_text()
    assert "# the bent one" in (folder / "colours.tags.toml").read_text()
    assert taken(database) == []


def test_corrections_go_to_the_deck_of_their_card(database: Path, folder: Path) -> None:
    (folder / "mytho.toml").write_text(CORRECTED)

    (said,) = taken(database)

    french, colours = (corrections.path_of(database, deck).read_text() for deck in ("standard52", "colours"))
    assert corrections.parsed(french).codes == ["2c", "joker"]
    assert corrections.parsed(colours).codes == ["red7.2", "red8"]
    assert "# found" in french
    assert (
        "standard52.toml (2c and joker) and colours.toml (red7.2 and red8). The old file is now mytho.toml.old" in said
    )
    assert (folder / "mytho.toml.old").read_text() == CORRECTED
    mytho = games.find("mytho")
    played = owners_deck(mytho, database, mytho.options.model_validate({"deck": "colours"})) or []
    assert len(played) == 80 - 1 + 1


def test_a_table_that_lost_power_meanwhile_goes_on_where_it_was(database: Path, folder: Path) -> None:
    for name, text in (("mytho.tags.toml", BY_GAME), ("mytho.toml", CORRECTED)):
        (folder / name).write_text(text)
    taken(database)
    before = {path.name: path.read_text() for path in folder.iterdir()}
    for name in ("mytho.tags.toml", "mytho.toml"):
        (folder / f"{name}.old").rename(folder / name)
    (folder / "colours.tags.toml").unlink()

    assert len(taken(database)) == 2
    assert {path.name: path.read_text() for path in folder.iterdir()} == before
    assert dict(TaggedDecks.read(database).of("mytho")) == {
        bytes.fromhex(A): "7h", bytes.fromhex(B): "red7.1", bytes.fromhex(C): "joker",
    }  # fmt: skip


def test_tags_that_came_since_stay(database: Path, folder: Path) -> None:
    (folder / "standard52.tags.toml").write_text(f'"{A}" = "8h"\n')
    (folder / "mytho.tags.toml").write_text(BY_GAME)
    (folder / "mytho.tags.toml.old").write_text("# from before\n")

    (said,) = taken(database)

    assert kept(database, "standard52") == {A: "8h", C: "joker"}
    assert said.endswith("The old file is now mytho.tags.toml.old1.")
    assert (folder / "mytho.tags.toml.old").read_text() == "# from before\n"


def test_what_cannot_be_taken_over_is_told_and_left(database: Path, folder: Path) -> None:
    old = folder / "mytho.toml"
    old.write_text("remove = 7")
    assert taken(database) == [f"{old}: it cannot be taken over: remove: expected a valid list, not 7."]
    old.write_text(CORRECTED)
    (folder / "colours.toml").write_text('remove = ["red1.1"]')
    (said,) = taken(database)
    assert said == f"{old}: it cannot be taken over: {folder / 'colours.toml'} exists, too: make one file of both."
    assert old.read_text() == CORRECTED
    assert not (folder / "standard52.toml").exists()

    (folder / "mytho.tags.toml").write_text('"04" = "7h"')
    with pytest.raises(BadInput, match=r"mytho\.tags\.toml: '04': expected a UID in full"):
        taken(database)


def test_a_deck_that_has_the_name_of_its_game_stays_as_it_is(database: Path, folder: Path) -> None:
    (folder / "mito.tags.toml").write_text(f'"{A}" = "guard"\n')

    assert taken(database) == []
    assert kept(database, "mito") == {A: "guard"}
