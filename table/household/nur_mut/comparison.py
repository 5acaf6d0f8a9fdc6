"""What a table told of a game of Nur Mut, held against what its people truly did; both as lists of JSON objects.

What each count says stands in docs/simulation.md. The table sees no faces: a card that it lets lie because its other
face would fit is no wrong verdict.
"""

from collections.abc import Iterator, Sequence

from table.household.comparing import (
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
from table.household.findings import Finding, Record

_WAITED_S = 2.5  # a card that had to wait for a button was touched at most so long ago
_PLAYED = ("card_played", "pile_refilled")
_MISLAID = {"no_fit", "wrong_zone"}  # the card may not lie there; for the one or the other, by the face that is up


def compare(deeds: Sequence[Record], told: Sequence[Record]) -> list[Finding]:
    """Find what went wrong in one game; both in the order of their times, events as everybody was told them."""
    return _compare(indexed(deeds, "deed"), indexed(lasting(told), "event"))


def _compare(deeds: Index, told: Index) -> list[Finding]:
    read = of(told, *RULINGS, "pile_refilled", "pile_started")
    return [
        *unheard(deeds),
        *misread(read, deeds, since_s=_WAITED_S),
        *(finding for laid in of(deeds, "laid") for finding in _of_a_play(laid, told)),
        *unnoticed(deeds, told, *_PLAYED),
        *_wrong_piles(deeds, told),
        *wrong_totals(deeds, told),
    ]


def _of_a_play(laid: Record, told: Index) -> Iterator[Finding]:
    """Hold what was said to a card against what the household's book says."""
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
    """Find piles that were said to be taken otherwise than people have seen, or by somebody else."""
    yield from otherwise("wrong_verdict", of(deeds, "fails"), ("seat",), of(told, "courage_failed"), ("seat",))
    for deed, event in zip(of(deeds, "fails"), of(told, "courage_failed"), strict=False):
        if event["zone"] is not None and event["zone"] not in deed["highest"]:
            yield Finding("wrong_verdict", event["t"], event, deed)
