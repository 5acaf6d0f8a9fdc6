"""The policy for slapping games (`table.games.kit.slapped`): robots have no choices to make, and only react."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, ClassVar

from table import moves
from table.ai import gestures
from table.ai.effort import Effort
from table.ai.gestures import Gesture, reaction_s
from table.ai.known import Known, World, dealt_out
from table.ai.policy import Action, ByTheBook, Step
from table.event import Event
from table.facts import micros
from table.games.kit.actions import PutRight
from table.games.kit.races import CloseSlap, Race, Slap
from table.games.kit.slapped import PILE, Lay, Pay, Phase, SlapRound
from table.games.ordering import Stamp
from table.moves import Move

State = SlapRound[Any]
_ERROR_US, _LOT_BITS = 1000, 32


class SlapAI(ByTheBook[State]):
    """The AI of a slapping game, built on its rules. The first card of a hand is the top of that seat's pile."""

    state: ClassVar[type[State]]
    effort = Effort(worlds=1, ahead=1)

    def imagines(self, known: Known, chance: Random) -> World[State]:
        """Return a world with random piles; only the tops of the middle pile and the seat's own pile are known."""
        view, top = known.view, known.view.piles[PILE].top
        sizes = {one.seat: one.hand or 0 for one in view.seats}
        hands, rest = dealt_out([card for card in known.setup.cards if card not in (top, *known.hand)], sizes, chance)
        hands[known.seat] = (*known.hand, *hands[known.seat][1:]) if known.hand else ()
        under = rest[: (view.piles[PILE].count or 1) - 1]
        state = self.state(
            known.setup,
            _phase(known),
            round=1,
            starter=known.starter,
            turn=view.turn or known.starter,
            hands=sizes,
            laid=() if top is None else (*under, top),
            by=known.setup.seats[0],
            race=None if view.race is None else _race(view.race.seats or (), view.awaited),
            owing=view.awaited if view.race is None else (),
            totals=dict.fromkeys(known.setup.seats, 0),
            wrong=known.wrong,
        )
        return World(state, hands, rest)

    def movers(self, world: World[State]) -> tuple[int, ...]:
        """Return the seats that can slap, otherwise the seat that has to pay or lay a card."""
        return tuple(seat for seat in world.state.setup.seats if self.options(world, seat))

    def options(self, world: World[State], seat: int) -> tuple[Action, ...]:
        """Return a seat's only action, if any: slap, pay a card, or lay its top card."""
        state, top = world.state, world.hands[seat][:1]
        if state.over or state.wrong:
            return ()
        if state.race is not None:
            return (Slap(seat),) if seat in state.race.missing else ()
        if state.owing:
            return tuple(Pay(seat, card) for card in top if seat == state.owing[0])
        return tuple(Lay(seat, card) for card in top if seat == state.turn)

    def habit(self, world: World[State], seat: int, chance: Random) -> Action:
        """Return the only option, if any."""
        return next(iter(self.options(world, seat)), None)

    def held(self, world: World[State], seat: int) -> tuple[str, ...]:
        """Return the top card of a seat's pile."""
        return world.hands[seat][:1]

    def gestures(self, known: Known, action: Action) -> Sequence[Gesture]:
        """Return a tap for a slap, otherwise the gesture that lays a card in the middle."""
        return (gestures.Tap(),) if isinstance(action, Slap) else (gestures.Lay((action.card,), PILE),)

    def plays(self, world: World[State], actions: Mapping[int, Action], chance: Random) -> Step[State]:
        """Let hands slap in order of random reaction times and close the race; without a race, carry out one action."""
        if world.state.race is None:
            return super().plays(world, actions, chance)
        seats = [seat for seat, action in actions.items() if isinstance(action, Slap)]
        times = sorted((micros(reaction_s(chance)), seat) for seat in seats)
        delivered: tuple[Event, ...] = ()
        for act in (*(Slap(seat, at, _ERROR_US) for at, seat in times), CloseSlap(chance.getrandbits(_LOT_BITS))):
            world, more = self.carried_out(world, act, chance)
            delivered = (*delivered, *more)
        return world, delivered

    def passes(self, world: World[State], chance: Random) -> Action:
        """Return the action that removes a misplaced card."""
        return PutRight(min(world.state.wrong))

    def moved(self, world: World[State], move: Move, chance: Random) -> World[State]:
        """Return the world after a move; a seat that takes the middle pile shuffles it into its own pile."""
        if not isinstance(move, moves.TakePile):
            return super().moved(world, move, chance)
        elsewhere = {card for hand in (*world.hands.values(), world.draw) for card in hand}
        mine = [*world.hands[move.seat], *(card for card in world.state.setup.cards if card not in elsewhere)]
        chance.shuffle(mine)
        return world.with_hand(move.seat, tuple(mine))

    def worth(self, world: World[State], seat: int) -> float:
        """Return the number of a seat's cards, plus the value of a win."""
        return world.state.hands[seat] + (self.won(world.state, seat) if world.state.over else 0)


def _phase(known: Known) -> Phase:
    if known.view.winners is not None:
        return Phase.OVER
    if known.view.race is not None:
        return Phase.RACING
    return Phase.PLAYING if known.view.running else Phase.SET_UP


def _race(seats: Sequence[int], missing: Sequence[int]) -> Race:
    return Race(tuple(seats), tuple(Stamp(seat, 0) for seat in seats if seat not in missing))
