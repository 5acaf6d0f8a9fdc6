"""The end of a round of Mito: hands are touched to the pads and counted."""

from cardtable_lab.simulated.mito.book import costs
from cardtable_lab.simulated.mito.players import Players
from table.robots.environment import TRIES, Doing
from table.view import View

_SHOWN_S = 1.0
_LONGEST_S = 240


def counts(players: Players, out: int) -> Doing:
    """Count all hands at the same time, except of whoever is out; then enter the points in the book."""
    environment, since = players.environment, len(players.environment.told)
    for seat in players.others(out):
        environment.env.process(_counts_hand(players, seat))
    yield from environment.until(lambda: environment.heard(since, "round_ended") is not None, _LONGEST_S)
    hands = {seat: list(hand) for seat, hand in players.box.hands.items()}
    scores = players.book.count(out, hands)
    truth = {"scores": scores, "totals": dict(players.book.totals), "hands": hands}
    environment.note("counted", **truth, vanished=players.box.vanished, doubtful=players.doubtful)


def _counts_hand(players: Players, seat: int) -> Doing:
    """Touch card after card, check that each is counted, and tap; start over if the points are wrong."""
    environment = players.environment
    yield environment.waits(0.5, 2)
    for _ in range(TRIES):
        for place, card in enumerate(players.hand(seat), start=1):
            yield from _shows(players, seat, card, place)
        points = yield from _says_counted(players, seat)
        if points == costs(players.hand(seat)) or players.ended:
            return
        if points is not None:
            environment.exercised["counted_anew"] += 1
            yield from environment.holds(seat)
        yield environment.waits(0.3, 0.8)


def _says_counted(players: Players, seat: int) -> Doing:
    """Tap, and return the table's points."""
    environment, since = players.environment, len(players.environment.told)
    yield from environment.taps(seat)
    yield from environment.until(lambda: _points(players, seat, since) is not None, _SHOWN_S)
    players.ended = players.ended or environment.heard(since, "round_ended") is not None
    return _points(players, seat, since)


def _shows(players: Players, seat: int, card: str, place: int) -> Doing:
    environment = players.environment
    for _ in range(TRIES):
        if _counted(environment.view, seat) >= place:
            return
        yield from environment.touches(seat, [card], f"seat.{seat}")
        if (yield from environment.until(lambda: _counted(environment.view, seat) >= place, _SHOWN_S)):
            return


def _counted(view: View, seat: int) -> int:
    shown = view.at(seat)
    return 0 if shown is None else shown.counted or 0


def _points(players: Players, seat: int, since: int) -> int | None:
    told = players.environment.told[since:]
    found = [event["points"] for event in told if event["event"] == "hand_counted" and event["seat"] == seat]
    return found[-1] if found else None
