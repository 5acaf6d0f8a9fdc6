"""Compares what a table told in a game of Nur Mut with the ground truth, both as lists of JSON objects.

docs/simulation.md explains the counts. The table sees no faces: accepting a card whose other face would fit is not a
wrong verdict, nor is what comes of it, until people put it right.
"""

from collections.abc import Iterator, Sequence

from cardtable_lab.simulated.comparing import (
    RULINGS,
    Index,
    indexed,
    is_about,
    lasting,
    misread,
    of,
    otherwise,
    unheard,
    unnoticed,
    wrong_totals,
)
from cardtable_lab.simulated.findings import Finding, Record

_WAITED_S = 2.5  # how long before its event a card that waited for a button may be touched
_PLAYED = ("card_played", "pile_refilled")
_MISLAID = {"no_fit", "wrong_zone"}  # refusals of a misfit; which of them depends on the face that is up


def compare(deeds: Sequence[Record], told: Sequence[Record]) -> list[Finding]:
    """Return what went wrong in one game; deeds and public events, both in order of time."""
    return _compare(indexed(deeds, "deed"), indexed(lasting(told), "event"))


def _compare(deeds: Index, told: Index) -> list[Finding]:
    read = of(told, *RULINGS, "pile_refilled", "pile_started")
    return [
        *_unheard(deeds),
        *misread(read, deeds, since_s=_WAITED_S),
        *(finding for laid in of(deeds, "laid") for finding in _of_a_play(laid, told)),
        *unnoticed(deeds, told, *_PLAYED),
        *_wrong_piles(deeds, told),
        *wrong_totals(deeds, told),
    ]


def _unheard(deeds: Index) -> Iterator[Finding]:
    """Yield what the table did not hear or people had to put right, but an end that a misfit seemed to bring, once."""
    excused: list[Record] = []
    for finding in unheard(deeds):
        latest = next((laid for laid in reversed(of(deeds, "laid")) if laid["t"] < finding.t), None)
        ended = finding.kind == "disputed" and finding.deed is not None and "winners" in finding.deed
        if ended and latest is not None and latest not in excused and latest["either"] and latest["objection"]:
            excused.append(latest)
        else:
            yield finding


def _of_a_play(laid: Record, told: Index) -> Iterator[Finding]:
    """Compare the ruling on a card with the population's rule book."""
    ruled = [event for event in of(told, *RULINGS, "pile_refilled") if event["card"] == laid["card"]]
    for last in [event for event in ruled if event["zone"] == laid["zone"] and is_about(event, laid)][-1:]:
        accepted = last["event"] in _PLAYED
        if accepted and laid["objection"] is None and last["seat"] not in (None, laid["seat"]):
            yield Finding("wrong_seat", last["t"], last, laid)
        if accepted and last["face"] not in (None, laid["face"]) and laid["objection"] is None:
            yield Finding("misread", last["t"], last, laid)
        if accepted and laid["objection"] is not None and not laid["either"]:
            yield Finding("wrong_verdict", last["t"], last, laid)
        if not accepted and (laid["objection"] is None or not {last["reason"], laid["objection"]} <= _MISLAID):
            yield Finding("wrong_verdict", last["t"], last, laid)


def _wrong_piles(deeds: Index, told: Index) -> Iterator[Finding]:
    """Yield piles that were told as taken wrongly, or by the wrong player."""
    yield from otherwise("wrong_verdict", of(deeds, "fails"), ("seat",), of(told, "courage_failed"), ("seat",))
    for deed, event in zip(of(deeds, "fails"), of(told, "courage_failed"), strict=False):
        if event["zone"] is not None and event["zone"] not in deed["highest"]:
            yield Finding("wrong_verdict", event["t"], event, deed)
