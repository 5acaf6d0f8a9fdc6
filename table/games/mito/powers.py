"""The powers of Mito's insects (MITO-E-24), and the two kinds of race that they start.

Number cards (MITO-E-23) and moths have no power.
"""

from typing import Literal

from table import events
from table.event import Event
from table.events import Placing
from table.games.game import IllegalAction
from table.games.kit import lateness, races
from table.games.kit.rulebook import sure, telling
from table.games.mito import events as own
from table.games.mito.actions import DISCARD, CloseMatch, CloseSlap, Match, Slap, TakeAnswerBack
from table.games.mito.cards import GUARD
from table.games.mito.debts import owe_draws, owe_gifts, still_owed
from table.games.mito.piles import Step, follower, put_on_top, start_turn, with_laid
from table.games.mito.state import Owed, Phase, Placed, Race, State
from table.games.words import refusal, say, unless
from table.saying import Text, message
from table.values import replace

NOBODY: Literal["nobody"] = "nobody"
_US_PER_MS = 1000
NO_MOSQUITO = message("there is no mosquito to slap")


def has_power(state: State, card: str) -> bool:
    """Return whether a card has an effect when played (MITO-F-38). The ant has one only if the options say so."""
    match state.kind(card):
        case "ant":
            return state.options.use_ant
        case kind:
            return kind in ("mosquito", "cockroach", "spider")


def unleash(state: State, seat: int | None, card: str, *, race: bool = True) -> Step:
    """Carry out the power of a card laid by `seat`, or of the base card if `seat` is None.

    If `race` is false, no race starts.
    """
    opened = race_for(state, seat, card)
    if opened is not None and race:
        return _open_race(state, opened)
    state, delivered = _noting_draws(state, _at_once(state, seat, card))
    return telling(delivered, start_turn(state, follower(state, seat)))


def _noting_draws(before: State, step: Step) -> Step:
    """Record which seats the last play made draw a card, so that those draws can be cancelled."""
    state, delivered = step
    if state.last is None or not delivered:
        return step
    drawn = tuple(event.seat for event in delivered if isinstance(event, events.DrawOwed))
    return replace(state, last=replace(state.last, drawn=drawn)), delivered


def _at_once(state: State, seat: int | None, card: str) -> Step:
    """Carry out a power that takes effect without a race. Cards without such a power do nothing."""
    match state.kind(card):
        case "spider":  # MITO-E-34, MITO-E-36: a card from one's own hand, to a player of one's choice
            giver = state.starter if seat is None else seat
            return owe_gifts(state, Owed("spider", giver), (giver,), None)
        case "mosquito" | "cockroach":
            return state, (own.EffectCancelled(seat, card),)
        case "ant" if state.options.use_ant:
            others = (other for other in state.setup.seats if other != seat)
            return owe_draws(state, others, Owed("ant", seat))  # MITO-E-37: all the others draw
        case _:
            return state, ()


# -- races


def race_for(state: State, seat: int | None, card: str) -> Race | None:
    """Return the race that a mosquito or a cockroach starts. Other cards start none."""
    match state.kind(card):
        case "mosquito":  # MITO-E-25: everybody slaps, the one who played it included
            with_him = state.options.mosquito_includes_player
            return Race(_racing(state, seat, with_him=with_him), kind="slap", by=seat, card=card)
        case "cockroach":  # MITO-E-30
            with_him = state.options.cockroach_includes_player
            return Race(_racing(state, seat, with_him=with_him), kind="match", by=seat, card=card)
        case _:
            return None


def _racing(state: State, seat: int | None, *, with_him: bool) -> tuple[int, ...]:
    return tuple(one for one in state.setup.seats if with_him or one != seat)


def _open_race(state: State, race: Race) -> Step:
    return replace(state, phase=Phase.RACING, race=race), (own.RaceOpened(race.kind, race.seats),)


def why_not_slap(state: State, action: Slap) -> IllegalAction | None:
    """Return why a slap does not count, or None if it does."""
    return races.why_not_slap(state.race if state.slap_is_on else None, action.seat, NO_MOSQUITO)


def slap(state: State, action: Slap) -> Step:
    """Add a slap to the race for a mosquito."""
    return replace(state, race=races.with_hand(sure(state.race), action)), ()


def close_slap(state: State, action: CloseSlap) -> Step:
    """Close the race for a mosquito.

    A player who did not slap is last; a tie-break picks one of several (MITO-T-04).
    """
    race = sure(state.race)
    hand = races.last_hand(race, action.lot)
    closed = own.RaceClosed("slap", hand.order, hand.seat, hand.ties, hand.missing, lot=hand.drawn)
    state = replace(state, phase=Phase.PLAYING, race=None, lots=state.lots + hand.drawn)
    state, penalty = _noting_draws(state, _penalty(state, sure(hand.seat)))
    return telling((closed, *penalty), start_turn(state, _next_seat(state, race)))


def _penalty(state: State, last: int) -> Step:
    if state.options.mosquito_penalty == "draw":
        return owe_draws(state, (last,))
    givers = (seat for seat in state.setup.seats if seat != last)
    return owe_gifts(state, Owed("gift", last), givers, last)  # MITO-E-26: one from all players


def why_never(state: State, card: str) -> IllegalAction | None:
    """Return why a card can never be played, either on a turn or in a race, or None if it can."""
    if state.kind(card) == GUARD:
        return refusal("the Guard Bug is never played", "not_in_play")
    if card in state.played and card not in state.loose:
        return refusal(lambda: say("this {card} has been played already", card=state.label(card)), "already_played")
    return None


def why_not_match(state: State, action: Match) -> IllegalAction | None:
    """Return why a card does not answer the cockroach, or None if it does."""
    race = state.race
    if race is None or race.kind != "match":
        return refusal("there is no cockroach to answer")
    if action.by is not None and action.by not in race.seats:
        by = action.by
        return refusal(lambda: _said_of_own_answer(state, action.card, by))
    if race.matched is not None:  # MITO-E-32: only the first matching card stays
        return lateness.refused(state.setup, "late", state.the_card(action.card), by=action.by)
    if never := why_never(state, action.card):
        return never
    if state.kind(action.card) == "moth":
        return refusal("a moth is no answer to a cockroach", "moth_not_playable")  # MITO-T-11
    wanted = state.number(race.card)  # MITO-E-31: a cockroach 4 calls for a 4
    if state.number(action.card) != wanted:
        return refusal(lambda: _said_of_no_match(state, action.card, wanted), "no_match")
    return None


def _said_of_own_answer(state: State, card: str, by: int) -> Text:
    who, own = state.setup.name(by), state.label(card)
    return say("you laid the cockroach, {who}: the others answer it. Take {card:the} back", who=who, card=own)


def _said_of_no_match(state: State, card: str, wanted: int) -> Text:
    laid = state.label(card)
    return say("{card:a} does not answer a cockroach {number}: it takes a {number}", card=laid, number=wanted)


def match_card(state: State, action: Match) -> Step:
    """Accept the first card with the right number. Who played it is not known until the race closes."""
    race = replace(sure(state.race), matched=action.card, at=action.at, unanswered=state)
    state = put_on_top(replace(state, race=race), action.card, action.card)
    state = replace(state, latest=frozenset({action.card}), latest_by=None, last=None, owed=())
    return state, (events.CardPlayed(action.by, DISCARD, action.card),)


def take_answer_back(state: State, action: TakeAnswerBack) -> Step:
    """Continue the race as if the card had not been played."""
    before = sure(sure(state.race).unanswered)
    restored = still_owed(replace(before, wrong=state.wrong, beside=state.beside, badge=state.badge), state)
    return restored, (events.PlayTakenBack(None, DISCARD, action.card),)


def why_not_close_match(state: State, action: CloseMatch) -> IllegalAction | None:
    """Return why the race to answer a cockroach cannot be closed in this way, or None if it can."""
    race = state.race
    if race is None or race.kind != "match":
        return refusal("there is no cockroach to answer")
    known = action.winner is None or action.winner in race.seats
    return unless(known and set(action.among) <= set(race.seats), "only somebody in the race can have won it")


def close_match(state: State, action: CloseMatch) -> Step:
    """Close the race to answer a cockroach. The player who answered it has the next turn (MITO-E-33).

    If nobody answered, the turn goes to the player on the left of the one who laid the cockroach (MITO-T-05).
    """
    race = sure(state.race)
    winner = action.winner
    order = (Placing(winner, race.at / _US_PER_MS),) if winner is not None and not action.among else ()
    ties = (action.among,) if action.tied else ()
    closed = own.RaceClosed("match", order, None, ties)
    placed = Placed(NOBODY if winner is None else winner, action.among) if action.among else None
    state = replace(state, phase=Phase.PLAYING, race=None, placed=placed)
    next_seat = _next_seat(state, race)
    if winner is not None and state.options.cockroach_next_turn == "winner":
        next_seat = winner
    delivered: tuple[Event, ...] = ()
    if race.matched is not None and winner is not None:
        state = replace(state, laid=with_laid(state, winner, race.matched))
        if state.options.cockroach_response_action:
            state, delivered = _answer_power(state, winner, race.matched, next_seat)
        if state.phase is Phase.RACING:
            return state, (closed, *delivered)
    return telling((closed, *delivered), start_turn(state, next_seat))


def _next_seat(state: State, race: Race) -> int:
    """Return the seat whose turn is next after a race, unless the result of the race determines that."""
    return follower(state, race.by) if race.then is None else race.then


def answer_race(state: State, winner: int | None, card: str | None) -> Race | None:
    """Return the race started by the card that answered a cockroach, if the options give that card its power."""
    works = state.options.cockroach_response_action and winner is not None
    return race_for(state, winner, card) if works and card is not None else None


def _answer_power(state: State, winner: int, card: str, next_seat: int) -> Step:
    """Carry out the power of a card that answered a cockroach.

    `next_seat` has the turn afterwards, even if the card opens another race (MITO-E-33).
    """
    race = answer_race(state, winner, card)
    return _at_once(state, winner, card) if race is None else _open_race(state, replace(race, then=next_seat))


def call_off(state: State) -> Step:
    """End a race without any consequences, and record whose turn is next."""
    race = state.race
    if race is None:
        return state, ()
    state = replace(state, phase=Phase.PLAYING, race=None, turn=_next_seat(state, race))
    return state, (own.RaceClosed(race.kind, races.in_order(race)),)


def break_off(state: State) -> Step:
    """End a race without any consequences, and start the next turn."""
    state, off = call_off(state)
    return telling(off, start_turn(state, sure(state.turn)))
