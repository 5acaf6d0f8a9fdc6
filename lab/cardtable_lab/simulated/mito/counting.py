"""The end of a round of Mito: hands are touched to the pads and counted."""

from cardtable_lab.simulated.mito.book import costs
from cardtable_lab.simulated.mito.party import Party
from table.robots.environment import TRIES, Doing
from table.view import View

_SHOWN_S = 1.0
_LONGEST_S = 240


def counts(party: Party, out: int) -> Doing:
    """Count all hands at the same time, except of whoever is out; then enter the points in the book."""
    evening, since = party.evening, len(party.evening.told)
    for seat in party.others(out):
        evening.env.process(_counts_hand(party, seat))
    yield from evening.until(lambda: evening.heard(since, "round_ended") is not None, _LONGEST_S)
    hands = {seat: list(hand) for seat, hand in party.box.hands.items()}
    scores = party.book.count(out, hands)
    truth = {"scores": scores, "totals": dict(party.book.totals), "hands": hands}
    evening.note("counted", **truth, vanished=party.box.vanished, doubtful=party.doubtful)


def _counts_hand(party: Party, seat: int) -> Doing:
    """Touch card after card, check that each is counted, and tap; start over if the points are wrong."""
    evening = party.evening
    yield evening.waits(0.5, 2)
    for _ in range(TRIES):
        for place, card in enumerate(party.hand(seat), start=1):
            yield from _shows(party, seat, card, place)
        points = yield from _says_counted(party, seat)
        if points == costs(party.hand(seat)) or party.ended:
            return
        if points is not None:
            evening.exercised["counted_anew"] += 1
            yield from evening.holds(seat)
        yield evening.waits(0.3, 0.8)


def _says_counted(party: Party, seat: int) -> Doing:
    """Tap, and return the table's points."""
    evening, since = party.evening, len(party.evening.told)
    yield from evening.taps(seat)
    yield from evening.until(lambda: _points(party, seat, since) is not None, _SHOWN_S)
    party.ended = party.ended or evening.heard(since, "round_ended") is not None
    return _points(party, seat, since)


def _shows(party: Party, seat: int, card: str, place: int) -> Doing:
    evening = party.evening
    for _ in range(TRIES):
        if _counted(evening.view, seat) >= place:
            return
        yield from evening.touches(seat, [card], f"seat.{seat}")
        if (yield from evening.until(lambda: _counted(evening.view, seat) >= place, _SHOWN_S)):
            return


def _counted(view: View, seat: int) -> int:
    shown = view.at(seat)
    return 0 if shown is None else shown.counted or 0


def _points(party: Party, seat: int, since: int) -> int | None:
    told = party.evening.told[since:]
    found = [event["points"] for event in told if event["event"] == "hand_counted" and event["seat"] == seat]
    return found[-1] if found else None
