"""What do I hold? From chips to phones: a table of real cards names a card to whoever asks, and to nobody else."""

from collections.abc import Iterator

import pytest

from table.events import HeldCardNamed
from table.games.game import pads
from table.keeping.journal import Journal
from table.sentences import Narrator
from table.testing.tables import EmulatedTable
from table.wiring.live import live_table

HANDS = {"mytho": ({"visible": "5h"}, "7h", "7 of hearts"), "nur_mut": ({}, "nm07", "")}


@pytest.fixture(params=HANDS)
def table(request: pytest.FixtureRequest, journal: Journal) -> Iterator[EmulatedTable]:
    """A table that does not know whose hand moves a card, with pads that its game has no use for."""
    with EmulatedTable(journal, game=request.param, besides=pads(3)) as table:
        table.live = live_table(journal=journal, hardware=table.hardware, seats=3, tags={})
        table.controller = table.live.controller
        table.starts(request.param, "Ana", "Ben", "Cleo")
        yield table


def game_of(table: EmulatedTable) -> str:
    return str(table.view["game"])


@pytest.mark.long
def test_a_card_is_named_on_the_phone_of_who_asks_and_on_no_other(table: EmulatedTable) -> None:
    laid, mine, label = HANDS[game_of(table)]
    for zone, card in laid.items():
        table.card(card).touches(zone)
    snapshot = table.controller.board.snapshot
    before = {audience: len(delivered) for audience, delivered in snapshot.game.events.items()}
    views, hands = snapshot.game.views, table.hardware.tabletop
    assert hands is not None

    hands.press(2)
    table.runs(200)
    table.card(mine).touches("seat.2")
    hands.release(2)
    table.runs(1_500)

    snapshot = table.controller.board.snapshot
    news = {audience: delivered[before[audience] :] for audience, delivered in snapshot.game.events.items()}
    assert {audience for audience, some in news.items() if some} == {"seat:2", "sealed"} & snapshot.game.events.keys()
    assert [one.event for one in news["seat:2"]] == [HeldCardNamed(2, mine)]
    assert label in str(Narrator.of(snapshot.game).say(news["seat:2"][0].event))
    assert {**snapshot.game.views, "seat:2": None} == {**views, "seat:2": None}


def test_without_the_button_a_pad_means_nothing(table: EmulatedTable) -> None:
    before = table.event_names("seat:2")

    table.card(HANDS[game_of(table)][1]).touches("seat.2")

    assert table.event_names("seat:2") == before


def test_a_game_goes_on_after_a_power_cut(table: EmulatedTable, journal: Journal) -> None:
    recorded = journal.running()
    assert recorded is not None
    table.live = live_table(journal=journal, hardware=table.hardware, seats=3, tags={})
    table.controller = table.live.controller
    table.controller.resume(recorded)
    hands = table.hardware.tabletop
    assert hands is not None

    hands.press(3)
    table.runs(200)
    table.card(HANDS[game_of(table)][1]).touches("seat.3")

    assert table.event_names("seat:3")[-1] == "held_card_named"
