"""Why Mito told what it told: the rules behind each event (docs/rules/mito.md), and what the table saw.

Everything comes from what the event's audience has been told by then, see moment.py. So whether two cards were dropped
as one shows here as little as in the events: a drop is what was told of it.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from table.games.game import Setup, Why
from table.games.mito import why_played, why_raced, why_rounds
from table.games.mito.moment import Moment

# What only the host or the hardware brings about. A refusal because of that has no rule behind it either.
WITHOUT_RULE = frozenset(
    {
        "undone", "game_paused", "game_resumed", "game_aborted",
        "tag_unread", "tag_unknown", "reader_lost", "reader_back",
    }
)  # fmt: skip

_UNRULED: Mapping[str, str] = {
    "undone": "The host took back the last play, draw, call, claim or ruling, with what followed.",
    "game_paused": "The host paused the game.",
    "game_resumed": "The host let the game go on.",
    "game_aborted": "The host ended the game.",
    "tag_unread": "Something touched a reader and was gone before it could be read.",
    "tag_unknown": "A reader read a tag that belongs to no card of this deck.",
    "reader_lost": "A reader stopped answering, so the game waits.",
    "reader_back": "The reader answers again.",
}


def _without_rule(moment: Moment) -> Why:
    return Why((), _UNRULED[moment.event["event"]])


_ANSWERS: Mapping[str, Callable[[Moment], Why]] = {
    **dict.fromkeys(WITHOUT_RULE, _without_rule),
    **why_played.ANSWERS,
    **why_raced.ANSWERS,
    **why_rounds.ANSWERS,
}


def why(event: Mapping[str, Any], setup: Setup, told: Sequence[Mapping[str, Any]]) -> Why:
    """Say why an audience was told an event, of all that it was told."""
    return _ANSWERS[event["event"]](Moment.of(event, setup, told))
