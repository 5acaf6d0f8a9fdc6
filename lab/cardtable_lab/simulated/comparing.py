"""The parts of comparing events with the ground truth that all games share. Deeds and events are JSON objects."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from table.values import Value

# -- Differences between what the table delivered and the ground truth

Record = Mapping[str, Any]  # an action in the ground truth, or an event, as a JSON object

# The kinds of findings, in the order of a report.
KINDS = (
    "missed", "missed_unnoticed", "misread", "wrong_seat", "wrong_verdict", "wrong_race", "wrong_totals", "wrong_log",
    "secrets_leaked", "disputed", "unfinished",
)  # fmt: skip


class Finding(Value):
    """A difference: its kind and time and, if there are any, the wrong event and the action that it should match."""

    kind: str
    t: float
    event: Record | None = None
    deed: Record | None = None


Index = Mapping[str, Sequence[Record]]  # actions or events, by name
Paired = tuple[Record, Any]  # an action or an event, and the values to compare

RECENT_S = 1.5  # a touch may be this long before its event
LATE_S = 0.7  # a ruling may come this long after people stop waiting
BEFORE_S = 0.02  # how much the table's clock and the players' clock may differ
EDGE_S = 0.06  # times this close to the edge of an interval may count as inside or outside
STAMP_S = 0.005  # twice the error of the worst stamp

RULINGS = ("card_played", "play_refused")


def indexed(records: Sequence[Record], by: str) -> Index:
    """Index actions or events by name."""
    found: dict[str, list[Record]] = {}
    for record in records:
        found.setdefault(record[by], []).append(record)
    return found


def lasting(events: Sequence[Record]) -> list[Record]:
    """Return the events that were not undone later."""
    kept: list[Record] = []
    for event in events:
        if event["event"] == "undone":
            kept = [one for one in kept if one["seq"] <= event["to_seq"]]
        kept.append(event)
    return kept


def of(records: Index, *names: str) -> Sequence[Record]:
    """Return the records with these names, in chronological order."""
    if len(names) == 1:
        return records.get(names[0], ())
    return sorted((record for name in names for record in records.get(name, ())), key=lambda record: record["t"])


def was_touched(event: Record, deeds: Index, *, since_s: float) -> bool:
    """Return whether the event's card, or any card if it names none, touched the pad at most `since_s` s before."""
    since, until = event["t"] - since_s, event["t"] + BEFORE_S
    touched = [deed for deed in of(deeds, "touched") if since <= deed["t"] <= until and deed["zone"] == event["zone"]]
    return any("card" not in event or event["card"] in deed["cards"] for deed in touched)


def misread(read: Sequence[Record], deeds: Index, *, since_s: float = RECENT_S) -> Iterator[Finding]:
    """Yield a finding for each event whose card did not touch its pad in the `since_s` seconds before it."""
    yield from (
        Finding("misread", event["t"], event) for event in read if not was_touched(event, deeds, since_s=since_s)
    )


def unnoticed(deeds: Index, delivered: Index, *names: str, there: bool = False) -> Iterator[Finding]:
    """Yield a finding for each laid card (or pair dropped as one) that no event with one of these names reported.

    Events do not name face-down cards. With `there`, the event must also be about the card's pile.
    """
    for lies in of(deeds, "lies"):
        since, until = lies["t"] - 2 * RECENT_S, lies["t"] + BEFORE_S
        events = [event for event in of(delivered, *names) if since <= event["t"] <= until]
        here = [event for event in events if not there or event["zone"] == lies["zone"]]
        if not any(event.get("card", lies["cards"][0]) in lies["cards"] for event in here):
            yield Finding("missed_unnoticed", lies["t"], deed=lies)


def unheard(deeds: Index) -> Iterator[Finding]:
    """Yield a finding for each touch to which the table did not respond, and for each correction that people made."""
    yield from (Finding("missed", deed["t"], deed=deed) for deed in of(deeds, "touched_again"))
    yield from (Finding("disputed", deed["t"], deed=deed) for deed in of(deeds, "disputed"))


def is_about(event: Record, laid: Record) -> bool:
    """Return whether a ruling came while a player was laying a card and waiting for a ruling, or soon after that."""
    return bool(laid["t"] - BEFORE_S <= event["t"] <= laid.get("until", laid["t"]) + LATE_S)


def wrong_totals(deeds: Index, events: Index) -> Iterator[Finding]:
    """Yield a finding for each round or game whose points differ from the players' own count."""
    counted = [(deed, numbers(deed["scores"])) for deed in of(deeds, "counted")]
    scores = [(event, numbers(event["scores"])) for event in of(events, "round_ended")]
    yield from differing("wrong_totals", counted, scores)
    ended = [(deed, (numbers(deed["totals"]), list(deed["winners"]))) for deed in of(deeds, "ended")]
    totals = [(event, (numbers(event["totals"]), list(event["winners"]))) for event in of(events, "game_ended")]
    yield from differing("wrong_totals", ended, totals)


def numbers(points: Mapping[Any, int]) -> dict[int, int]:
    """Convert the seats, which JSON turns into text, back to integer keys."""
    return {int(seat): number for seat, number in points.items()}


def otherwise(
    kind: str, deeds: Sequence[Record], true: Sequence[str], events: Sequence[Record], said: Sequence[str]
) -> Iterator[Finding]:
    """Compare the events' fields `said` with the actions' fields `true`, pair by pair; yield the differences."""
    done = [(deed, [deed[name] for name in true]) for deed in deeds]
    yield from differing(kind, done, [(event, [event[name] for name in said]) for event in events])


def differing(kind: str, truth: Sequence[Paired], said: Sequence[Paired]) -> Iterator[Finding]:
    """Compare the values from events with the true values, pair by pair; yield the differences."""
    for (deed, true), (event, claimed) in zip(truth, said, strict=False):
        if true != claimed:
            yield Finding(kind, event["t"], event, deed)
    for deed, _ in truth[len(said) :]:
        yield Finding(kind, deed["t"], deed=deed)
    for event, _ in said[len(truth) :]:
        yield Finding(kind, event["t"], event)
