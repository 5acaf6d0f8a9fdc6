"""How a game's options and choices are described for people."""

import re

import pytest
from pydantic import Field

from table import games, languages
from table.cards import Card, Deck
from table.complaints import BadInput
from table.games import box, deck_named, described, scores, scoring
from table.games.game import Choice, Options
from table.values import to_json


class Agreed(Options):
    """One option of each kind."""

    loud: bool = Field(True, description="Whether it is loud.")
    rounds: int = Field(3, ge=1, le=9, description="How many rounds.")
    opens: int | None = Field(None, ge=2, description="Who opens.")
    order: str = Field("up", description="The order.", json_schema_extra={"enum": ["up", "down"]})


class Boxed:
    """A box of which people see the options."""

    name = title = "boxed"
    card = Card
    options = Agreed

    def deck(self, _options: Options | None, /) -> Deck:
        """Have no cards."""
        raise NotImplementedError


def test_an_option_is_described_by_its_kind_and_what_it_may_be() -> None:
    assert [to_json(option) for option in described.options(Boxed())] == [
        {"name": "loud", "default": True, "meaning": "Whether it is loud.", "kind": "yes_no", "label": "loud"},
        {
            "name": "rounds",
            "default": 3,
            "meaning": "How many rounds.",
            "kind": "number",
            "least": 1,
            "most": 9,
            "label": "rounds",
        },
        {"name": "opens", "default": None, "meaning": "Who opens.", "kind": "number", "least": 2, "label": "opens"},
        {
            "name": "order",
            "default": "up",
            "meaning": "The order.",
            "kind": "choice",
            "values": ["up", "down"],
            "called": {"up": "up", "down": "down"},
            "label": "order",
        },
    ]


def test_a_choice_is_described_with_its_value_if_it_takes_one() -> None:
    plain = Choice("declare", "seat", "Declares.")
    assert [to_json(choice) for choice in described.choices([plain])] == [
        {"name": "declare", "who": "seat", "meaning": "Declares."}
    ]


def test_presets_are_described_by_all_that_they_set() -> None:
    assert described.presets(Boxed()) == {}
    assert set(described.presets(box("mito"))) >= {"default"}
    assert all("preset" not in sets and "rounds" in sets for sets in described.presets(box("mito")).values())


def test_a_deck_is_named_by_itself_or_by_a_game() -> None:
    assert deck_named("mito") == "mito"
    assert deck_named("mytho") == "standard52", "the deck with which it is usually played"
    assert deck_named("colours") == "colours"
    with pytest.raises(BadInput, match=re.escape("or a deck (standard52, colours), not 'tarot'")):
        deck_named("tarot")


def test_points_of_an_unknown_game_are_not_counted() -> None:
    wanted = f"points are counted for {', '.join(scores())}, not for 'chess'"
    with pytest.raises(BadInput, match=re.escape(wanted)):
        scoring("chess")
    assert scores() == ["mito", "mythology_go"]


@pytest.mark.parametrize("name", games.names())
def test_what_an_option_means_is_said_in_german(name: str) -> None:
    listed = described.options(games.find(name))
    german = languages.find("de").of(listed)

    assert [one.name for one, other in zip(listed, german, strict=True) if one.meaning == other["meaning"]] == []
