"""The interface of a robot's policy: who can act in a world, what an action leads to, and how good a position is."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from random import Random
from statistics import fmean
from typing import Any, Generic, Protocol, TypeVar

from table import moves
from table.ai.effort import Effort
from table.ai.gestures import Gesture
from table.ai.known import Known, World, asked, dealt_out
from table.event import Event
from table.games.game import Setup
from table.games.hands import Movement
from table.games.kit.actions import NextRound
from table.games.kit.rounds import R
from table.moves import Move
from table.values import replace
from table.view import QuestionView

S = TypeVar("S")
Action = Any  # an action of the game's rules; None: wait
Step = tuple[World[S], tuple[Event, ...]]


class AI(Protocol[S]):
    """The policy for one game. Pure: results depend only on the arguments, which include `chance`."""

    game: str
    effort: Effort

    def deals(self, setup: Setup, chance: Random) -> World[S]:
        """Return the world at the start of a game, for robots that play by the rules alone, without a table."""
        ...

    def imagines(self, known: Known, chance: Random) -> World[S]:
        """Return a random world that is consistent with everything a seat knows."""
        ...

    def held(self, world: World[S], seat: int) -> tuple[str, ...]:
        """Return the cards that a seat holds and can see."""
        ...

    def sides(self, world: World[S], seat: int) -> Mapping[str, int]:
        """Return the upper side of each two-sided card that a seat sees."""
        ...

    def moves(self, action: Action) -> Movement | None:
        """Return the hand movement that others see during an action, or None if they see none."""
        ...

    def fidgets(self, known: Known, chance: Random) -> Action:
        """Return an unprompted action, such as sorting the hand, or None."""
        ...

    def movers(self, world: World[S]) -> tuple[int, ...]:
        """Return the seats that can act now; empty if only time or the rules can change anything."""
        ...

    def options(self, world: World[S], seat: int) -> tuple[Action, ...]:
        """Return the legal actions of a seat that are worth trying; None means to wait, where allowed."""
        ...

    def misfits(self, world: World[S], seat: int) -> tuple[Action, ...]:
        """Return illegal actions that a careless player might try; the table refuses them."""
        ...

    def habit(self, world: World[S], seat: int, chance: Random) -> Action:
        """Return what people do without much thought, using only what the seat knows; it need not be in `options`."""
        ...

    def plays(self, world: World[S], actions: Mapping[int, Action], chance: Random) -> Step[S]:
        """Carry out the seats' simultaneous actions, as far as they are compatible; if no seat acts, let time pass.

        Raise IllegalAction if the rules forbid an action.
        """
        ...

    def gestures(self, known: Known, action: Action) -> Sequence[Gesture]:
        """Return the gestures that carry out an action."""
        ...

    def answers(self, known: Known, question: QuestionView) -> int | str:
        """Return this seat's answer to a question from the table."""
        ...

    def puts_right(self, known: Known) -> Gesture | None:
        """Return the gesture that moves a misplaced card to the right pile if that is up to this seat, or None."""
        ...

    def worth(self, world: World[S], seat: int) -> float:
        """Return how good a seat's position is; higher is better."""
        ...

    def is_over(self, world: World[S]) -> bool:
        """Return whether the round is over, so a search need not look further ahead."""
        ...


class ByTheBook(Generic[R]):
    """A base class for AIs that use their game's rule book; derived classes add the game's policy.

    `box` is the game, `rules` the module with its `BOOK`, `effort` how hard keen robots think, and `victory` the value
    of a win on top of cards or points.
    """

    box: Any
    rules: Any
    effort = Effort()
    victory = 10.0

    @property
    def game(self) -> str:
        """The name of the game."""
        name: str = self.box.name
        return name

    # -- What happens

    def deals(self, setup: Setup, chance: Random) -> World[R]:
        """Return the world at the start of a game, for robots that play by the rules alone, without a table."""
        play, _ = self.box.start(setup)
        return self._dealt(play.round, chance)

    def _dealt(self, state: R, chance: Random) -> World[R]:
        dealing = self.box.dealing(state.setup)
        cards = [card for card in state.setup.cards if card not in dealing.apart]
        hands, draw = dealt_out(cards, dict.fromkeys(state.setup.seats, dealing.hand), chance)
        return World(state, hands, draw)

    def plays(self, world: World[R], actions: Mapping[int, Action], chance: Random) -> Step[R]:
        """Carry out one of the actions at random; if there is none, let time pass."""
        acting = [action for action in actions.values() if action is not None]
        action = chance.choice(acting) if acting else self.passes(world, chance)
        return self.carried_out(world, action, chance)

    def carried_out(self, world: World[R], action: Action, chance: Random) -> Step[R]:
        """Carry out an action and the draws, gifts and shuffles that follow. Raise IllegalAction if it is forbidden."""
        state, delivered = self.rules.BOOK.apply(world.state, action)
        if isinstance(action, NextRound):
            return self._dealt(state, chance), delivered
        after = self.laid(replace(world, state=state), action)
        for move in asked(delivered):
            after = self.moved(after, move, chance)
        return after, delivered

    def laid(self, world: World[R], action: Action) -> World[R]:
        """Return the world after an action's card has left the hand."""
        card, seat = getattr(action, "card", None), getattr(action, "seat", None)
        return world if card is None or seat is None else world.without(seat, card)

    def moved(self, world: World[R], move: Move, chance: Random) -> World[R]:
        """Return the world after cards were drawn, put back, shuffled in, or given at random."""
        match move:
            case moves.Draw(seat, count):
                return world.drawn(seat, count)
            case moves.PutBack(seat):
                return world.put_back(seat)
            case moves.ShuffleIn():
                return self._shuffled(world, chance)
            case moves.Give(giver, int(receiver), count):
                hand = world.hands[giver]
                return world.passed(giver, receiver, chance.sample(hand, min(count, len(hand))))
            case _:
                return world

    def _shuffled(self, world: World[R], chance: Random) -> World[R]:
        """Shuffle all cards except those in hands and those that stay in place, and put them under the draw pile."""
        held = {card for hand in world.hands.values() for card in hand} | set(world.draw) | self.stays(world.state)
        cards = [card for card in world.state.setup.cards if card not in held]
        chance.shuffle(cards)
        return replace(world, draw=(*cards, *world.draw))

    def passes(self, world: World[R], chance: Random) -> Action:
        """Return the action to take if nobody acts: open the next round."""
        return NextRound(0)

    def stays(self, state: R) -> AbstractSet[str]:
        """Return the cards that stay in place when the others are shuffled."""
        return frozenset()

    # -- What can be done

    def held(self, world: World[R], seat: int) -> tuple[str, ...]:
        """Return all cards in the hand."""
        return world.hands[seat]

    def sides(self, world: World[R], seat: int) -> Mapping[str, int]:
        """Return an empty mapping, because cards have only one side."""
        return {}

    def moves(self, action: Action) -> Movement | None:
        """Return None, because nobody watches hands."""
        return None

    def fidgets(self, known: Known, chance: Random) -> Action:
        """Return None: hands do not move unprompted."""
        return None

    def movers(self, world: World[R]) -> tuple[int, ...]:
        """Return the seat whose turn it is, unless a card is misplaced."""
        state = world.state
        return (state.turn,) if state.playing and state.turn is not None and not state.corrections else ()

    def options(self, world: World[R], seat: int) -> tuple[Action, ...]:
        """Return all actions that the rules allow a seat with its current hand."""
        listed: tuple[Action, ...] = self.rules.BOOK.actions(world.state, seat, world.hands[seat])
        return listed

    def misfits(self, world: World[R], seat: int) -> tuple[Action, ...]:
        """Return no illegal actions."""
        return ()

    def answers(self, known: Known, question: QuestionView) -> int | str:
        """Return the first answer, which is how a bystander would understand the situation."""
        return question.options[0].answer

    def puts_right(self, known: Known) -> Gesture | None:
        """Return None: no card has to be moved."""
        return None

    # -- The value of a position

    def worth(self, world: World[R], seat: int) -> float:
        """Return how far a seat's points and cards are below the others' average, plus the value of a win."""
        state: Any = world.state  # any state with `totals` and `hands`
        over = self.is_over(world)
        left = {one: points + (0 if over else state.hands[one]) for one, points in state.totals.items()}
        return behind(left, seat) + (self.won(state, seat) if over else 0)

    def won(self, state: R, seat: int) -> float:
        """Return the value of a win or a shared win; 0 without one."""
        best = self.box.rounds.ROUNDS.winners(state)
        return self.victory / len(best) if seat in best else 0

    def is_over(self, world: World[R]) -> bool:
        """Return whether the round is over."""
        return world.state.between or world.state.over


def behind(points: Mapping[int, float], seat: int) -> float:
    """Return how far a seat is below the average of the others."""
    return fmean(points[other] for other in points if other != seat) - points[seat]
