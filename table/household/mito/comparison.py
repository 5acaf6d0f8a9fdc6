"""What a table told of a game of Mito, held against what its people truly did; both as lists of JSON objects.

`missed` are touches that the table did not answer, `missed_unnoticed` cards that lie there and were never told,
`misread` cards that nobody touched, `disputed` turns that people had to put right; `wrong_` says what was told wrong.
Where people were too close together for anybody to say who was first, either will do.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from table.household.findings import Finding, Record

Index = Mapping[str, Sequence[Record]]  # deeds, or events, by their names
Paired = tuple[Record, Any]  # a deed or an event, and what is compared of it

_RECENT_S = 1.5  # a card that is told of was touched at most so long ago
_LATE_S = 0.7  # a ruling may come so long after people have stopped waiting for it
_BEFORE_S = 0.02  # what a table's clock may differ from that of the people
_CLOSE_S = 0.1  # two cards that come so close together: either may be read first
_LEAD_S = 0.4  # a slap counts that came so long before the card
_EDGE_S = 0.06  # and here nobody can say whether it did
_STAMP_S = 0.005  # the error of the worst stamp, twice
_CALLED_S = 1.2  # a card that comes so close to a call may lie before or after it

_RULINGS = ("card_played", "play_refused")
_ELSEWHERE = {"paused", "correction_pending", "not_now"}  # refused for what others did just then


def compare(deeds: Sequence[Record], told: Sequence[Record]) -> list[Finding]:
    """Find what went wrong in one game; both in the order of their times, events as everybody was told them."""
    return _compare(_indexed(deeds, "deed"), _indexed(told, "event"))


def _compare(deeds: Index, told: Index) -> list[Finding]:
    read = [event for event in _of(told, *_RULINGS, "pile_started") if "card" in event]  # not those of a hand
    return [
        *(Finding("missed", deed["t"], deed=deed) for deed in _of(deeds, "touched_again")),
        *(Finding("disputed", deed["t"], deed=deed) for deed in _of(deeds, "disputed")),
        *(Finding("misread", event["t"], event) for event in read if not _was_touched(event, deeds)),
        *(finding for laid in _of(deeds, "laid", "answered") for finding in _of_a_play(laid, deeds, told)),
        *(Finding("missed_unnoticed", d["t"], deed=d) for d in _of(deeds, "lies") if not _was_told(d, told)),
        *(finding for race in _of(told, "race_opened") for finding in _of_a_race(race, deeds, told)),
        *_wrong_calls(deeds, told),
        *_wrong_totals(deeds, told),
        *_wrong_logs(deeds, told),
    ]


def _indexed(records: Sequence[Record], by: str) -> Index:
    found: dict[str, list[Record]] = {}
    for record in records:
        found.setdefault(record[by], []).append(record)
    return found


def _of(records: Index, *names: str) -> Sequence[Record]:
    """Return the records of these names, in their order."""
    if len(names) == 1:
        return records.get(names[0], ())
    return sorted((record for name in names for record in records.get(name, ())), key=lambda record: record["t"])


# -- cards


def _was_touched(event: Record, deeds: Index) -> bool:
    """Tell whether somebody has just touched with the card that is told."""
    since, until = event["t"] - _RECENT_S, event["t"] + _BEFORE_S
    touched = (deed for deed in _of(deeds, "touched") if since <= deed["t"] <= until)
    return any(event["card"] in deed["cards"] and event["zone"] == deed["zone"] for deed in touched)


def _was_told(lies: Record, told: Index) -> bool:
    """Tell whether a card, or two as one, that lie on the discard were told as played shortly before."""
    since, until = lies["t"] - 2 * _RECENT_S, lies["t"] + _BEFORE_S
    return any(e["card"] in lies["cards"] for e in _of(told, "card_played") if since <= e["t"] <= until)


def _of_a_play(laid: Record, deeds: Index, told: Index) -> Iterator[Finding]:
    """Hold what was said to a card against what the household's book says."""
    ruled = [e for e in _of(told, *_RULINGS) if e.get("card") in laid["cards"] and _is_about(e, laid)]
    for last in ruled[-1:]:
        if last["event"] == "card_played" and last["seat"] not in (None, laid["seat"]):
            yield Finding("wrong_seat", last["t"], last, laid)
        if _is_wrong(last, laid, deeds):
            yield Finding("wrong_verdict", last["t"], last, laid)


def _is_about(event: Record, laid: Record) -> bool:
    return bool(laid["t"] - _BEFORE_S <= event["t"] <= laid.get("until", laid["t"]) + _LATE_S)


def _is_wrong(ruled: Record, laid: Record, deeds: Index) -> bool:
    """Tell whether a verdict is wrong; who answers too late, or meets a call, is refused whatever he lays."""
    if laid.get("either"):
        return False  # it fits on the card that is hidden under the open one, and nobody can tell them apart
    if ruled["event"] == "card_played":
        return laid["objection"] is not None
    if ruled["reason"] in _ELSEWHERE and _is_disturbed(laid, deeds):
        return False
    if laid["deed"] == "answered" and laid["objection"] is None:
        return False  # somebody was faster: `_of_a_race` sees whether that is true
    return bool(ruled["reason"] != laid["objection"])


def _is_disturbed(laid: Record, deeds: Index) -> bool:
    """Tell whether others called, or laid cards, at about that time."""
    since, until = laid["t"] - _CALLED_S, laid.get("until", laid["t"])
    others = (deed for deed in _of(deeds, "called", "laid", "answered") if deed is not laid)
    return any(since <= deed["t"] <= until or since <= deed.get("until", -1) <= until for deed in others)


# -- races


def _of_a_race(opened: Record, deeds: Index, told: Index) -> Iterator[Finding]:
    closed = next((event for event in _of(told, "race_closed") if event["seq"] > opened["seq"]), None)
    if closed is None or _is_called_off(closed, told):
        return
    read_s = _read_s(opened, deeds, told)
    if opened["race"] == "match":
        yield from _wrong_match(read_s, opened, closed, deeds, told)
    elif _slaps_are_wrong(read_s, closed, deeds):
        yield Finding("wrong_race", closed["t"], closed)


def _is_called_off(closed: Record, told: Index) -> bool:
    """Tell whether a race ended because somebody had no card any more: nothing follows from it."""
    return any(event["t"] == closed["t"] for event in _of(told, "hands_due"))


def _read_s(opened: Record, deeds: Index, told: Index) -> float:
    """Tell when the card that opened a race was touched, as nobody but the people knows."""
    card = next(e["card"] for e in reversed(_of(told, "card_played")) if e["seq"] < opened["seq"])
    touched = [deed["t"] for deed in _of(deeds, "touched") if card in deed["cards"] and deed["t"] < opened["t"]]
    return float(touched[-1]) if touched else float(opened["t"])


def _slaps_are_wrong(read_s: float, closed: Record, deeds: Index) -> bool:
    """Tell whether somebody who slapped is missing, the order is wrong, or the last one was not."""
    since, until = read_s - _LEAD_S - _EDGE_S, closed["t"] + _BEFORE_S
    pressed = [deed for deed in _of(deeds, "pressed") if since <= deed["t"] <= until]
    first: dict[int, float] = {}
    for deed in pressed:
        first.setdefault(deed["seat"], deed["t"])
    unclear = {seat for seat, t in first.items() if t < read_s - _LEAD_S + _EDGE_S}
    unclear |= {seat for seat, t in first.items() if t > closed["t"] - _EDGE_S}
    order = [one["seat"] for one in closed["order"]]
    if (set(order) ^ set(first)) - unclear or set(closed["missing"]) & set(first) - unclear:
        return True
    times = [first[seat] for seat in order if seat in first and seat not in unclear]
    if any(later < earlier - _STAMP_S for earlier, later in pairwise(times)):
        return True
    candidates = set(closed["missing"]) or {seat for seat, t in first.items() if t >= max(first.values()) - _STAMP_S}
    return closed["last"] not in candidates | unclear


def _wrong_match(read_s: float, opened: Record, closed: Record, deeds: Index, told: Index) -> Iterator[Finding]:
    """Tell whether another card came first, and whether it was said of the wrong seat."""
    ended = closed["t"]
    right = [d for d in _of(deeds, "answered") if d["objection"] is None and read_s <= d["t"] < ended]
    played = [event for event in _of(told, "card_played") if opened["seq"] < event["seq"] < closed["seq"]]
    laid = next((deed for deed in right if played and played[-1]["card"] in deed["cards"]), None)
    if laid is None:
        if played or any(deed.get("until", ended) < ended for deed in right):
            yield Finding("wrong_race", ended, closed)
        return
    if laid["t"] > min(deed["t"] for deed in right) + _CLOSE_S:
        yield Finding("wrong_race", ended, closed, laid)
    if _winner(closed, told) != laid["seat"]:
        yield Finding("wrong_seat", ended, closed, laid)


def _winner(closed: Record, told: Index) -> Any:
    """Tell who is said to have answered: as the race closed, or as people said when they were asked."""
    if closed["order"]:
        return closed["order"][0]["seat"]
    settled = (event for event in _of(told, "question_settled") if event["seq"] > closed["seq"])
    return next((event["answer"] for event in settled), None)


# -- calls, totals, and what is opened at the end


def _wrong_calls(deeds: Index, told: Index) -> Iterator[Finding]:
    """Find calls that were settled otherwise than the accused has said."""
    pleaded = [(deed, (deed["seat"], deed["guilty"])) for deed in _of(deeds, "pleaded")]
    settled = [(event, (event["accused"], event["guilty"])) for event in _of(told, "call_settled")]
    yield from _differing("wrong_verdict", pleaded, settled)


def _wrong_totals(deeds: Index, told: Index) -> Iterator[Finding]:
    """Find rounds and games with other points than people have counted."""
    counted = [(deed, _numbers(deed["scores"])) for deed in _of(deeds, "counted")]
    scores = [(event, _numbers(event["scores"])) for event in _of(told, "round_ended")]
    yield from _differing("wrong_totals", counted, scores)
    ended = [(deed, (_numbers(deed["totals"]), list(deed["winners"]))) for deed in _of(deeds, "ended")]
    totals = [(event, (_numbers(event["totals"]), list(event["winners"]))) for event in _of(told, "game_ended")]
    yield from _differing("wrong_totals", ended, totals)


def _wrong_logs(deeds: Index, told: Index) -> Iterator[Finding]:
    """Find rounds after which another number of cards was said to have vanished.

    Nobody can tell the table what became of a card that a culprit took back, or that was shuffled into the draw pile
    from under another one, so it may be off by one for each of these.
    """
    for deed, event in zip(_of(deeds, "counted"), _of(told, "log_opened"), strict=False):
        if abs(deed["vanished"] - event["vanished"]) > deed["doubtful"]:
            yield Finding("wrong_log", event["t"], event, deed)


def _numbers(points: Mapping[Any, int]) -> dict[int, int]:
    return {int(seat): number for seat, number in points.items()}


def _differing(kind: str, truth: Sequence[Paired], said: Sequence[Paired]) -> Iterator[Finding]:
    for (deed, true), (event, one) in zip(truth, said, strict=False):
        if true != one:
            yield Finding(kind, event["t"], event, deed)
    for deed, _ in truth[len(said) :]:
        yield Finding(kind, deed["t"], deed=deed)
    for event, _ in said[len(truth) :]:
        yield Finding(kind, event["t"], event)
