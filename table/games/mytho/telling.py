"""What audiences see of a Mytho game: a view for each audience, and explanations of events.

Nothing is decided here, and neither the rules nor the readings depend on this module.
"""

from collections.abc import Sequence

from table import events
from table.event import Delivered, Event
from table.games.game import SEALED, Audience, Why, may_know
from table.games.kit import views
from table.games.kit.reasons import because, let_lie, play_refused, press_refused, read, read_on, round_started, usual
from table.games.kit.rulebook import sure
from table.games.moment import Answers, Moment, lies_wrong
from table.games.mytho import events as own
from table.games.mytho import piles, rules
from table.games.mytho.actions import HIDDEN, VISIBLE
from table.games.mytho.rounds import ROUNDS
from table.games.mytho.state import Phase, Settled, State
from table.games.mytho.views import Contest, MythoView
from table.games.words import both, joined, many, say
from table.saying import NOTHING, Text, message, or_brief, or_yours
from table.values import replace
from table.view import CorrectionView, PileView, SeatView

# -- The Mytho view for each audience, built from an allow-list
#
# The size of every hand is public; cards on the hidden pile are not.


def show(event: Event, audience: Audience) -> Event | None:
    """Return what an audience may see of an event.

    Only `sealed` may know which card was played face down (MYTHO-14).
    """
    match event:
        case events.CardPlayed(zone="hidden") | events.PlayRefused(zone="hidden") | events.PlayTakenBack(zone="hidden"):
            return event if audience == SEALED else replace(event, card=None)
    return event if may_know(event, audience) else None


def view(state: State, shuts: int | None = None) -> MythoView:
    """Return the public view. A hidden card can be contested until the time `shuts`, in us since the game started."""
    return MythoView(
        **views.shared(
            state,
            ROUNDS,
            running=("PLAYING", "CONTESTABLE"),
            piles={
                VISIBLE: PileView(top=state.reference, count=len(state.visible)),
                HIDDEN: views.face_down(state, HIDDEN, len(state.hidden)),
            },
            seats=[SeatView(**views.seat(state, seat), hand=state.hands[seat]) for seat in state.setup.seats],
            waiting=_may_contest(state),
            headline=say("Do you believe it?") if state.phase is Phase.CONTESTABLE else views.headline(state, ROUNDS),
            sentences=[
                _settled(state),
                views.prompt(state, ROUNDS, best=say("the fewest cards win"), own=_own_prompt),
            ],
        ),
        race=_window(state, shuts),
        correction=_correction(state),
        take_back=views.last_play(state, state.last, rules.can_take_back),
        may_draw=_may_draw(state),
        fits=tuple(_fits(state)),
        draw=state.pile,
    )


def _fits(state: State) -> list[str]:
    """Return the cards of the whole deck that fit on the reference, whoever holds them."""
    if state.reference is None:
        return []
    reference, means = state.card(state.reference), state.options.colour_means
    return [code for code, card in state.setup.cards.items() if card.fits(reference, means)]


def _window(state: State, shuts: int | None) -> Contest | None:
    if state.phase is not Phase.CONTESTABLE or state.last is None:
        return None
    closes = None if shuts is None else shuts / 1e6
    return Contest(race="contest", seats=_may_contest(state), by=state.last.seat, closes_at=closes)


def _correction(state: State) -> CorrectionView | None:
    """Return the misplaced face-up cards. For the hidden pile, reveal only that a card on it is misplaced."""
    if state.wrong_on(VISIBLE):
        return CorrectionView(zone=VISIBLE, cards=tuple(state.wrong_on(VISIBLE)))
    if state.wrong_on(HIDDEN):
        return CorrectionView(zone=HIDDEN)
    return None if state.turned is None else CorrectionView(zone=HIDDEN, to=VISIBLE)


def _may_contest(state: State) -> tuple[int, ...]:
    """Return the seats that may contest the hidden card."""
    played = state.last if state.phase is Phase.CONTESTABLE else None
    return () if played is None else tuple(seat for seat in state.setup.seats if seat != played.seat)


def _own_prompt(state: State) -> str:
    name = state.setup.name
    match state.phase:
        case Phase.SET_UP:
            deal = many(
                "Deal {count} card each and turn up the draw pile’s first card.",
                "Deal {count} cards each and turn up the draw pile’s first card.",
                state.options.hand_size,
            )
            brief = many("Deal {count} card each.", "Deal {count} cards each.", state.options.hand_size)
            return joined(
                [or_brief(deal, brief), or_yours(say("{who} begins.", who=name(state.starter)), say("You begin."))]
            )
        case Phase.CONTESTABLE if state.last is not None:
            return _contest_prompt(state, state.last.seat)
        case _:
            what = state.how_to_put_right() if state.turned else _options(state)
            brief = what if state.turned else _options_in_brief(state)
            who = name(state.turn or 0)
            return or_brief(say("{who}: {what}.", who=who, what=what), say("{who}: {what}.", who=who, what=brief))


def _contest_prompt(state: State, player: int) -> Text:
    name = state.setup.name
    others = both([name(seat) for seat in _may_contest(state)])
    anybody = say("Anybody but {player} may contest it.", player=name(player), who=others)
    brief = or_yours(anybody, say("Contest it if you doubt it."))
    said: list[Text] = [or_brief(say("{who}: tap to contest it.", who=others), brief)]
    if state.hands[player] == 0:
        said.append(say("It was the last card!"))
    passes = say("{who} lets it pass by playing on, or holds.", who=name(piles.follower(state, player)))
    said.append(or_brief(or_yours(passes, say("Let it pass by playing on, or hold.")), NOTHING))
    if state.wrong:
        said.append(say("{who}: {what}.", who=name(state.mislaid_by or player), what=state.how_to_put_right()))
    return joined(said)


def _options(state: State) -> Text:
    """Return a prompt listing what the current player may do."""
    if state.laid >= state.options.plays_per_turn:
        return say("tap to draw, or hold: your turn is over")
    if _may_draw(state):
        return _play_or_draw(state)
    fits = state.what_fits()
    if piles.may_end_turn(state):
        return say("play {fits}, or any card face down on the hidden pile, or tap: your turn is over", fits=fits)
    return say("play {fits}, or any card face down on the hidden pile", fits=fits)


def _options_in_brief(state: State) -> Text:
    """Return a shorter version of `_options` that lists only the cards that may be played.

    It is for screens whose buttons show the other possibilities.
    """
    if state.laid >= state.options.plays_per_turn:
        return say("draw a card, or end your turn")
    fits = state.what_fits()
    return say("play {fits}, or any card face down", fits=fits)


def _play_or_draw(state: State) -> Text:
    fits = state.what_fits()
    if state.options.allow_pass or state.drawn or state.laid:
        return say("play {fits}, or any card face down on the hidden pile, or tap to draw; hold to pass", fits=fits)
    return say("play {fits}, or any card face down on the hidden pile, or tap to draw", fits=fits)


def _may_draw(state: State) -> bool:
    """Return whether a tap by the current player would draw a card."""
    too_late = state.laid > 0 and state.options.turn_order == "draw_first"
    may = state.drawn < state.options.draw_per_turn and piles.can_draw(state) and not too_late
    return state.phase is Phase.PLAYING and not state.corrections and may


def _settled(state: State) -> str:
    """Return a prompt saying how a contest ended and what the players must do.

    The table cannot check that they do it, because it cannot see hands.
    """
    settled = state.settled
    if settled is None:
        return ""
    name = state.setup.name
    challenger, player, card = name(settled.challenger), name(settled.player), state.label(sure(state.reference))
    if not settled.truthful:
        found = say("{who} lied: {card:the} does not fit.", who=player, card=card)
        found = or_yours(found, say("You lied: {card:the} does not fit.", card=card))
        return joined([found, _pays(settled, challenger, player)])
    if settled.draws:  # MYTHO-19
        words = {"who": player, "card": card, "challenger": challenger}
        honest = say("{who} was honest: {card:the} fits; {challenger} draws a card.", **words)
        return or_yours(honest, say("You were honest: {card:the} fits; {challenger} draws a card.", **words))
    honest = say("{who} was honest: {card:the} fits.", who=player, card=card)
    return or_yours(honest, say("You were honest: {card:the} fits.", card=card))


def _pays(settled: Settled, challenger: str, player: str) -> Text:
    if settled.draws:  # MYTHO-20, MYTHO-21
        words = {"who": player, "challenger": challenger}
        text = say("{who} draws a card and takes one out of {challenger}’s hand, unseen.", **words)
        yours = say("You draw a card and take one out of {challenger}’s hand, unseen.", challenger=challenger)
        return or_yours(text, yours)
    text = say("{who} takes one out of {challenger}’s hand, unseen.", who=player, challenger=challenger)
    return or_yours(text, say("You take one out of {challenger}’s hand, unseen.", challenger=challenger))


# -- Explanations of Mytho events: the rules behind them (docs/rules/mytho.md) and what the table saw
#
# Answers use only events that the audience already has, so none reveals a hidden card.

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
    """Return the top card of the visible pile, according to the events."""
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
    """Return the events since the latest correction of the hidden pile opened, starting with its cause."""
    opened = [at for at, one in enumerate(moment.before) if one.event == events.CorrectionOpened(HIDDEN)]
    return moment.before[max(0, opened[-1] - 1) :] if opened else ()


def _turned(moment: Moment) -> bool:
    """Return whether the latest correction was opened because a card was turned over.

    A correction never lasts beyond the end of a round.
    """
    since = _since_opened(moment)
    return any(isinstance(one.event, own.ContestSettled) and one.t < moment.t for one in since)


def _refused_there(moment: Moment) -> bool:
    """Return whether a card was refused on the hidden pile during the latest correction."""
    return any(lies_wrong(one.event) and one.event.zone == HIDDEN for one in _since_opened(moment))


def _lies_turned(moment: Moment) -> bool:
    """Return whether the misplaced card on the hidden pile is the one that was turned over."""
    corrections = [one.event for one in moment.before if one.event in _CORRECTIONS]
    return corrections[-1:] == [events.CorrectionOpened(HIDDEN)] and _turned(moment) and not _refused_there(moment)


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
