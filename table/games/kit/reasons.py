"""Default answers to "why" for events common to all games. Each game supplies the rules behind them.

Answers use only events delivered to the audience that asks: see `table.games.moment`.
"""

from collections.abc import Callable, Mapping
from string import Formatter
from typing import Any

from table import events
from table.games.game import Why
from table.games.moment import UNRULED, Answers, Moment
from table.saying import Text, both, capital, joined, message, say

Rules = tuple[str, ...]
Answer = Callable[[Any], Why]
Refused = Mapping[str, tuple[Rules, str]]  # by reason: rules, and what was seen
READ = message("{reader:the} read {card:the}.")
_POINTS = message("All rounds are played; points: {totals}.")
_WHILE_PAUSED = message("{reader:the} read {card:the} while the game was paused.")
_FIELDS = Formatter()


class _Words(dict[str, Any]):
    """The values for the words in braces in a sentence."""

    def __init__(self, moment: Moment) -> None:
        self._moment = moment

    def __missing__(self, key: str) -> Any:
        moment, event = self._moment, self._moment.event
        match key:
            case "who":
                return moment.name(event.seat)
            case "before":
                return moment.name(getattr(moment.cause(), "seat", None))
            case "laid":
                return moment.card(getattr(moment.cause(), "card", None))
            case "card" | "top":
                return moment.card(getattr(event, key, None))
            case "cards":
                return both([say("{card:the}", card=moment.card(card)) for card in event.cards])
            case "reader":
                return moment.reader(event.zone)
            case "players":
                return moment.names(moment.setup.seats)
            case "points":
                return points(moment, event.totals)
            case "among":
                return moment.names(event.among)
            case "totals":
                return points(moment, dict(sorted(event.totals.items(), key=lambda one: int(one[1]))))
            case "count" | "number" | "round":
                return getattr(event, key)
        return moment.name(getattr(event, key))


def points(moment: Moment, totals: Mapping[int, int]) -> Text:
    """Return each player's points as a sentence, in the given order."""
    each = [say("{who} {points}", who=moment.name(int(seat)), points=points) for seat, points in totals.items()]
    return joined(each, ", ")


def filled(moment: Moment, seen: str, **more: Any) -> Text:
    """Fill in a sentence: words in braces are fields of the event, or given separately.

    `{who}` is the event's seat, `{card}` its card, `{top}` another card, `{cards}` several cards, and `{reader}` its
    reader; `{before}` is the seat and `{laid}` the card of its cause. `{players}` are all players and `{among}` some of
    them; `{points}` are each player's points by seat, `{totals}` the same with the fewest first; `{count}`, `{number}`
    and `{round}` are numbers of the event. Any other word is a field that holds a seat. A word for a thing may have an
    article after a colon, as in `{card:the}`.
    """
    words = _Words(moment)
    wanted = {name for _, name, _, _ in _FIELDS.parse(seen) if name}
    return capital(say(seen, **{name: more[name] if name in more else words[name] for name in sorted(wanted)}))


def because(*rules: str, seen: str) -> Answer:
    """Return an answer with these rules and a sentence for `filled` to fill in."""
    return lambda moment: Why(rules, filled(moment, seen))


def after(answers: Mapping[str, Answer], otherwise: Answer) -> Answer:
    """Return an answer that depends on the name of the event's cause; `otherwise` covers all other causes."""
    return lambda moment: answers.get(getattr(moment.cause(), "name", ""), otherwise)(moment)


def read(moment: Moment, seen: str = READ, **more: Any) -> Text:
    """Return a sentence saying which reader read which card; `seen` may replace that sentence, as in `filled`."""
    return filled(moment, seen, **more)


def read_on(moment: Moment, top: str | None) -> Text:
    """Return a sentence saying which reader read which card and, if `top` is known, on which card it was laid."""
    if top is None:
        return read(moment)
    return read(moment, seen="{reader:the} read {card:the} on top of {on:the}.", on=moment.card(top))


def usual(
    *,
    started: Rules,
    over: Rules,
    wrong: Rules,
    back: Rules | None = None,
    points: str = _POINTS,
    play: Rules = (),
    press: Rules = (),
) -> Answers:
    """Return answers for events that nearly every game has, given its rules about the start, the end and mistakes.

    `wrong` holds the rules about misplaced cards, and `back` those about taking back a play, by default the same.
    `points` is the sentence for the end. `play` holds the rules by which a card is refused while none is misplaced, and
    `press` those by which a press or choice is refused.
    """
    return {
        **UNRULED,
        "play_refused": play_refused({"correction_pending": (wrong, READ)}, otherwise=play),
        "press_refused": press_refused(wrong, otherwise=press),
        "game_started": because(*started, seen="A game was begun for {players}."),
        "game_ended": lambda moment: Why(over, filled(moment, points)),
        "play_taken_back": lambda moment: _taken_back(moment, wrong if back is None else back),
        "correction_opened": because(*wrong, seen="A card lies where it must not, and has to be taken back."),
        "correction_closed": lambda moment: _put_right(moment, wrong),
    }


def _put_right(moment: Moment[events.CorrectionClosed], rules: Rules) -> Why:
    refused = {play.card for play in moment.refused()}
    after = [one.event for one in moment.after if isinstance(one.event, events.CardPlayed)]
    played = [play for play in after if play.card in refused]
    if any(play.zone == moment.event.zone for play in played):
        return because(*rules, seen="The refused card was accepted after all.")(moment)
    if played:
        return because(*rules, seen="The card that was refused was laid where it fits.")(moment)
    return because(*rules, seen="The card is gone from where it must not lie.")(moment)


def _taken_back(moment: Moment[events.PlayTakenBack], rules: Rules) -> Why:
    if moment.pad(moment.event.zone):
        return Why(rules, read(moment, seen="{card:the} was taken back before anybody went on."))
    return Why(rules, read(moment, seen="{card:the} was lifted off its pile before anybody went on."))


def round_started(
    first: Rules,
    later: Rules,
    *,
    begins: str,
    otherwise: str,
    follows: str | Callable[[Any], str],
    option: str = "first_player",
) -> Answer:
    """Return an answer explaining why a player opens a round: `first` are the rules for round 1, `later` the others.

    In round 1, the sentence is `begins` if the `option` names a seat, or else `otherwise`; in later rounds, it is
    `follows`. In all of them, `{starter}` opens the round.
    """

    def answer(moment: Moment) -> Why:
        if moment.last(events.RoundStarted) is not None:
            return Why(later, filled(moment, follows) if isinstance(follows, str) else follows(moment))
        return Why(first, filled(moment, otherwise if getattr(moment.options, option) is None else begins))

    return answer


def play_refused(refused: Refused, otherwise: Rules) -> Answer:
    """Return an answer explaining why a card was refused: the rules for its reason, and what was seen."""

    def answer(moment: Moment[events.PlayRefused]) -> Why:
        known: Refused = {"paused": ((), _WHILE_PAUSED), **refused}
        rules, seen = known.get(moment.event.reason, (otherwise, READ))
        return Why(rules, filled(moment, seen))

    return answer


def press_refused(wrong: Rules, otherwise: Rules) -> Answer:
    """Return an answer explaining why a press or choice was refused; `wrong` applies while cards are misplaced."""

    def answer(moment: Moment[events.PressRefused]) -> Why:
        seat, reason = moment.event.seat, moment.event.reason
        if reason == "paused":
            return Why((), say("{who}’s button was pressed while the game was paused.", who=moment.name(seat)))
        if seat == 0:
            return Why((), say("The host asked for something that cannot be done now."))
        rules = wrong if reason == "correction_pending" else otherwise
        return Why(rules, say("{who}’s button was pressed.", who=moment.name(seat)))

    return answer


def let_lie(moment: Moment[events.CardPlayed], rules: Rules, *, on_that_pile: bool = False) -> Why | None:
    """Return the explanation for a card that was accepted after being refused, or None if it had not been refused.

    With `on_that_pile`, only a refusal on the pile where it was accepted counts.
    """
    before = [play for play in moment.refused_before() if play.card == moment.event.card]
    if not before or (on_that_pile and before[-1].zone != moment.event.zone):
        return None
    return Why(rules, read(moment, seen="{card:the} was refused at first, and then accepted."))
