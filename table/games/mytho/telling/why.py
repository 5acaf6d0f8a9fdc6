"""Why an event of Mytho happened: the rules behind it (docs/rules/mytho.md), and what the table saw.

Answers use only events that the audience already has, so none says what lies hidden.
"""

from collections.abc import Sequence

from table import events
from table.event import Delivered
from table.games.game import Why
from table.games.kit.reasons import because, let_lie, play_refused, press_refused, read, read_on, round_started, usual
from table.games.moment import Answers, Moment, lies_wrong
from table.games.mytho import events as own
from table.games.mytho.actions import HIDDEN, VISIBLE
from table.games.words import many, say
from table.saying import Text, message

_AGAIN = ("MYTHO-T-03",)
_CORRECTIONS = (events.CorrectionOpened(HIDDEN), events.CorrectionClosed(HIDDEN))
_USUAL = usual(
    started=("MYTHO-01", "MYTHO-02", "MYTHO-03"),
    over=("MYTHO-08", "MYTHO-T-07"),
    wrong=_AGAIN,
    back=("MYTHO-T-02",),
    points=message("All rounds are played; cards left: {totals}."),
)


def _reference(moment: Moment) -> str | None:
    """Return the top card of the visible pile, as announced."""
    for one in reversed(moment.before):
        match one.event:
            case events.PileStarted(card=card) | own.ContestSettled(card=card):
                return card
            case events.CardPlayed(zone="visible", card=card):
                return card
    return None


def _round_ended(moment: Moment[events.RoundEnded]) -> Why:
    settled = moment.last(own.ContestSettled, events.CardPlayed)
    if isinstance(settled, own.ContestSettled):
        if settled.challenger == moment.event.out:
            seen = because("MYTHO-26", "MYTHO-08", seen="{out} contested rightly and gave the last card away.")
            return seen(moment)
        return because("MYTHO-25", "MYTHO-08", seen="{out}’s last card was contested, and it fits.")(moment)
    if isinstance(settled, events.CardPlayed) and settled.zone == HIDDEN:
        return because("MYTHO-25", "MYTHO-08", seen="{out} played the last card face down, and nobody contested it.")(
            moment
        )
    return because("MYTHO-08", seen="{out} played the last card of the hand.")(moment)


def _turn_started(moment: Moment[events.TurnStarted]) -> Why:
    if moment.brought_about(own.ContestSettled):
        return because("MYTHO-T-06", "MYTHO-09", seen="The contest is settled, and {who} goes on.")(moment)
    match moment.cause():
        case events.PileStarted():
            return because("MYTHO-09", seen="The visible pile has begun, and {who} opens the round.")(moment)
        case events.PlayTakenBack():
            return because("MYTHO-T-02", "MYTHO-09", seen="{who} took the card back, and has the turn again.")(moment)
        case events.CardPlayed(zone="hidden"):
            return Why(("MYTHO-T-04", "MYTHO-28", "MYTHO-09"), _not_contested(moment))
        case events.CardPlayed() | events.TurnPassed() | events.CardDrawn():
            return because("MYTHO-09", seen="{before}’s turn was over, and {who} comes next.")(moment)
        case _:
            return because("MYTHO-09", seen="The host gave {who} the turn.")(moment)


def _not_contested(moment: Moment[events.TurnStarted]) -> Text:
    if moment.t - moment.before[-1].t >= moment.setup.options.contest_window_s * 1e6:
        return say("Nobody contested the card on the hidden pile in time.")
    return say("{who} let the card on the hidden pile pass.", who=moment.name(moment.event.seat))


def _pile_reshuffled(moment: Moment) -> Why:
    if moment.brought(events.CardDrawn, events.DrawOwed):
        return Why(("MYTHO-T-01",), say("A card had to be drawn, and by the table’s count none was left."))
    return Why(("MYTHO-T-01",), say("The host said that both piles were shuffled."))


def _card_played(moment: Moment[events.CardPlayed]) -> Why:
    if (though_refused := let_lie(moment, _AGAIN, on_that_pile=True)) is not None:
        return though_refused
    if moment.event.zone == HIDDEN:
        return Why(("MYTHO-14", "MYTHO-27", "MYTHO-11"), read(moment))
    return Why(("MYTHO-15", "MYTHO-16", "MYTHO-13"), read_on(moment, _reference(moment)))


def _correction_opened(moment: Moment) -> Why:
    if moment.brought_about(own.ContestSettled):
        seen = say("The card that was turned over belongs on the visible pile.")
        return Why(("MYTHO-22", "MYTHO-T-09"), seen)
    return _USUAL["correction_opened"](moment)


def _correction_closed(moment: Moment[events.CorrectionClosed]) -> Why:
    if moment.event.zone != HIDDEN or not _turned(moment):
        return _USUAL["correction_closed"](moment)
    if _refused_there(moment):  # no event says which of them left last
        seen = say("The card that was turned over and the one that was refused are gone from the hidden pile.")
        return Why((*_AGAIN, "MYTHO-22", "MYTHO-T-09"), seen)
    seen = read(moment, seen="{reader:the} read the card that was turned over.", reader=moment.reader(VISIBLE))
    return Why(("MYTHO-22", "MYTHO-T-09"), seen)


def _since_opened(moment: Moment) -> Sequence[Delivered]:
    """Return the events since the latest correction on the hidden pile was opened, and its cause."""
    opened = [at for at, one in enumerate(moment.before) if one.event == events.CorrectionOpened(HIDDEN)]
    return moment.before[max(0, opened[-1] - 1) :] if opened else ()


def _turned(moment: Moment) -> bool:
    """Return whether a card was turned over in that correction; a contest that ends the round leaves none there."""
    since = _since_opened(moment)
    return any(isinstance(one.event, own.ContestSettled) and one.t < moment.t for one in since)


def _refused_there(moment: Moment) -> bool:
    """Return whether a card was refused on the hidden pile in that correction."""
    return any(lies_wrong(one.event) and one.event.zone == HIDDEN for one in _since_opened(moment))


def _lies_turned(moment: Moment) -> bool:
    """Return whether the card that lies wrong on the hidden pile was turned over."""
    told = [one.event for one in moment.before if one.event in _CORRECTIONS]
    return told[-1:] == [events.CorrectionOpened(HIDDEN)] and _turned(moment) and not _refused_there(moment)


def _draw_owed(moment: Moment) -> Why:
    settled = moment.last(own.ContestSettled)
    if settled is not None and settled.truthful:
        return because("MYTHO-19", "MYTHO-23", seen="{who} contested a card that fits.")(moment)
    return because("MYTHO-20", seen="{who} played a card face down that does not fit, and was contested.")(moment)


def _contest_made(moment: Moment[own.ContestMade]) -> Why:
    seen = many(
        "{who}’s button was tapped first, within {count} second of the hidden card.",
        "{who}’s button was tapped first, within {count} seconds of the hidden card.",
        moment.setup.options.contest_window_s,
        who=moment.name(moment.event.seat),
    )
    return Why(("MYTHO-17", "MYTHO-18", "MYTHO-T-04", "MYTHO-T-05"), seen)


def _contest_settled(moment: Moment[own.ContestSettled]) -> Why:
    top, fits = _reference(moment), moment.event.truthful
    rules = ("MYTHO-19", "MYTHO-23", "MYTHO-22") if fits else ("MYTHO-20", "MYTHO-21", "MYTHO-22")
    if top is None:
        if fits:
            return Why(rules, read(moment, seen="{card:the} was read on the hidden pile, and fits."))
        return Why(rules, read(moment, seen="{card:the} was read on the hidden pile, and does not fit."))
    on = moment.card(top)
    if fits:
        return Why(rules, read(moment, seen="{card:the} was read on the hidden pile, and fits on {on:the}.", on=on))
    return Why(rules, read(moment, seen="{card:the} was read on the hidden pile, and does not fit on {on:the}.", on=on))


_BEGUN = message("{reader:the} read {card:the} before the visible pile began.")
_TOO_MANY = message("{reader:the} read {card:the} right after another one.")
_PENDING = message("{reader:the} read {card:the} while something lay where it must not.")
_PLAYED = message("{reader:the} read {card:the}, which was played before.")
_otherwise_refused = play_refused(
    {
        "wrong_zone": (("MYTHO-06", "MYTHO-04"), _BEGUN),
        "too_many_plays": (("MYTHO-11",), _TOO_MANY),
        "correction_pending": (_AGAIN, _PENDING),
        "already_played": (("MYTHO-T-03",), _PLAYED),
    },
    otherwise=("MYTHO-09",),
)


def _play_refused(moment: Moment[events.PlayRefused]) -> Why:
    if moment.event.reason == "no_match":
        return Why(("MYTHO-15",), read_on(moment, _reference(moment)))
    if moment.event.reason == "correction_pending" and _lies_turned(moment):
        return Why((*_AGAIN, "MYTHO-T-09"), read(moment, seen=_PENDING))
    return _otherwise_refused(moment)


ANSWERS: Answers = {
    **_USUAL,
    "round_started": round_started(
        ("MYTHO-09",),
        ("MYTHO-T-07", "MYTHO-09"),
        begins=message("It was agreed before the game that {starter} begins."),
        otherwise=message("{starter} sits at the first seat, and nobody else was named to begin."),
        follows=message("The round before is over, and {starter} comes next after its starter."),
    ),
    "round_ended": _round_ended,
    "pile_started": because("MYTHO-04", "MYTHO-05", "MYTHO-07", seen="{reader:the} read {card:the} first."),
    "turn_started": _turn_started,
    "card_played": _card_played,
    "play_refused": _play_refused,
    "press_refused": press_refused(_AGAIN, otherwise=("MYTHO-12", "MYTHO-T-08")),
    "turn_passed": because("MYTHO-12", "MYTHO-T-08", seen="{who}’s button said that the turn is over."),
    "correction_opened": _correction_opened,
    "correction_closed": _correction_closed,
    "card_drawn": because("MYTHO-10", "MYTHO-12", seen="{who}’s button said so."),
    "draw_owed": _draw_owed,
    "gift_owed": because("MYTHO-21", "MYTHO-24", seen="{giver} was right to contest {receiver}’s card."),
    "pile_reshuffled": _pile_reshuffled,
    "contest_made": _contest_made,
    "contest_settled": _contest_settled,
}
