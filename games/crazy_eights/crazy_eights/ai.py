"""The robot policy: play cards that fit, save eights for last, and name the suit held most."""

from collections import Counter
from collections.abc import Sequence
from random import Random

from crazy_eights import CRAZY_EIGHTS, rules
from crazy_eights.rules import EIGHT, GoOn, NameSuit, Phase, State
from crazy_eights.telling import CrazyEightsView
from table import events
from table.ai import gestures
from table.ai.effort import Effort
from table.ai.known import Known, World, dealt_out
from table.ai.policy import Action, ByTheBook, behind
from table.games.kit.actions import NextRound
from table.games.kit.rulebook import sure
from table.games.kit.shedding import PILE, CardCounted, Lay

_OUT = 30.0  # the value of going out first, in points
_LAID = (events.PileStarted, events.CardPlayed, CardCounted)


class CrazyEightsAI(ByTheBook[State]):
    """The policy for Crazy eights, built on the game's rule book."""

    box, rules = CRAZY_EIGHTS, rules
    effort = Effort(worlds=24, ahead=150)  # with fewer worlds, the luck of the draw hides the value of a card

    def imagines(self, known: Known, chance: Random) -> World[State]:
        """Deal the other hands at random from the cards not seen since the last shuffle."""
        view = CrazyEightsView.of(known.view)
        laid = _laid(known)
        unseen = [card for card in known.setup.cards if card not in (*known.hand, *laid)]
        sizes = {seat.seat: sure(seat.hand) for seat in view.seats}
        hands, draw = dealt_out(unseen, {seat: size for seat, size in sizes.items() if seat != known.seat}, chance)
        drawn = sum(isinstance(one.event, events.CardDrawn) for one in known.since(events.TurnStarted))
        state = State(
            known.setup,
            Phase[sure(view.phase)],
            sure(view.round),
            known.starter,
            turn=view.turn or next(iter(view.awaited), None),
            totals={seat.seat: sure(seat.score) for seat in view.seats},
            hands=sizes,
            draw=sure(view.draw),
            pile=laid,
            suit=view.suit,
            drawn=drawn,
        )
        return World(state, {**hands, known.seat: known.hand}, draw)

    def passes(self, world: World[State], chance: Random) -> Action:
        """Turn up the first card that is not an eight, or open the next round."""
        state = world.state
        if state.phase is not Phase.SET_UP:
            return NextRound(0)
        return Lay(state.starter, next(card for card in reversed(world.draw) if state.card(card).number != EIGHT))

    def laid(self, world: World[State], action: Action) -> World[State]:
        """Remove a laid card from its hand, or from the draw pile."""
        draw = tuple(card for card in world.draw if card != getattr(action, "card", None))
        return super().laid(World(world.state, world.hands, draw), action)

    def stays(self, state: State) -> frozenset[str]:
        """Return the face-up card, which stays in place when the others are shuffled."""
        return frozenset(state.pile)

    def movers(self, world: World[State]) -> tuple[int, ...]:
        """Return the seat that has to play, choose a suit or lay down its hand."""
        state = world.state
        busy = state.phase in (Phase.PLAYING, Phase.NAMING, Phase.COUNTING) and not state.wrong
        return (sure(state.turn),) if busy else ()

    def options(self, world: World[State], seat: int) -> tuple[Action, ...]:
        """List plausible actions: lay a card, name a suit, draw or pass; at the count, lay the hand down one by one."""
        if world.state.phase is Phase.COUNTING:
            return (Lay(seat, world.hands[seat][0]) if world.hands[seat] else GoOn(seat),)
        return tuple(one for one in super().options(world, seat) if isinstance(one, Lay | NameSuit | GoOn))

    def habit(self, world: World[State], seat: int, chance: Random) -> Action:
        """Play a card that fits, eights last; name the most frequent suit in the hand."""
        state, hand = world.state, world.hands[seat]
        match state.phase:
            case Phase.COUNTING:
                return self.options(world, seat)[0]
            case Phase.NAMING:
                suits = Counter(state.card(card).colour for card in hand if state.card(card).number != EIGHT)
                return NameSuit(seat, suits.most_common(1)[0][0] if suits else state.top.colour)
        fitting = [card for card in hand if state.fits(card)]
        plain = [card for card in fitting if state.card(card).number != EIGHT]
        return Lay(seat, chance.choice(plain or fitting)) if fitting else GoOn(seat)

    def misfits(self, world: World[State], seat: int) -> tuple[Action, ...]:
        """List plays of cards that do not fit."""
        if world.state.phase is not Phase.PLAYING:
            return ()
        return tuple(Lay(seat, card) for card in world.hands[seat] if not world.state.fits(card))

    def gestures(self, known: Known, action: Action) -> Sequence[gestures.Gesture]:
        """Return an action's gesture: lay a card, choose a suit on the phone, or tap."""
        match action:
            case Lay(card=card):
                return (gestures.Lay((card,), PILE),)
            case NameSuit(suit=suit):
                return (gestures.Say("suit", suit),)
        return (gestures.Tap(),)

    def worth(self, world: World[State], seat: int) -> float:
        """Return the others' average points in hand minus the seat's own, plus a bonus for going out."""
        left = {one: float(sum(world.state.points(card) for card in hand)) for one, hand in world.hands.items()}
        return behind(left, seat) + (_OUT if self.is_over(world) and not world.hands[seat] else 0)

    def is_over(self, world: World[State]) -> bool:
        """Return whether hands are being counted, or the round is over."""
        return world.state.phase is Phase.COUNTING or super().is_over(world)


def _laid(known: Known) -> tuple[str, ...]:
    """Return the cards on the discard pile according to the events, leaving out those shuffled into the draw pile."""
    laid: list[str] = []
    for one in known.of_round():
        if isinstance(one.event, events.PileReshuffled):
            laid = laid[-1:]
        elif isinstance(one.event, _LAID):
            laid.append(sure(one.event.card))
    return tuple(laid)
