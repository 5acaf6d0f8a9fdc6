"""Decks: what is shipped, and what an owner corrects in a file of their own."""

import re
from pathlib import Path

import pytest

from table import games
from table.cards import Deck, shipped_deck
from table.complaints import BadInput
from table.games.boxes import decks_of
from table.tagging import corrections, lines
from table.tagging.owned import owners_deck


def owned(folder: Path, text: str | None) -> Deck | None:
    if text is not None:
        corrections.path_of(folder / "table.db", "mito").parent.mkdir()
        corrections.path_of(folder / "table.db", "mito").write_text(text)
    return owners_deck(games.box("mito"), folder / "table.db")


def test_without_corrections_there_is_none(tmp_path: Path) -> None:
    assert owned(tmp_path, None) is None


def test_corrections_take_cards_out_put_some_in_and_change_others(tmp_path: Path) -> None:
    deck = owned(
        tmp_path,
        'remove = ["number2.9"]\n'
        'cards = [{ code = "number1.9", kind = "number", number = 1 },'
        ' { code = "ant1.1", kind = "ant", number = 2 }]\n',
    )

    assert deck is not None
    codes = {card["code"]: card for card in deck}
    assert len(deck) == len(shipped_deck("mito"))
    assert "number2.9" not in codes
    assert codes["number1.9"]["number"] == 1
    assert codes["ant1.1"]["number"] == 2


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("remove = [", r"mito\.toml: cannot be read: "),
        ('remove = ["joker"]', r"mito\.toml: remove: the deck has no card 'joker'"),
        ("card = []", r"mito\.toml: card: unknown name"),
        (
            'cards = [{ code = "bee", copies = 100 }]',
            r"mito\.toml: cards\.0\.copies: expected less than or equal to 99",
        ),
        ('cards = [{ code = "bee.1", kind = "bee" }]', r"mito\.toml: catalogue: card 73, kind: expected"),
    ],
)
def test_a_bad_correction_is_named_with_its_file(tmp_path: Path, text: str, complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        owned(tmp_path, text)


ELVES = [{"code": f"elf.{number}", "value": 3} for number in (1, 2, 3)]


@pytest.mark.parametrize(
    ("text", "elves"),
    [
        ('cards = [{ code = "elf", copies = 2, value = 4 }]', {"elf.1": 4, "elf.2": 4}),
        ('cards = [{ code = "elf", copies = 4, value = 3 }]', {"elf.1": 3, "elf.2": 3, "elf.3": 3, "elf.4": 3}),
        ('cards = [{ code = "elf", copies = 0 }]', {}),
        ('cards = [{ code = "elf.2", value = 9 }]', {"elf.1": 3, "elf.2": 9, "elf.3": 3}),
    ],
)
def test_a_line_for_copies_is_for_all_of_them(text: str, elves: dict[str, int]) -> None:
    deck = corrections.corrected(ELVES, corrections.parsed(text))

    assert {card["code"]: card["value"] for card in deck} == elves


BY_HAND = """# what my box has
remove = ["number2.9"]  # lost

[[cards]]
code = "number1.9"  # found
kind = "number"
number = 1
"""


@pytest.mark.parametrize("text", ["", BY_HAND, 'cards = [{ code = "moth.1", kind = "moth" }]  # mine'])
def test_a_line_is_written_and_taken_away_again(text: str) -> None:
    line = {
        "code": "elf",
        "copies": 2,
        "effects": [{"keyword": "copies", "count": 2, "points": 3}],
        "names": {"en": "Elf"},
    }

    written = lines.with_line(text, line)
    again = lines.with_line(written, {**line, "copies": 3})

    before = corrections.parsed(text).lines
    assert corrections.parsed(written).lines == [*before, line]
    assert corrections.parsed(again).lines == [*before, {**line, "copies": 3}]
    assert lines.without_line(again, "elf").strip() == text.strip()
    assert all(comment in again for comment in ("# what my box has", "# lost", "# found") if comment in text)
    with pytest.raises(BadInput, match="code: nothing is corrected about 'elf'"):
        lines.without_line(text, "elf")


@pytest.mark.parametrize("game", ["mito", "mytho", "nur_mut"])
def test_a_deck_file_says_in_a_field_what_of_it_is_assumed(game: str) -> None:
    said = [sentence for deck in decks_of(games.box(game)) for sentence in deck.assumed]

    assert said
    assert all(re.fullmatch(r"[A-Z0-9].*\.", sentence) for sentence in said)


def test_of_mythology_go_each_card_says_what_of_it_is_assumed() -> None:
    lines = {card["name"]: card for card in shipped_deck("mythology_go")}

    assert [deck.assumed for deck in decks_of(games.box("mythology_go"))] == [()]
    for inferred in ("leviathan", "chimera", "cyclops", "satyr"):
        assert "effects" in lines[inferred]["assumed"]
    assert "effects" not in lines["harpy"]["assumed"]
