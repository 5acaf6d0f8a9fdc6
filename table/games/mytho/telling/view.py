"""The view of Mytho for each audience, built by allow-list.

The size of every hand is public; cards on the hidden pile are not.
"""

from table import events
from table.event import Event
from table.games.game import SEALED, Audience, may_know
from table.games.kit import picture
from table.games.kit.rulebook import sure
from table.games.mytho import piles, rules
from table.games.mytho.actions import HIDDEN, VISIBLE
from table.games.mytho.rounds import ROUNDS
from table.games.mytho.state import Phase, Settled, State
from table.games.mytho.views import Contest, MythoView
from table.games.words import both, joined, many, say
from table.saying import NOTHING, Text, or_brief, or_yours
from table.values import replace
from table.view import CorrectionView, PileView, SeatView


def show(event: Event, audience: Audience) -> Event | None:
    """Return what an audience may know of an event; of the hidden pile neither card nor owner (MYTHO-14)."""
    match event:
        case events.CardPlayed(zone="hidden") | events.PlayRefused(zone="hidden") | events.PlayTakenBack(zone="hidden"):
            return event if audience == SEALED else replace(event, card=None)
    return event if may_know(event, audience) else None


def view(state: State, shuts: int | None = None) -> MythoView:
    """Return what everybody may see. A hidden card can be contested until `shuts`, in us of the game."""
    return MythoView(
        **picture.shared(
            state,
            ROUNDS,
            running=("PLAYING", "CONTESTABLE"),
            piles={
                VISIBLE: PileView(top=state.reference, count=len(state.visible)),
                HIDDEN: picture.face_down(state, HIDDEN, len(state.hidden)),
            },
            seats=[SeatView(**picture.seat(state, seat), hand=state.hands[seat]) for seat in state.setup.seats],
            waiting=_may_contest(state),
            headline=say("Do you believe it?") if state.phase is Phase.CONTESTABLE else picture.headline(state, ROUNDS),
            sentences=[
                _settled(state),
                picture.prompt(state, ROUNDS, best=say("the fewest cards win"), own=_own_prompt),
            ],
        ),
        race=_window(state, shuts),
        correction=_correction(state),
        take_back=picture.last_play(state, state.last, rules.can_take_back),
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
    """Return the open cards that lie wrong; of a card on the hidden pile, only that there is one."""
    if state.wrong_on(VISIBLE):
        return CorrectionView(zone=VISIBLE, cards=tuple(state.wrong_on(VISIBLE)))
    if state.wrong_on(HIDDEN):
        return CorrectionView(zone=HIDDEN)
    return None if state.turned is None else CorrectionView(zone=HIDDEN, to=VISIBLE)


def _may_contest(state: State) -> tuple[int, ...]:
    """Return the seats that may contest a hidden card."""
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
    """Return what the seat in turn may do."""
    if state.laid >= state.options.plays_per_turn:
        return say("tap to draw, or hold: your turn is over")
    if _may_draw(state):
        return _play_or_draw(state)
    fits = state.what_fits()
    if piles.may_end_turn(state):
        return say("play {fits}, or any card face down on the hidden pile, or tap: your turn is over", fits=fits)
    return say("play {fits}, or any card face down on the hidden pile", fits=fits)


def _options_in_brief(state: State) -> Text:
    """Return the short form, if buttons show the rest: what may be played."""
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
    """Return whether a tap of the seat in turn draws a card."""
    too_late = state.laid > 0 and state.options.turn_order == "draw_first"
    may = state.drawn < state.options.draw_per_turn and piles.can_draw(state) and not too_late
    return state.phase is Phase.PLAYING and not state.corrections and may


def _settled(state: State) -> str:
    """Return the result of a contest, and what people must do; hands are off the table, so nothing checks it."""
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
        told = say("{who} draws a card and takes one out of {challenger}’s hand, unseen.", **words)
        yours = say("You draw a card and take one out of {challenger}’s hand, unseen.", challenger=challenger)
        return or_yours(told, yours)
    told = say("{who} takes one out of {challenger}’s hand, unseen.", who=player, challenger=challenger)
    return or_yours(told, say("You take one out of {challenger}’s hand, unseen.", challenger=challenger))
