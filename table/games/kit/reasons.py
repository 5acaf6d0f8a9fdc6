"""Default explanations of why events common to all games happened. Each game supplies the rules to cite.

Explanations use only events delivered to the audience that asks; see `table.games.moment`.
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
    """The values of the placeholders in a sentence, computed as they are needed."""

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
    """Return a list of the players' points as text, in the order given."""
    each = [say("{who} {points}", who=moment.name(int(seat)), points=points) for seat, points in totals.items()]
    return joined(each, ", ")


def filled(moment: Moment, seen: str, **more: Any) -> Text:
    """Fill in the placeholders of the sentence `seen`. Values in `more` take precedence over the event's own.

    `{who}` is the event's seat, `{card}` its card, `{top}` another card, `{cards}` several cards, and `{reader}` the
    reader that it came from; `{before}` and `{laid}` are the seat and the card of the event that caused it. `{players}`
    are all players and `{among}` some of them. `{points}` lists the points by seat, and `{totals}` lists them from
    fewest to most. `{count}`, `{number}` and `{round}` are numbers in the event. Any other placeholder names a field
    that holds a seat. Placeholders for things may include an article, as in `{card:the}`.
    """
    words = _Words(moment)
    wanted = {name for _, name, _, _ in _FIELDS.parse(seen) if name}
    return capital(say(seen, **{name: more[name] if name in more else words[name] for name in sorted(wanted)}))


def because(*rules: str, seen: str) -> Answer:
    """Return an explanation that cites these rules; `seen` is a sentence with placeholders, as for `filled`."""
    return lambda moment: Why(rules, filled(moment, seen))


def after(answers: Mapping[str, Answer], otherwise: Answer) -> Answer:
    """Return an explanation that depends on the cause of the event.

    `answers` maps the names of causes to explanations; `otherwise` is used for any other cause.
    """
    return lambda moment: answers.get(getattr(moment.cause(), "name", ""), otherwise)(moment)


def read(moment: Moment, seen: str = READ, **more: Any) -> Text:
    """Return a sentence saying which reader read which card, or fill in the sentence `seen` instead."""
    return filled(moment, seen, **more)


def read_on(moment: Moment, top: str | None) -> Text:
    """Return a sentence saying which reader read which card and, if `top` is known, what the card was laid on."""
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
    """Return explanations of the events that nearly every game has, citing the given rules.

    `started` and `over` are the rules about the start and the end of the game, `wrong` those about misplaced cards, and
    `back` those about taking back a play (by default, the same as `wrong`). `points` is the sentence about the final
    points. `play` are the rules cited when a card is refused while no other card is misplaced, and `press` those cited
    when a press or a choice is refused.
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
    """Return an explanation of why a player opens a round.

    In round 1, it cites the rules `first`, and the sentence is `begins` if the `option` names a seat, otherwise
    `otherwise`. In later rounds, it cites the rules `later`, and the sentence is `follows`. In each of these sentences,
    `{starter}` is the player who opens the round.
    """

    def answer(moment: Moment) -> Why:
        if moment.last(events.RoundStarted) is not None:
            return Why(later, filled(moment, follows) if isinstance(follows, str) else follows(moment))
        return Why(first, filled(moment, otherwise if getattr(moment.options, option) is None else begins))

    return answer


def play_refused(refused: Refused, otherwise: Rules) -> Answer:
    """Return an explanation of why a card was refused.

    `refused` maps a reason code to its rules and a sentence. `otherwise` are the rules for all other reasons.
    """

    def answer(moment: Moment[events.PlayRefused]) -> Why:
        known: Refused = {"paused": ((), _WHILE_PAUSED), **refused}
        rules, seen = known.get(moment.event.reason, (otherwise, READ))
        return Why(rules, filled(moment, seen))

    return answer


def press_refused(wrong: Rules, otherwise: Rules) -> Answer:
    """Return an explanation of why a press or a choice was refused.

    It cites the rules `wrong` while cards are misplaced, and `otherwise` if none are.
    """

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
    """Explain why a card was accepted after it had been refused, or return None if it had not been refused.

    With `on_that_pile`, only a refusal on the same pile counts.
    """
    before = [play for play in moment.refused_before() if play.card == moment.event.card]
    if not before or (on_that_pile and before[-1].zone != moment.event.zone):
        return None
    return Why(rules, read(moment, seen="{card:the} was refused at first, and then accepted."))
