"""A language: its sentences, and the forms that words take in them."""

from typing import Any

import pytest
from msgspec import convert

from table import languages
from table.complaints import BadInput
from table.languages.language import Grammar, Said, Translated
from table.saying import any_of, both, capital, many, noun, own, say

GRAMMAR: dict[str, Any] = {
    "name": "Deutsch",
    "plural": "n != 1",
    "gender": "f",
    "decimal": ",",
    "patterns": {"sibilant": "[sßxz]$"},
    "unknown": {"den": "einen"},
    "forms": {
        "den": {"m": "den {}", "f": "die {}"},
        "einen": {"m": "einen {}", "f": "eine {}"},
        "s": {"sibilant": "{}’", "any": "{}s"},
    },
}
SAID: dict[str, Any] = {
    "complete": 1.0,
    "pages": {},
    "table": {
        "{who} plays {card:the}.": "{who} spielt {card:den}.",
        "{who}’s turn": "{who:s} Zug",
        "{count} card": ["{count} Karte", "{count} Karten"],
        "{some} and {last}": "{some} und {last}",
        "noun\x04king": "König",
        "gender\x04king": "m",
        "noun\x04{number} of {colour}": "{colour}-{number}",
        "noun\x04hearts": "Herz",
        "any\x04card": "Karte",
        "own\x04{who}’s pad": "{who:s} Feld",
        "on {pad:the}": "auf {pad:den}",
        "the pad": "das Feld",
        "{seconds:.2f} s after {who}": "{seconds:.2f} s nach {who}",
    },
}
KING = noun("{number} of {colour}", number=noun("king"), colour=noun("hearts"))


@pytest.fixture
def german() -> Translated:
    return Translated("de", convert(GRAMMAR, Grammar), convert(SAID, Said))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (say("{who} plays {card:the}.", who="Ana", card=KING), "Ana spielt den Herz-König."),
        (say("{who} plays {card:the}.", who="Ana", card=noun("{number} of {colour}", number=7, colour=noun("hearts"))),
         "Ana spielt die Herz-7."),
        (say("{who} plays {card:the}.", who="Ana", card=any_of("card")), "Ana spielt eine Karte."),
        (say("{who}’s turn", who="Ana"), "Anas Zug"),
        (say("{who}’s turn", who="Max"), "Max’ Zug"),
        (say("on {pad:the}", pad=own("{who}’s pad", who="Max")), "auf Max’ Feld"),
        (many("{count} card", "{count} cards", 1), "1 Karte"),
        (many("{count} card", "{count} cards", 3), "3 Karten"),
        (both(["Ana", "Ben", "Max"]), "Ana, Ben und Max"),
        (say("{seconds:.2f} s after {who}", seconds=0.346, who="J.R."), "0,35 s nach J.R."),
        (capital(say("the pad")), "Das Feld"),
        (say("Nobody has said this yet: {card:a}", card=KING), "Nobody has said this yet: Herz-König"),
    ],
)  # fmt: skip
def test_a_text_is_said_in_its_words_and_its_order(german: Translated, text: str, said: str) -> None:
    assert german.says(text) == said
    assert german.of({"told": [text, "Ana", 3]}) == {"told": [said, "Ana", 3]}


def test_a_language_that_is_not_there_is_told() -> None:
    with pytest.raises(BadInput, match="language: expected one of en, de, fr, not 'tlh'"):
        languages.find("tlh")
