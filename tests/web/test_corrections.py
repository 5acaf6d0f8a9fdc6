"""What is printed on cards: shown with what is assumed, corrected by the host, saved in a file and read again."""

from pathlib import Path
from typing import Any

import pytest

from table.tagging import corrections
from table.tagging.tagged_decks import TaggedDecks
from tests.emulated import UntaggedTable
from tests.web.conftest import Phone

HARPY = {
    "code": "harpy", "copies": 5, "name": "harpy", "kind": "creature", "colour": "blue", "value": 7,
    "effects": [{"keyword": "outnumber", "points": 4}], "names": {"en": "Harpy"}, "assumed": [],
}  # fmt: skip


@pytest.fixture
def table(untagged: UntaggedTable) -> UntaggedTable:
    return untagged


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return corrections.path_of(tmp_path / "table.db", "mythology_go")


def lines(phone: Phone) -> dict[str, Any]:
    return {line["card"]["code"]: line for line in phone.gets("decks/mythology_go/cards")["cards"]}


def total(phone: Phone, *terrain: str) -> int:
    players = [{"name": "Ana", "terrain": list(terrain)}, {"name": "Ben", "terrain": []}]
    answer = phone.asks("score/mythology_go", board={"players": players})
    assert answer.status_code == 200, answer.get_json()
    points: int = answer.get_json()["players"][0]["total"]
    return points


def test_what_is_assumed_is_shown_to_everybody(client: Phone) -> None:
    harpy = lines(client)["harpy"]

    assert harpy["card"]["assumed"] == ["colour", "value", "copies"]
    assert (harpy["card"]["copies"], harpy["corrected"], harpy["shipped"]) == (4, False, True)


def test_the_host_says_what_is_printed_and_that_is_counted(host: Phone, client: Phone, file: Path) -> None:
    before = total(client, "harpy.1")
    assert host.asks("decks/mythology_go/cards", card=HARPY).status_code == 200

    assert total(client, "harpy.1") == before - 3 + 7  # it was worth 3
    assert lines(client)["harpy"] == {"card": HARPY, "corrected": True, "shipped": True}
    assert next(deck for deck in host.gets("decks")["decks"] if deck["name"] == "mythology_go")["cards"] == 98 + 1
    assert corrections.parsed(file.read_text()).lines == [HARPY]

    assert host.asks("decks/mythology_go/cards/leave", code="harpy").status_code == 200
    assert total(client, "harpy.1") == before
    assert not lines(client)["harpy"]["corrected"]


def test_a_box_may_have_other_cards_and_lack_some(host: Phone, client: Phone) -> None:
    fay = {"code": "fay", "copies": 2, "name": "fay", "kind": "creature", "colour": "green", "value": 11}
    host.asks("decks/mythology_go/cards", card=fay)
    host.asks("decks/mythology_go/cards", card={**HARPY, "copies": 0})

    assert total(client, "fay.2") == 11
    assert lines(client)["fay"] == {"card": fay, "corrected": True, "shipped": False}
    assert (lines(client)["harpy"]["card"]["copies"], lines(client)["harpy"]["corrected"]) == (0, True)


@pytest.mark.long
@pytest.mark.parametrize(
    ("card", "said"),
    [
        ({}, "card: code: this is missing"),
        ({**HARPY, "copies": 100}, "card: copies: expected less than or equal to 99, not 100"),
        ({**HARPY, "colour": "pink"}, "catalogue: card 1, colour: expected"),
        ({**HARPY, "code": "Big Bird"}, "catalogue: card 99, code: expected"),
        ({"code": "fay", "name": "fay", "kind": "creature"}, "catalogue: card 99, expected one of the colours"),
    ],
)
def test_a_wrong_card_is_one_sentence_and_changes_nothing(host: Phone, card: Any, said: str, file: Path) -> None:
    answer = host.asks("decks/mythology_go/cards", card=card)

    assert answer.status_code == 400
    assert answer.get_json()["error"].startswith(said)
    assert not file.exists()


def test_corrections_are_saved_as_a_file_and_read_again(host: Phone, file: Path) -> None:
    host.asks("decks/mythology_go/cards", card=HARPY)
    saved = host.get("/api/v1/decks/mythology_go/corrections")
    assert saved.headers["Content-Disposition"] == 'attachment; filename="mythology_go.toml"'
    text = saved.get_data(as_text=True)
    assert text == file.read_text()
    assert host.puts("decks/mythology_go/corrections", toml="").status_code == 200
    assert not lines(host)["harpy"]["corrected"]

    mine = f"# mine\n{text}"
    assert host.puts("decks/mythology_go/corrections", toml=mine).status_code == 200
    assert lines(host)["harpy"]["corrected"]
    assert file.read_text() == mine

    wrong = host.puts("decks/mythology_go/corrections", toml='remove = ["bee"]')
    assert wrong.get_json() == {"error": "remove: the deck has no card 'bee'"}
    assert file.read_text() == mine


def test_a_new_card_is_not_one_that_there_is(host: Phone) -> None:
    answer = host.asks("decks/mythology_go/cards", card=HARPY, anew=True)

    assert (answer.status_code, answer.get_json()) == (400, {"error": "code: this deck has a card 'harpy' already"})
    assert not lines(host)["harpy"]["corrected"]


def test_a_file_that_cannot_be_used_is_told_and_can_still_be_saved(tmp_path: Path, file: Path) -> None:
    file.parent.mkdir(exist_ok=True)
    file.write_text('remove = ["bee"]  # mine')
    decks = TaggedDecks.read(tmp_path / "table.db")

    deck = decks.deck("mythology_go")

    assert str(deck.problem).endswith("mythology_go.toml: remove: the deck has no card 'bee'")
    assert deck.corrections == file.read_text()
    decks.correct("mythology_go", "")
    assert decks.deck("mythology_go").problem is None


def test_a_card_that_was_taken_out_by_hand_comes_back(host: Phone) -> None:
    assert host.puts("decks/mythology_go/corrections", toml='remove = ["thoth.1"]').status_code == 200
    assert lines(host)["thoth"]["card"]["copies"] == 0

    assert host.asks("decks/mythology_go/cards/leave", code="thoth.1").status_code == 200
    assert not lines(host)["thoth"]["corrected"]


def test_a_card_that_carries_a_tag_stays_in_its_deck(host: Phone) -> None:
    host.puts("decks/mythology_go/tags", tags={"04a1b2c3d4e5f6": "harpy.4"})
    answer = host.asks("decks/mythology_go/cards", card={**HARPY, "copies": 3})

    said = "harpy.4 carries a tag: forget its tags first, if your box does not have that card"
    assert (answer.status_code, answer.get_json()) == (400, {"error": said})
    assert not lines(host)["harpy"]["corrected"]


def test_a_deck_is_not_changed_while_a_round_is_on(host: Phone, table: UntaggedTable) -> None:
    table.starts("mito", "Ana", "Ben", "Cleo")
    table.touched_with("number2.1")
    host.asks("tags", do="name", alias=host.gets("tags")["unknown"][-1]["alias"], label="2")
    table.runs(600)

    answer = host.asks("decks/mythology_go/cards", card=HARPY)

    assert answer.get_json() == {"error": "a round is on: change the deck when it is over"}
