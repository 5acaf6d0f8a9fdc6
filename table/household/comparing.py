"""What every game needs to compare what was told with the ground truth. Deeds and events are JSON objects."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from table.household.findings import Finding, Record

Index = Mapping[str, Sequence[Record]]  # deeds, or events, by their names
Paired = tuple[Record, Any]  # a deed or an event, and what is compared of it

RECENT_S = 1.5  # a card that is told of was touched at most so long ago
LATE_S = 0.7  # a ruling may come so long after people have stopped waiting for it
BEFORE_S = 0.02  # what a table's clock may differ from that of the people
EDGE_S = 0.06  # so close to an edge nobody can say on which side something was
STAMP_S = 0.005  # the error of the worst stamp, twice

RULINGS = ("card_played", "play_refused")


def indexed(records: Sequence[Record], by: str) -> Index:
    """Sort deeds or events by their names."""
    found: dict[str, list[Record]] = {}
    for record in records:
        found.setdefault(record[by], []).append(record)
    return found


def lasting(told: Sequence[Record]) -> list[Record]:
    """Leave out what was undone."""
    kept: list[Record] = []
    for event in told:
        if event["event"] == "undone":
            kept = [one for one in kept if one["seq"] <= event["to_seq"]]
        kept.append(event)
    return kept


def of(records: Index, *names: str) -> Sequence[Record]:
    """Return the records of these names, in their order."""
    if len(names) == 1:
        return records.get(names[0], ())
    return sorted((record for name in names for record in records.get(name, ())), key=lambda record: record["t"])


def was_touched(event: Record, deeds: Index, *, since_s: float = RECENT_S) -> bool:
    """Tell whether somebody has just touched with the card that is told, or with any if nobody may know which."""
    since, until = event["t"] - since_s, event["t"] + BEFORE_S
    touched = [deed for deed in of(deeds, "touched") if since <= deed["t"] <= until and deed["zone"] == event["zone"]]
    return any("card" not in event or event["card"] in deed["cards"] for deed in touched)


def misread(read: Sequence[Record], deeds: Index, *, since_s: float = RECENT_S) -> Iterator[Finding]:
    """Find the cards that were told and that nobody has touched with."""
    yield from (
        Finding("misread", event["t"], event) for event in read if not was_touched(event, deeds, since_s=since_s)
    )


def unnoticed(deeds: Index, told: Index, *names: str, there: bool = False) -> Iterator[Finding]:
    """Find the cards that lie on a pile, alone or two as one, and were not told shortly before by any of these names.

    Of a card that lies face down nobody is told which it is, but on which pile: so it has to have been told `there`.
    """
    for lies in of(deeds, "lies"):
        since, until = lies["t"] - 2 * RECENT_S, lies["t"] + BEFORE_S
        events = [event for event in of(told, *names) if since <= event["t"] <= until]
        here = [event for event in events if not there or event["zone"] == lies["zone"]]
        if not any(event.get("card", lies["cards"][0]) in lies["cards"] for event in here):
            yield Finding("missed_unnoticed", lies["t"], deed=lies)


def unheard(deeds: Index) -> Iterator[Finding]:
    """Find the touches that the table did not answer, and the turns that people had to put right."""
    yield from (Finding("missed", deed["t"], deed=deed) for deed in of(deeds, "touched_again"))
    yield from (Finding("disputed", deed["t"], deed=deed) for deed in of(deeds, "disputed"))


def is_about(event: Record, laid: Record) -> bool:
    """Tell whether a ruling came while, or soon after, somebody laid a card and listened."""
    return bool(laid["t"] - BEFORE_S <= event["t"] <= laid.get("until", laid["t"]) + LATE_S)


def wrong_totals(deeds: Index, told: Index) -> Iterator[Finding]:
    """Find rounds and games with other points than people have counted."""
    counted = [(deed, numbers(deed["scores"])) for deed in of(deeds, "counted")]
    scores = [(event, numbers(event["scores"])) for event in of(told, "round_ended")]
    yield from differing("wrong_totals", counted, scores)
    ended = [(deed, (numbers(deed["totals"]), list(deed["winners"]))) for deed in of(deeds, "ended")]
    totals = [(event, (numbers(event["totals"]), list(event["winners"]))) for event in of(told, "game_ended")]
    yield from differing("wrong_totals", ended, totals)


def numbers(points: Mapping[Any, int]) -> dict[int, int]:
    """Read points by seat, which JSON has by text."""
    return {int(seat): number for seat, number in points.items()}


def otherwise(
    kind: str, deeds: Sequence[Record], true: Sequence[str], told: Sequence[Record], said: Sequence[str]
) -> Iterator[Finding]:
    """Find where these fields of what was told, one after another, are not those of what people did."""
    done = [(deed, [deed[name] for name in true]) for deed in deeds]
    yield from differing(kind, done, [(event, [event[name] for name in said]) for event in told])


def differing(kind: str, truth: Sequence[Paired], said: Sequence[Paired]) -> Iterator[Finding]:
    """Find where what was said, one after another, is not what is true."""
    for (deed, true), (event, one) in zip(truth, said, strict=False):
        if true != one:
            yield Finding(kind, event["t"], event, deed)
    for deed, _ in truth[len(said) :]:
        yield Finding(kind, deed["t"], deed=deed)
    for event, _ in said[len(truth) :]:
        yield Finding(kind, event["t"], event)
