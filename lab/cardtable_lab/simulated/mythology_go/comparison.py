"""Compares what a table told in a game of Mythology GO with the ground truth, both as lists of JSON objects.

docs/simulation.md explains the counts. Of a closed card, everybody is told only that it was laid.
"""

from collections.abc import Iterator, Sequence

from cardtable_lab.simulated.comparing import (
    BEFORE_S,
    LATE_S,
    Index,
    differing,
    indexed,
    of,
    otherwise,
    unheard,
    wrong_totals,
)
from cardtable_lab.simulated.findings import Finding, Record

_TURN_S = 120.0  # no turn lasts longer


def compare(deeds: Sequence[Record], told: Sequence[Record]) -> list[Finding]:
    """Return what went wrong in one game; deeds and public events, both in order of time."""
    return _compare(indexed(deeds, "deed"), indexed(told, "event"))


def _compare(deeds: Index, told: Index) -> list[Finding]:
    return [
        *unheard(deeds),
        *(Finding("misread", e["t"], e) for e in of(told, "card_played") if not _was_laid(e, deeds)),
        *(Finding("misread", deed["t"], deed=deed) for deed in of(deeds, "laid") if deed.get("shown")),
        *(finding for laid in of(deeds, "laid") for finding in _of_a_play(laid, told)),
        *(finding for ended in of(deeds, "ends_turn") for finding in _of_a_turn(ended, deeds, told)),
        *_wrong_effects(deeds, told),
        *_taken_all_the_same(deeds, told),
        *_wrong_words(deeds, told),
        *wrong_totals(deeds, told),
    ]


def _was_laid(event: Record, deeds: Index) -> bool:
    """Return whether somebody laid the card of an event, or a closed one if the event names none."""
    since, until = event["t"] - _TURN_S, event["t"] + BEFORE_S
    laid = (deed for deed in of(deeds, "laid") if since <= deed["t"] <= until and deed["seat"] == event["seat"])
    if event.get("card") is None:
        return any(deed["closed"] for deed in laid)
    return any(deed["card"] == event["card"] and not deed["closed"] for deed in laid)


def _of_a_play(laid: Record, told: Index) -> Iterator[Finding]:
    """Compare the public ruling on a card, and its owner's, with the population's rule book."""
    until = laid.get("until", laid["t"]) + LATE_S
    here = [event for event in of(told, "play_refused") if laid["t"] - BEFORE_S <= event["t"] <= until]
    refused = [e for e in here if e["zone"] == laid["zone"] and e.get("card", laid["card"]) == laid["card"]]
    said = refused[-1]["reason"] if refused else None
    if said != laid["objection"]:
        yield Finding("wrong_verdict", laid["t"], refused[-1] if refused else None, laid)
    elif said is None and laid.get("told_forbidden", False) != laid["forbidden"]:
        yield Finding("wrong_verdict", laid["t"], deed=laid)


def _of_a_turn(ended: Record, deeds: Index, told: Index) -> Iterator[Finding]:
    """Compare the open cards told at the end of a turn with those laid."""
    destroyed = [deed["card"] for deed in of(deeds, "destroys")]
    over = next((event["t"] for event in of(told, "turn_started", "count_opened") if event["t"] > ended["t"]), None)
    played = [event for event in of(told, "card_played") if event["t"] == over and "card" in event]
    heard = [event["card"] for event in played if event["seat"] == ended["seat"]]
    if any(event["seat"] != ended["seat"] for event in played):
        yield Finding("wrong_seat", ended["t"], played[0], ended)
    missing = [card for card in ended["brought"] if card not in heard and card not in destroyed]
    if missing:
        yield Finding("missed_unnoticed", ended["t"], deed=ended)
    if any(card not in ended["brought"] for card in heard):
        yield Finding("misread", ended["t"], played[0], ended)


def _wrong_effects(deeds: Index, told: Index) -> Iterator[Finding]:
    """Yield cards that were destroyed, resurrected or fused otherwise than told."""
    done = [(deed, (deed["seat"], deed["card"], deed["stays"], deed["by"])) for deed in of(deeds, "destroys")]
    said = [
        (event, (event["seat"], event["card"], event["event"] == "card_resurrected", event["by"]))
        for event in of(told, "card_destroyed", "card_resurrected")
    ]
    yield from differing("wrong_verdict", done, said)
    fused = [(deed, (deed["seat"], sorted(deed["cards"]))) for deed in of(deeds, "fuses")]
    merged = [(event, (event["seat"], sorted(event["cards"]))) for event in of(told, "cards_fused")]
    yield from differing("wrong_verdict", fused, merged)


def _taken_all_the_same(deeds: Index, told: Index) -> Iterator[Finding]:
    """Yield cards that nothing destroyed and that the table took for destroyed (MGO-T-07)."""
    for deed in of(deeds, "destroys_idly"):
        refused = (e for e in of(told, "play_refused") if deed["t"] <= e["t"] <= deed["t"] + _TURN_S)
        if not any(
            (e["card"], e["zone"], e["reason"]) == (deed["card"], "discard", "not_now") for e in refused if "card" in e
        ):
            yield Finding("wrong_verdict", deed["t"], deed=deed)


def _wrong_words(deeds: Index, told: Index) -> Iterator[Finding]:
    """Yield targets, accusations and searches declared otherwise than told."""
    aim, accusation = ("card", "target"), ("seat", "accused", "deity", "right")
    yield from otherwise("wrong_verdict", of(deeds, "aims"), aim, of(told, "target_declared"), aim)
    yield from otherwise("wrong_verdict", of(deeds, "accuses"), accusation, of(told, "accusation_settled"), accusation)
