"""`cardtable run --usb`, without a file or wires. Readers are emulated below their driver; phones use the API."""

import re
from pathlib import Path

import pytest

from table import games
from table.cli.playing import run as run_command
from table.settings.model import load_settings
from table.tagging import tags
from table.wiring.usb import usb_settings, zones
from tests.on_usb import READER, on_usb, uid_of
from tests.playing import run

THREE = ("Ana", "Ben", "Cleo")
EXAMPLE = Path(__file__).parent.parent / "docs/examples/usb.toml"
WHICH = "Which pile? Choose it on the phone, then touch the card again."
SECOND = "Identive SCL011 Contactless Reader 01 00"


def test_a_card_is_named_on_the_way_and_the_next_one_is_refereed(tmp_path: Path) -> None:
    with on_usb(tmp_path, "mito", THREE) as usb:
        usb.touches(1)
        usb.names(1, "4")
        usb.is_shown(1, lambda picture: picture["piles"]["discard"]["top"] == "number4.1")
        usb.touches(2)
        usb.names(2, "1")
        usb.is_shown(2, lambda picture: picture["news"][0]["event"] == "play_refused")

        assert "touch" not in usb.room(1, lambda _: True), "there is one pile: nothing is asked"
    known = tags.read(tags.path_of(tmp_path / "table.db", "mito"))  # beside the database
    assert known == {bytes.fromhex(uid_of(1)): "number4.1", bytes.fromhex(uid_of(2)): "number1.1"}


def test_of_two_cards_at_once_that_answer_together_the_table_asks_for_one_at_a_time(tmp_path: Path) -> None:
    with on_usb(tmp_path, "mito", THREE) as usb:
        usb.does(collide=READER)
        usb.touches(1)
        usb.touches(2)
        asked = usb.is_shown(1, lambda picture: picture["notice"] is not None)

        assert asked["notice"] == (
            "A card on the discard pad could not be read: touch it again, with one card at a time."
        )
        assert asked["piles"]["discard"]["count"] == 0


def test_where_there_are_two_piles_a_phone_says_which(tmp_path: Path) -> None:
    with on_usb(tmp_path, "mytho", readers=(READER, SECOND)) as usb:
        usb.touches(1)
        asked = usb.is_shown(1, lambda picture: picture["notice"] is not None)
        assert asked["notice"] == WHICH
        assert {pile["count"] for pile in asked["piles"].values()} == {0}

        seat = asked["turn"] or 1
        usb.chooses(seat, "visible")
        assert usb.room(seat, lambda room: room["touch"]["chosen"] == "visible")["touch"]["by"] == seat
        usb.touches(1)
        usb.names(seat, "7 of hearts")
        begun = usb.is_shown(seat, lambda picture: picture["piles"]["visible"]["top"] == "7h")
        seat = begun["turn"]
        usb.chooses(seat, "visible")
        usb.touches(2, SECOND)
        usb.names(seat, "2 of clubs")
        refused = usb.is_shown(seat, lambda picture: picture["news"][0]["event"] == "play_refused")
        assert refused["piles"]["hidden"]["count"] == 0


def test_without_a_reader_it_says_what_helps_and_takes_one_that_comes(tmp_path: Path) -> None:
    with on_usb(tmp_path, "mito", THREE, readers=()) as usb:
        (waiting,) = [line for line in usb.table.greeting.splitlines() if "waits for a reader" in line]
        assert waiting.startswith("The table waits for a reader, because no reader is plugged in. What helps: ")
        usb.is_shown(1, lambda picture: "cannot see" in picture["prompt"])
        usb.does(plug=READER)
        usb.is_shown(1, lambda picture: "cannot see" not in picture["prompt"])
        usb.touches(1)
        usb.names(1, "4")
        usb.is_shown(1, lambda picture: picture["piles"]["discard"]["top"] == "number4.1")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("--usb", "--config", "table.toml", "mito"), "--usb: this needs no table.toml; leave out one of the two"),
        (("--database", "games.db", "mito"), "--database: a table.toml says where games are kept; this is for --usb"),
    ],
)
def test_what_does_not_go_together_is_told_in_one_line(
    tmp_path: Path, arguments: tuple[str, ...], complaint: str
) -> None:
    done = run("run", *arguments, "--players", "Ana,Ben,Cleo", folder=tmp_path)

    assert (done.returncode, done.stderr) == (2, f"cardtable: {complaint}\n")


def test_set_up_writes_such_a_table(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    done = run("setup", "--usb", "--seats", "4", "--json", "--config", str(path))

    assert done.returncode == 0, done.stderr
    written, known = load_settings(path), usb_settings(tmp_path / "table.db", 4)
    assert (written.readers, written.buttons) == (known.readers, known.buttons)
    assert written.table.seats == 4


def test_the_example_is_such_a_table() -> None:
    example, known = load_settings(EXAMPLE), usb_settings(Path("table.db"), 4)

    assert (example.readers, example.buttons) == (known.readers, known.buttons)
    assert set(zones(8)) > set(zones(4))


def test_the_page_counts_the_stickers_of_each_deck() -> None:
    page = (EXAMPLE.parents[1] / "usb.md").read_text()
    counted = {title: int(count) for title, count in re.findall(r"^\| ([\w -]+) \| (\d+) \|$", page, re.MULTILINE)}
    boxes = [games.find(name) for name in games.names()]
    decks = {box.title: len(box.deck(box.options())) for box in boxes}

    assert {title: counted.get(title, counted["any game with a standard 52-card deck"]) for title in decks} == decks


@pytest.mark.parametrize(("there", "hinted"), [(["keyboard"], True), ([], False), (["pcsc"], False)])
def test_whoever_has_a_reader_that_types_alone_is_sent_to_the_set_up(
    there: list[str], hinted: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("hardware.finding.usb.plugged_in", lambda: there)
    monkeypatch.setattr("table.wiring.usb.lacking", lambda _: ("no reader is plugged in", "check its cable"))
    run_command._tell_what_lacks(usb_settings(Path("table.db")))

    assert ("`cardtable setup` writes a table.toml for it" in "".join(capsys.readouterr())) == hinted
