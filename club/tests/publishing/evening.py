"""What happens at a table of a club in tests, and what of it came to the broker."""

from collections.abc import Mapping
from typing import Any

from club.tests.publishing.broker import Ears
from table.games.game import PUBLIC
from table.running.messages import Choose
from tests.emulated import TableInTime

BASE = "cardtable/riverside/kitchen"


def plays(table: TableInTime, *cards: str) -> None:
    for card in cards:
        table.card(card).touches("discard")
        table.runs(3_000)


def public_events(table: TableInTime) -> list[Mapping[str, Any]]:
    return [one.json for one in table.controller.board.snapshot.game.delivered(PUBLIC)]


def came(ears: Ears) -> list[dict[str, Any]]:
    """The events that came, without the time on the wall."""
    return [{name: value for name, value in one.said.items() if name != "at"} for one in ears.of("events")]


def all_came(table: TableInTime, ears: Ears) -> bool:
    """Whether the last event that was told has come."""
    return [event["seq"] for event in came(ears)][-1:] == [len(public_events(table))]


def the_game(ears: Ears) -> str:
    (game,) = {one.topic.rpartition("/")[2] for one in ears.of("events")}
    return game


def ends(table: TableInTime) -> None:
    table.controller.take(Choose(0, "abort"))
    table.runs(50)
