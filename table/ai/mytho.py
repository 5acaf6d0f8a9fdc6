"""The policy for Mytho: which card to lay face down, whom to believe, when to lie."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from random import Random

from table import events
from table.ai import gestures
from table.ai.effort import Effort
from table.ai.gestures import Gesture
from table.ai.known import Known, World, dealt_out
from table.ai.policy import Action, ByTheBook
from table.games.kit.actions import NextRound, TurnUp
from table.games.kit.corrections import Laid
from table.games.kit.rulebook import sure
from table.games.mytho import MYTHO, rules
from table.games.mytho import events as own
from table.games.mytho.actions import HIDDEN, VISIBLE, Contest, Draw, EndTurn, Lay, LetPass, ShowTurned
from table.games.mytho.state import Phase, State
from table.games.mytho.views import MythoView

# -- The AI for Mytho, which remembers the cards it has seen and how often others lied

# How often people do these things without much thought, as a fraction of their opportunities.
DOUBTS = 0.4
HIDES_WHAT_FITS = 0.25
LIES_AT_ONCE, LIES_AFTER_DRAWING, DRAWS_THOUGH_IT_FITS = 0.35, 0.5, 0.15
CAUGHT, TURNED_OVER = 2, 3  # the prior for each player: two in three hidden cards were lies


class MythoAI(ByTheBook[State]):
    """The AI for Mytho, built on the game's own rules."""

    box = MYTHO
    rules = rules
    effort = Effort(worlds=4)
    victory = 12.0

    # -- Imagined worlds

    def imagines(self, known: Known, chance: Random) -> World[State]:
        """Return a world with random hands for the others and random face-down cards; the latest may be a lie."""
        view, seat = MythoView.of(known.view), known.seat
        seen, own = _seen(known), _own_hidden(known)
        unseen = [card for card in known.setup.cards if card not in seen and card not in (*known.hand, *own)]
        last = _last(known, own)
        if last is not None and last.card not in own:
            suspected = _suspected(known, last.seat, unseen, chance)
            last, own = Laid(last.seat, HIDDEN, suspected), (*own, suspected)
            unseen.remove(suspected)
        sizes = {one.seat: sure(one.hand) for one in view.seats if one.seat != seat}
        hands, rest = dealt_out(unseen, {**sizes, 0: sure(view.piles[HIDDEN].count) - len(own)}, chance)
        state = _state(known, seen, frozenset((*own, *hands.pop(0))), last)
        return World(state, {**hands, seat: known.hand}, rest[: sure(view.draw)])

    def passes(self, world: World[State], chance: Random) -> Action:
        """Return the action to take if nobody acts: show a contested card, let one pass, or turn up a first card."""
        if world.state.turned is not None:
            return ShowTurned(world.state.turned)
        match world.state.phase:
            case Phase.CONTESTABLE:
                return LetPass()
            case Phase.SET_UP:
                return TurnUp(world.draw[-1])
            case _:
                return NextRound(0)

    def laid(self, world: World[State], action: Action) -> World[State]:
        """Return the world after an action's card has left the hand or the draw pile."""
        if isinstance(action, TurnUp):
            return World(world.state, world.hands, tuple(card for card in world.draw if card != action.card))
        return super().laid(world, action)

    def stays(self, state: State) -> AbstractSet[str]:
        """Return the reference card, which is not shuffled (MYTHO-T-01)."""
        return frozenset() if state.reference is None else frozenset({state.reference})

    # -- What can be done

    def movers(self, world: World[State]) -> tuple[int, ...]:
        """Return the seat whose turn it is, or the seats that may contest a card."""
        state = world.state
        if state.phase is Phase.CONTESTABLE and state.last is not None:
            return tuple(seat for seat in state.setup.seats if seat != state.last.seat)
        return super().movers(world)

    def options(self, world: World[State], seat: int) -> tuple[Action, ...]:
        """Return the legal actions: lay a card on a pile, draw, end the turn; contest a hidden card or let it pass."""
        if world.state.phase is Phase.CONTESTABLE:
            return (Contest((seat,)), None)
        listed = super().options(world, seat)
        return tuple(one for one in listed if isinstance(one, Lay | Draw | EndTurn))

    def habit(self, world: World[State], seat: int, chance: Random) -> Action:
        """Play a card that fits, mostly face up; sometimes lie, sometimes doubt others."""
        state = world.state
        if state.phase is Phase.CONTESTABLE:
            return Contest((seat,)) if chance.random() < DOUBTS else None
        can_lay = state.laid < state.options.plays_per_turn
        fitting = self._fitting(state, world.hands[seat]) if can_lay else ()
        may_draw = rules.why_not(state, Draw(seat)) is None
        if fitting and not (may_draw and chance.random() < DRAWS_THOUGH_IT_FITS):
            hides = chance.random() < HIDES_WHAT_FITS
            return Lay(seat, chance.choice(fitting), HIDDEN if hides else VISIBLE)
        lies = chance.random() < (LIES_AT_ONCE if may_draw else LIES_AFTER_DRAWING)
        ends = rules.why_not(state, EndTurn(seat)) is None
        if can_lay and world.hands[seat] and (lies or not (may_draw or ends)):
            return Lay(seat, chance.choice(world.hands[seat]), HIDDEN)
        return Draw(seat) if may_draw else EndTurn(seat)

    def misfits(self, world: World[State], seat: int) -> tuple[Action, ...]:
        """Return plays of cards that do not fit on the face-up one."""
        if world.state.phase is Phase.CONTESTABLE or world.state.laid >= world.state.options.plays_per_turn:
            return ()
        fitting = self._fitting(world.state, world.hands[seat])
        return tuple(Lay(seat, card, VISIBLE) for card in world.hands[seat] if card not in fitting)

    def _fitting(self, state: State, hand: Sequence[str]) -> Sequence[str]:
        return [card for card in hand if state.card(card).fits(state.top, state.options.colour_means)]

    def gestures(self, known: Known, action: Action) -> Sequence[Gesture]:
        """Return the gesture for an action: lay a card; hold to end the turn if drawing is possible; otherwise tap."""
        match action:
            case Lay(card=card, zone=zone):
                return (gestures.Lay((card,), zone),)
            case EndTurn() if MythoView.of(known.view).may_draw:
                return (gestures.Hold(),)
            case _:
                return (gestures.Tap(),)

    def puts_right(self, known: Known) -> Gesture | None:
        """Return the gesture that moves a card contested by this seat to the visible pile (MYTHO-22)."""
        settled = known.last(own.ContestSettled)
        if settled is None or settled.challenger != known.seat:
            return None
        return gestures.Move(settled.card, VISIBLE)


# -- What a seat has seen


def _seen(known: Known) -> frozenset[str]:
    """Return the cards that are face up, or were seen on a pile and have not been shuffled since."""
    seen: set[str] = set()
    for one in known.of_round():
        match one.event:
            case events.PileStarted(card=card) | own.ContestSettled(card=card):
                seen.add(card)
            case events.CardPlayed(zone="visible", card=str(card)):
                seen.add(card)
            case events.PlayTakenBack(card=str(card)):
                seen.discard(card)
            case events.PileReshuffled():
                seen.clear()
    top = known.view.piles[VISIBLE].top
    return frozenset({*seen, *([] if top is None else [top])} - {*known.hand})


def _own_hidden(known: Known) -> tuple[str, ...]:
    """Return the cards the seat laid face down that are still on the pile."""
    gone = {settled.card for settled in known.each(own.ContestSettled)}
    shuffled = known.last_seq(events.PileReshuffled) or 0
    return tuple(
        laid.card
        for laid in known.laid
        if laid.zone == HIDDEN and laid.seq >= shuffled and laid.card not in (*known.hand, *gone)
    )


def _last(known: Known, own: Sequence[str]) -> Laid | None:
    """Return the hidden card that can be contested, with its player; its code is empty unless this seat laid it."""
    race = MythoView.of(known.view).race
    if race is None:
        return None
    return Laid(sure(race.by), HIDDEN, own[-1] if race.by == known.seat and own else "")


def _suspected(known: Known, player: int, unseen: Sequence[str], chance: Random) -> str:
    """Return a random face-down card; the more often its player was caught, the more likely it is a lie."""
    settled = (one.event for one in known.delivered)
    turned = [event for event in settled if isinstance(event, own.ContestSettled) and event.player == player]
    lied = sum(not event.truthful for event in turned)
    fits: Mapping[str, None] = dict.fromkeys(MythoView.of(known.view).fits or ())
    lies = chance.random() < (lied + CAUGHT) / (len(turned) + TURNED_OVER)
    likely = [card for card in unseen if (card not in fits) == lies]
    return chance.choice(likely or unseen)


def _state(known: Known, seen: AbstractSet[str], hidden: frozenset[str], last: Laid | None) -> State:
    view = MythoView.of(known.view)
    seats, turn = view.seats, [one.event for one in known.since(events.TurnStarted)]
    return State(
        known.setup,
        _phase(known),
        sure(view.round),
        known.starter,
        turn=view.turn,
        totals={one.seat: sure(one.score) for one in seats},
        hands={one.seat: sure(one.hand) for one in seats},
        pile=sure(view.draw),
        reference=view.piles[VISIBLE].top,
        visible=frozenset(seen),
        hidden=hidden,
        drawn=sum(isinstance(event, events.CardDrawn) for event in turn),
        laid=sum(isinstance(event, events.CardPlayed) for event in turn),
        last=last,
    )


def _phase(known: Known) -> Phase:
    view = known.view
    if view.race is not None:
        return Phase.CONTESTABLE
    if view.turn is not None:
        return Phase.PLAYING
    if view.winners is not None:
        return Phase.OVER
    return Phase.BETWEEN if known.each(events.PileStarted) else Phase.SET_UP
