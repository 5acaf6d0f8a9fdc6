"""Compares what a table told in a game of Mytho with the ground truth, both as lists of JSON objects.

docs/simulation.md explains the counts. Where players were too close together to say who was first, either will do.
"""

from collections.abc import Iterator, Sequence

from cardtable_lab.simulated.comparing import (
    EDGE_S,
    RULINGS,
    STAMP_S,
    Index,
    indexed,
    is_about,
    misread,
    of,
    otherwise,
    unheard,
    unnoticed,
    wrong_totals,
)
from cardtable_lab.simulated.findings import Finding, Record

_WINDOW_S = 5.0  # how long a hidden card can be contested (MYTHO-T-04)
_READ_S = 0.35  # a readable card is read at most this long after the hand came
_WAITED_S = 2.5  # how long before its event a card that waited for buttons may be touched
_ENDS = ("contest_made", "turn_started", "round_ended")


def compare(deeds: Sequence[Record], told: Sequence[Record]) -> list[Finding]:
    """Return what went wrong in one game; deeds and public events, both in order of time."""
    return _compare(indexed(deeds, "deed"), indexed(told, "event"))


def _compare(deeds: Index, told: Index) -> list[Finding]:
    read = of(told, *RULINGS, "pile_started")
    return [
        *unheard(deeds),
        *misread(read, deeds, since_s=_WAITED_S),
        *(finding for laid in of(deeds, "laid") for finding in _of_a_play(laid, told)),
        *unnoticed(deeds, told, "card_played", there=True),
        *(finding for played in of(told, "card_played") for finding in _of_a_window(played, deeds, told)),
        *_wrong_contests(deeds, told),
        *_wrong_draws(deeds, told),
        *wrong_totals(deeds, told),
    ]


def _is_of(event: Record, card: str, zone: str) -> bool:
    """Return whether an event may be about a card on a pile; events do not name a card face down."""
    return bool(event["zone"] == zone and event.get("card", card) == card)


def _of_a_play(laid: Record, told: Index) -> Iterator[Finding]:
    """Compare the ruling on a card with the population's rule book."""
    ruled = [event for event in of(told, *RULINGS) if _is_of(event, laid["card"], laid["zone"])]
    for last in [event for event in ruled if is_about(event, laid)][-1:]:
        if last["event"] == "card_played" and last["seat"] != laid["seat"]:
            yield Finding("wrong_seat", last["t"], last, laid)
        verdict = None if last["event"] == "card_played" else last["reason"]
        if verdict != laid["objection"] and not (verdict == "not_now" and laid.get("late")):
            yield Finding("wrong_verdict", last["t"], last, laid)


# -- contests


def _of_a_window(played: Record, deeds: Index, told: Index) -> Iterator[Finding]:
    """Compare who is said to have contested a hidden card, if anybody, with who pressed."""
    ended = next((event for event in of(told, *_ENDS) if event["seq"] > played["seq"]), None)
    if played["zone"] != "hidden" or ended is None or _is_taken_back(played, ended, told):
        return
    touched = [d["t"] for d in of(deeds, "touched") if d["zone"] == "hidden" and d["t"] <= played["t"] + STAMP_S]
    begins, shuts = touched[-1], touched[-1] + _READ_S + _WINDOW_S
    pressed = [
        deed
        for deed in of(deeds, "doubts")
        if deed["seat"] != played["seat"] and begins <= deed["t"] <= min(shuts, ended["t"])
    ]
    surely = [deed for deed in pressed if deed["t"] <= min(begins + _WINDOW_S, ended["t"]) - EDGE_S]
    if ended["event"] != "contest_made":
        if surely:
            yield Finding("wrong_race", ended["t"], ended, surely[0])
        return
    first = min((deed["t"] for deed in pressed), default=None)
    if first is None or not any(d["seat"] == ended["seat"] and d["t"] <= first + STAMP_S for d in pressed):
        yield Finding("wrong_race", ended["t"], ended, pressed[0] if pressed else None)


def _is_taken_back(played: Record, ended: Record, told: Index) -> bool:
    taken = of(told, "play_taken_back")
    return any(played["seq"] < event["seq"] <= ended["seq"] for event in taken)


def _wrong_contests(deeds: Index, told: Index) -> Iterator[Finding]:
    """Yield contests settled otherwise than the revealed card demands."""
    names = ("challenger", "player", "truthful", "card")
    yield from otherwise("wrong_verdict", of(deeds, "settled"), names, of(told, "contest_settled"), names)


def _wrong_draws(deeds: Index, told: Index) -> Iterator[Finding]:
    """Yield draws and gifts that differ from what was told."""
    drawn, owed = of(told, "card_drawn", "draw_owed"), of(told, "gift_owed")
    yield from otherwise("wrong_totals", of(deeds, "drew"), ("seat",), drawn, ("seat",))
    yield from otherwise("wrong_totals", of(deeds, "gave"), ("seat", "to"), owed, ("giver", "receiver"))
