"""What is due in Mythology GO as screens show it: cards, by which card, whose choice; and what a row is worth."""

from typing import Any

import pytest

from table.facts import CardArrived, ChoiceMade, GameStarted
from table.games.mythology_go import MYTHOLOGY_GO
from table.judging.session import Session, dump
from table.values import to_json
from tests.replayed import whys

UNWRITTEN = [
    {"code": "hex.1", "name": "hex", "kind": "spell", "colour": "white"},
    {"code": "elf.1", "name": "elf", "kind": "creature", "colour": "green", "value": 3},
]


class Table:
    """A game of two on which cards are laid; `events` is what the last fact brought, to all."""

    def __init__(self, **more: Any) -> None:
        self.session = Session(
            GameStarted(0, "mythology_go", ["Ana", "Ben"], placement={"discard": "tap"}, seed=1, **more)
        )
        self.t = 0
        self.events: list[dict[str, Any]] = []

    def _takes(self, fact: CardArrived | ChoiceMade) -> None:
        self.events = [dump(line) for line in self.session.take(fact) if line.audience == "public"]

    def lays(self, *cards: str, seat: int, by: int | None = None) -> "Table":
        for card in cards:
            self.t += 4_000_000
            zone = (
                "discard" if seat == 0 or card.startswith(("storm", "curse", "earthquake", "hex")) else f"seat.{seat}"
            )
            self._takes(CardArrived(self.t, zone, card, by=by))
        return self

    def says(self, seat: int, choice: str) -> "Table":
        self.t += 4_000_000
        self._takes(ChoiceMade(self.t, seat, choice))
        return self

    def view(self, audience: str = "public") -> Any:
        return to_json(self.session.view(audience))


def begun(*cards: str) -> Table:
    return Table().lays(*cards, seat=1).says(1, "end_turn")


def test_every_screen_shows_which_cards_a_leviathan_destroys() -> None:
    table = begun("harpy.1", "dwarf.1").lays("leviathan.1", seat=2)

    due = {"by": "leviathan.1", "cards": ["harpy.1"], "choice": None}
    assert [table.view(audience)["due"] for audience in ("public", "host", "seat:1", "seat:2")] == [due] * 4
    assert table.view()["prompt"].startswith("Ben: the Leviathan destroys Ana’s Harpy: touch the discard with it.")
    assert table.lays("harpy.1", seat=0).view()["due"] is None
    assert table.events[-1] == table.events[-1] | {"event": "card_destroyed", "card": "harpy.1", "by": "leviathan.1"}


def test_a_choice_is_of_all_open_creatures_and_its_casters_own() -> None:
    table = begun("harpy.1", "dwarf.1").lays("storm.1", seat=2)

    assert table.view()["due"] == {"by": "storm.1", "cards": ["harpy.1", "dwarf.1"], "choice": 2}
    assert "may destroy an open creature" in table.view()["prompt"]
    assert table.lays("harpy.1", seat=0, by=1).events[0]["text"] == "Ben chooses what is destroyed."
    table.lays("harpy.1", seat=0, by=1).lays("harpy.1", seat=0, by=2)
    assert [event["event"] for event in table.events] == ["card_destroyed"]
    assert table.view()["due"] is None


def test_what_is_due_of_each_is_shown_one_terrain_after_the_other() -> None:
    table = begun("harpy.1", "dwarf.1").lays("elf.1", "earthquake.1", seat=2)

    assert table.view()["due"] == {"by": "earthquake.1", "cards": ["elf.1"], "choice": None}
    assert table.lays("elf.1", seat=0).view()["due"]["cards"] == ["harpy.1"]


def test_of_what_only_people_can_read_nothing_is_shown_but_the_spell() -> None:
    table = Table(catalogue=UNWRITTEN).lays("elf.1", seat=1).says(1, "end_turn").lays("hex.1", seat=2)

    assert (table.view()["due"], table.view()["printed"]) == (None, "hex.1")
    assert table.view()["prompt"].startswith("Ben: do what the hex says.")
    assert table.says(2, "end_turn").view()["printed"] is None


def test_a_row_is_worth_what_everybody_knows() -> None:
    table = begun("harpy.1", "harpy.2")
    assert [seat["worth"] for seat in table.view()["seats"]] == [2 * (3 + 4), 0]
    table.lays("dwarf.1", seat=2)
    assert [seat["worth"] for seat in to_json(table.view("seat:2"))["seats"]] == [2 * (3 + 4), 0]  # not told yet
    assert table.says(2, "end_turn").view()["seats"][1]["worth"] == 4 + 5 - 1  # MGO-105, MGO-50


@pytest.mark.parametrize(
    ("cards", "last", "rules"),
    [
        ((), ("says", (2, "end_turn")), ("MGO-18",)),
        (("leviathan.1",), ("says", (2, "end_turn")), ("MGO-T-07", "MGO-77", "MGO-63")),
        ((), ("lays", ("harpy.1",)), ("MGO-T-07", "MGO-77", "MGO-63")),
        (("leviathan.1",), ("lays", ("harpy.1",)), ("MGO-77", "MGO-T-03")),
        (("storm.1",), ("lays", ("harpy.1",)), ("MGO-T-07", "MGO-87", "MGO-T-03")),
        (("earthquake.1",), ("lays", ("harpy.1",)), ("MGO-63", "MGO-87", "MGO-T-03")),
    ],
)
def test_the_rule_behind_it_is_named(cards: tuple[str, ...], last: Any, rules: tuple[str, ...]) -> None:
    table = begun("harpy.1", "dwarf.1").lays(*cards, seat=2)
    what, given = last
    table.says(*given) if what == "says" else table.lays(*given, seat=0)

    assert whys(table.session, table.events)[0].rules == rules


def test_every_spell_and_belief_of_the_shipped_deck_has_an_effect_and_says_that_it_is_assumed() -> None:
    cards = MYTHOLOGY_GO.deck(None)
    for card in cards:
        if card["kind"] in ("spell", "belief"):
            assert card["effects"]
            assert "effects" in card["assumed"]
    assert any(effect["keyword"] == "copies" for card in cards for effect in card.get("effects", ()))
