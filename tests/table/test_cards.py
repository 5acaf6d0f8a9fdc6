"""Decks: what is shipped, and what an owner corrects in a file of his own."""

from pathlib import Path

import pytest

from table.cards import owners_deck, shipped_deck
from table.complaints import BadInput


def test_without_corrections_there_is_none(tmp_path: Path) -> None:
    assert owners_deck(shipped_deck("mito"), tmp_path / "mito.toml") is None


def test_corrections_take_cards_out_put_some_in_and_change_others(tmp_path: Path) -> None:
    path = tmp_path / "mito.toml"
    path.write_text(
        'remove = ["number2.9"]\n'
        'cards = [{ code = "number1.9", kind = "number", number = 1 }, { code = "ant1.1", kind = "ant", number = 2 }]\n'
    )
    deck = owners_deck(shipped_deck("mito"), path)

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
        ("card = []", r"mito\.toml: card: nobody knows this name"),
    ],
)
def test_a_bad_correction_is_named_with_its_file(tmp_path: Path, text: str, complaint: str) -> None:
    path = tmp_path / "mito.toml"
    path.write_text(text)

    with pytest.raises(BadInput, match=complaint):
        owners_deck(shipped_deck("mito"), path)
