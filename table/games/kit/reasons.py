"""Default answers to "why": the words for events that every game tells. Which rules are behind them the game says.

Nothing in here was not told to whoever asks: see `table.games.moment`.
"""

from collections.abc import Callable, Mapping
from typing import Any

from table.games.game import Why
from table.games.moment import UNRULED, Answers, Moment
from table.games.words import capital

Rules = tuple[str, ...]
Answer = Callable[[Any], Why]
Refused = Mapping[str, tuple[Rules, str | Callable[[Moment], str]]]  # by reason: rules, and what is said besides


class _Words(dict[str, str]):
    """What stands for words in braces in a sentence; with a capital letter they begin it."""

    def __init__(self, moment: Moment) -> None:
        self._moment = moment

    def __missing__(self, key: str) -> str:
        if key[0].isupper():
            return capital(self[key.lower()])
        moment, event = self._moment, self._moment.event
        match key:
            case "who":
                return moment.name(event["seat"])
            case "before":
                return moment.name((moment.cause() or {"seat": None})["seat"])
            case "laid":
                return moment.card((moment.cause() or {}).get("card"))
            case "card" | "top":
                return moment.card(event.get(key))
            case "reader":
                return moment.reader(event["zone"])
            case "players":
                return moment.names(moment.setup.seats)
            case "points":
                return points(moment, event["totals"])
            case "among":
                return moment.names(event["among"])
            case "totals":
                return points(moment, dict(sorted(event["totals"].items(), key=lambda one: int(one[1]))))
        return moment.name(event[key])


def points(moment: Moment, totals: Mapping[str, int]) -> str:
    """Say everybody's points, in the order in which they are given."""
    return ", ".join(f"{moment.name(int(seat))} {points}" for seat, points in totals.items())


def because(*rules: str, seen: str) -> Answer:
    """Answer with these rules and a sentence in which words in braces stand for those of the event.

    `{who}` is its seat, `{card}` its card, `{top}` another, `{reader}` what read it; `{before}` is the seat of what
    brought it, `{laid}` the card of that. `{players}` are all, `{points}` those of all by seat, `{totals}` the fewest
    first. Any other word is a field of the event that has a seat.
    """
    return lambda moment: Why(rules, seen.format_map(_Words(moment)))


def after(answers: Mapping[str, Answer], otherwise: Answer) -> Answer:
    """Answer by what brought the event: by the name of what was told before it, or else as `otherwise` says."""
    return lambda moment: answers.get((moment.cause() or {"event": ""})["event"], otherwise)(moment)


def read(moment: Moment, rest: str = "") -> str:
    """Say what read which card, as far as this audience may know it."""
    return f"{moment.reader(moment.event['zone'])} read {moment.card(moment.event.get('card'))}{rest}."


def on_top_of(moment: Moment, card: str | None) -> str:
    """Say on which card another one was laid, if that was told."""
    return "" if card is None else f" on top of {moment.card(card)}"


def usual(*, started: Rules, over: Rules, wrong: Rules, back: Rules, points: str) -> Answers:
    """Answer for what nearly every game tells: by the rules about its start, its end, cards that lie wrong or go back.

    `points` says what the points are called.
    """
    return {
        **UNRULED,
        "game_started": because(*started, seen="A game was begun for {players}."),
        "game_ended": because(*over, seen=f"All rounds are played; {points} {{totals}}."),
        "play_taken_back": lambda moment: _taken_back(moment, back),
        "correction_opened": because(*wrong, seen="A card lies where it must not, and has to be taken back."),
        "correction_closed": because(*wrong, seen="The card is gone from where it must not lie, or was let lie."),
    }


def _taken_back(moment: Moment, rules: Rules) -> Why:
    how = "touched its pad once more" if moment.pad(moment.event["zone"]) else "was lifted off its pile"
    return Why(rules, f"{capital(moment.card(moment.event.get('card')))} {how} before anybody went on.")


def round_started(
    first: Rules,
    later: Rules,
    *,
    begins: str,
    named: str,
    follows: str | Callable[[Any], str],
    option: str = "first_player",
) -> Answer:
    """Answer who opens a round: the first by an `option` or the first seat, a later one as `follows`, or says.

    It was agreed on that he `begins`; or nobody else was `named`.
    """

    def answer(moment: Moment) -> Why:
        starter = moment.name(moment.event["starter"])
        if moment.last("round_started") is not None:
            usual = f"The round before is over, and {starter} {follows}."
            return Why(later, usual if isinstance(follows, str) else follows(moment))
        if getattr(moment.options, option) is not None:
            return Why(first, f"It was agreed before the game that {starter} {begins}.")
        return Why(first, f"{starter} sits at the first seat, and nobody else was {named}.")

    return answer


def play_refused(refused: Refused, otherwise: Rules) -> Answer:
    """Answer why a card was refused: for each reason the rules, and what is said after what was read."""

    def answer(moment: Moment) -> Why:
        known: Refused = {"paused": ((), " while the game was paused"), **refused}
        rules, rest = known.get(moment.event["reason"], (otherwise, ""))
        return Why(rules, read(moment, rest if isinstance(rest, str) else rest(moment)))

    return answer


def press_refused(wrong: Rules, otherwise: Rules) -> Answer:
    """Answer why a press, or a word of the host, was refused: a card lies wrong, or something else is in the way."""

    def answer(moment: Moment) -> Why:
        seat, reason = moment.event["seat"], moment.event["reason"]
        if reason == "paused":
            return Why((), f"{moment.name(seat)}’s button was pressed while the game was paused.")
        if seat == 0:
            return Why((), "The host asked for something that cannot be done now.")
        return Why(wrong if reason == "correction_pending" else otherwise, f"{moment.name(seat)}’s button was pressed.")

    return answer


def let_lie(moment: Moment, rules: Rules, *, on_that_pile: bool = False) -> Why | None:
    """Answer for a card that was played though it had been refused, there or anywhere; None if it had not."""
    zone, card = moment.event["zone"], moment.event.get("card")
    before = [one for one in moment.refused_before() if one.get("card") == card]
    if not any(one["zone"] == zone or not on_that_pile for one in before):
        return None
    return Why(rules, f"{capital(moment.card(card))} was refused before, and then let lie.")
