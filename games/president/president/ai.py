"""The robot policy: play low sets first, using every card of a rank, and high sets only when they pay off."""

from collections import Counter
from collections.abc import Sequence
from random import Random

from president import PRESIDENT, rules
from president.rules import GoOn, Phase, State
from president.telling import PresidentView
from table import events
from table.ai import gestures
from table.ai.effort import Effort
from table.ai.known import Known, World, dealt_out
from table.ai.policy import Action, ByTheBook
from table.event import Event
from table.games.kit.actions import Action as OfRules
from table.games.kit.rulebook import sure
from table.games.kit.shedding import PILE, Give, Lay

_PASSES = 0.3  # the probability of holding back a set of aces or twos


class GiveCard(OfRules):
    """A seat gives a card to another: the rules' `Give`, plus the card, which only these two seats can see."""

    seat: int
    card: str
    to: int


class PresidentAI(ByTheBook[State]):
    """The policy for President, built on the game's rule book."""

    box, rules = PRESIDENT, rules
    effort = Effort(worlds=None, ahead=150)  # only the end of a round shows what a hand was worth

    def imagines(self, known: Known, chance: Random) -> World[State]:
        """Deal the other hands at random from the cards not yet played."""
        view = PresidentView.of(known.view)
        played = tuple(_played(known))
        sizes = {seat.seat: sure(seat.hand) for seat in view.seats}
        unseen = [card for card in known.setup.cards if card not in played and card not in known.hand]
        others = {seat: size for seat, size in sizes.items() if seat != known.seat}
        hands, aside = dealt_out(unseen, others, chance)
        owed = [(seat.seat, debt) for seat in view.seats for debt in seat.owed or ()]
        state = State(
            known.setup,
            Phase[sure(view.phase)],
            sure(view.round),
            known.starter,
            turn=known.starter if view.turn is None else view.turn,
            totals={seat.seat: sure(seat.score) for seat in view.seats},
            hands=sizes,
            pile=played,
            laying=view.laid or (),
            top=view.beat or (),
            by=view.by,
            passed=frozenset(view.passed or ()),
            out=view.out or (),
            ranks=view.ranks or (),
            debts=tuple((giver, sure(debt.to)) for giver, debt in owed for _ in range(debt.count)),
        )
        return World(state, {**hands, known.seat: known.hand}, aside)

    def movers(self, world: World[State]) -> tuple[int, ...]:
        """Return the seat whose turn it is or, during the exchange, the next one that has to give a card."""
        state = world.state
        if state.phase is not Phase.EXCHANGE or state.wrong:
            return super().movers(world)
        return (state.debts[0][0],)

    def options(self, world: World[State], seat: int) -> tuple[Action, ...]:
        """List plausible actions: lay a card of a set that can be completed, pass, finish a set, or give a card."""
        state, hand = world.state, world.hands[seat]
        if state.debts:
            return (self._gift(world, seat),)
        many = Counter(state.rank(card) for card in hand)
        need = max(1, len(state.top) - len(state.laying))
        kept: dict[int, Action] = {}
        found: list[Action] = []
        for one in super().options(world, seat):
            if isinstance(one, Lay) and many[state.rank(one.card)] >= need:
                kept.setdefault(state.rank(one.card), one)
            elif isinstance(one, GoOn):
                found.append(one)
        return (*kept.values(), *found)

    def _gift(self, world: World[State], seat: int) -> GiveCard:
        """Return a seat's gift: its best card if the receiver was out earlier, otherwise its worst (PR-11)."""
        state = world.state
        to = next(receiver for giver, receiver in state.debts if giver == seat)
        choose = max if state.ranks.index(seat) > state.ranks.index(to) else min
        return GiveCard(seat, choose(world.hands[seat], key=state.rank), to)

    def habit(self, world: World[State], seat: int, chance: Random) -> Action:
        """Lay the lowest set that will do; sometimes save the highest cards for later."""
        state, listed = world.state, self.options(world, seat)
        sets = sorted((one for one in listed if isinstance(one, Lay)), key=lambda one: state.rank(one.card))
        ends = [one for one in listed if not isinstance(one, Lay)]
        if not sets or (ends and not state.laying and state.rank(sets[0].card) > 10 and chance.random() < _PASSES):
            return ends[0] if ends else None
        return sets[0]

    def misfits(self, world: World[State], seat: int) -> tuple[Action, ...]:
        """List plays of cards that are too low."""
        state = world.state
        if not state.playing or not state.top or state.laying:
            return ()
        return tuple(Lay(seat, card) for card in world.hands[seat] if state.rank(card) <= state.rank(state.top[0]))

    def carried_out(
        self, world: World[State], action: Action, chance: Random
    ) -> tuple[World[State], tuple[Event, ...]]:
        """Carry out an action; a gift also moves the card to the receiver's hand."""
        if not isinstance(action, GiveCard):
            return super().carried_out(world, action, chance)
        after, delivered = super().carried_out(world, Give(action.seat, action.to), chance)
        return after.passed(action.seat, action.to, (action.card,)), delivered

    def gestures(self, known: Known, action: Action) -> Sequence[gestures.Gesture]:
        """Return an action's gestures: lay a card, hand one over and say so on the phone, or tap."""
        match action:
            case Lay(card=card):
                return (gestures.Lay((card,), PILE),)
            case GiveCard(card=card, to=to):
                return gestures.Hand(card, to), gestures.Say("given", to)
        return (gestures.Tap(),)

    def worth(self, world: World[State], seat: int) -> float:
        """Return a value: higher the earlier a seat went out or, if it is still in, the fewer and higher its cards."""
        state, seats = world.state, len(world.state.setup.seats)
        if seat in state.out:
            return 10.0 * (seats - state.out.index(seat))
        return -float(len(world.hands[seat])) + sum(state.rank(card) for card in world.hands[seat]) / 20


def _played(known: Known) -> list[str]:
    played: list[str] = []
    for one in known.of_round():
        if isinstance(one.event, events.CardPlayed):
            played.append(sure(one.event.card))
        elif isinstance(one.event, events.PlayTakenBack) and one.event.card in played:
            played.remove(one.event.card)
    return played
