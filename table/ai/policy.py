"""The interface of a robot's policy: who can act in a world, what follows, and how good it is."""

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
Action = Any  # of the game's rules; None: wait and see
Step = tuple[World[S], tuple[Event, ...]]


class AI(Protocol[S]):
    """The policy for one game. Pure: its result follows from its arguments, chance included."""

    game: str
    effort: Effort

    def deals(self, setup: Setup, chance: Random) -> World[S]:
        """Deal a whole game, for robots that play by the rules alone."""
        ...

    def imagines(self, known: Known, chance: Random) -> World[S]:
        """Draw at random one of the worlds that agree with all that a seat knows."""
        ...

    def held(self, world: World[S], seat: int) -> tuple[str, ...]:
        """Return the cards that a seat holds and can see."""
        ...

    def sides(self, world: World[S], seat: int) -> Mapping[str, int]:
        """Return which side is up of the cards that a seat sees, where cards have two."""
        ...

    def moves(self, action: Action) -> Movement | None:
        """Return how a hand is seen to move for an action, where hands are watched."""
        ...

    def fidgets(self, known: Known, chance: Random) -> Action:
        """Move a hand without a reason, such as to sort it; None: not now."""
        ...

    def movers(self, world: World[S]) -> tuple[int, ...]:
        """Return the seats that can do something now; none, if time or the rules alone go on."""
        ...

    def options(self, world: World[S], seat: int) -> tuple[Action, ...]:
        """Return the legal actions of a seat that are worth trying; None means to wait, where allowed."""
        ...

    def misfits(self, world: World[S], seat: int) -> tuple[Action, ...]:
        """Return illegal actions that a careless player may try; the table refuses them."""
        ...

    def habit(self, world: World[S], seat: int, chance: Random) -> Action:
        """Return what people do without long thought, listed in `options` or not, using only what the seat knows."""
        ...

    def plays(self, world: World[S], actions: Mapping[int, Action], chance: Random) -> Step[S]:
        """Carry out what seats do at the same moment, as far as it goes together; if nobody acts, let time pass.

        Raise IllegalAction for what the rules forbid.
        """
        ...

    def gestures(self, known: Known, action: Action) -> Sequence[Gesture]:
        """Return how hands tell the table of an action."""
        ...

    def answers(self, known: Known, question: QuestionView) -> int | str:
        """Answer what the table cannot see and asks this seat."""
        ...

    def puts_right(self, known: Known) -> Gesture | None:
        """Return the card that this seat must move to its right pile, if one lies elsewhere."""
        ...

    def worth(self, world: World[S], seat: int) -> float:
        """Return how good a seat's position is; more is better."""
        ...

    def is_over(self, world: World[S]) -> bool:
        """Return whether the round is over, and with it what can be foreseen."""
        ...


class ByTheBook(Generic[R]):
    """An AI that uses its game's rule book; derive from it and add the game's policy.

    `box` is the game; `rules` is its module with the `BOOK`; `effort` is how hard keen robots think about it,
    `victory` how much it is worth to have won, beside cards or points.
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

    # -- what happens

    def deals(self, setup: Setup, chance: Random) -> World[R]:
        """Deal a whole game, for robots that play by the rules alone."""
        play, _ = self.box.start(setup)
        return self._dealt(play.round, chance)

    def _dealt(self, state: R, chance: Random) -> World[R]:
        dealing = self.box.dealing(state.setup)
        cards = [card for card in state.setup.cards if card not in dealing.apart]
        hands, draw = dealt_out(cards, dict.fromkeys(state.setup.seats, dealing.hand), chance)
        return World(state, hands, draw)

    def plays(self, world: World[R], actions: Mapping[int, Action], chance: Random) -> Step[R]:
        """Carry out one of the actions, at random; if there is none, let time pass."""
        acting = [action for action in actions.values() if action is not None]
        action = chance.choice(acting) if acting else self.passes(world, chance)
        return self.carried_out(world, action, chance)

    def carried_out(self, world: World[R], action: Action, chance: Random) -> Step[R]:
        """Carry an action out, and what hands do because of it. Raise IllegalAction if it is forbidden."""
        state, delivered = self.rules.BOOK.apply(world.state, action)
        if isinstance(action, NextRound):
            return self._dealt(state, chance), delivered
        after = self.laid(replace(world, state=state), action)
        for move in asked(delivered):
            after = self.moved(after, move, chance)
        return after, delivered

    def laid(self, world: World[R], action: Action) -> World[R]:
        """Take the card of an action out of the hand it was in."""
        card, seat = getattr(action, "card", None), getattr(action, "seat", None)
        return world if card is None or seat is None else world.without(seat, card)

    def moved(self, world: World[R], move: Move, chance: Random) -> World[R]:
        """Do what an event asks of hands: draw, shuffle, give a card unseen."""
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
        """Make a draw pile of all cards that are in no hand and do not stay where they are."""
        held = {card for hand in world.hands.values() for card in hand} | set(world.draw) | self.stays(world.state)
        cards = [card for card in world.state.setup.cards if card not in held]
        chance.shuffle(cards)
        return replace(world, draw=(*cards, *world.draw))

    def passes(self, world: World[R], chance: Random) -> Action:
        """Return what happens if nobody acts: the next round is opened."""
        return NextRound(0)

    def stays(self, state: R) -> AbstractSet[str]:
        """Return the cards that lie where they stay when others are shuffled."""
        return frozenset()

    # -- what can be done

    def held(self, world: World[R], seat: int) -> tuple[str, ...]:
        """Return all cards of a hand."""
        return world.hands[seat]

    def sides(self, world: World[R], seat: int) -> Mapping[str, int]:
        """Return that cards have one side."""
        return {}

    def moves(self, action: Action) -> Movement | None:
        """Return that nobody watches hands."""
        return None

    def fidgets(self, known: Known, chance: Random) -> Action:
        """Do not move hands."""
        return None

    def movers(self, world: World[R]) -> tuple[int, ...]:
        """Return the seat in turn, if all cards lie right."""
        state = world.state
        return (state.turn,) if state.playing and state.turn is not None and not state.corrections else ()

    def options(self, world: World[R], seat: int) -> tuple[Action, ...]:
        """List all that the rules let a seat do with its hand."""
        listed: tuple[Action, ...] = self.rules.BOOK.actions(world.state, seat, world.hands[seat])
        return listed

    def misfits(self, world: World[R], seat: int) -> tuple[Action, ...]:
        """Return no illegal actions."""
        return ()

    def answers(self, known: Known, question: QuestionView) -> int | str:
        """Return the first answer: what a bystander would take it for."""
        return question.options[0].answer

    def puts_right(self, known: Known) -> Gesture | None:
        """Return that no card has to move."""
        return None

    # -- what it is worth

    def worth(self, world: World[R], seat: int) -> float:
        """Count how many cards fewer a seat has left than the others do on average; and to have won."""
        state: Any = world.state  # of a game that counts what everybody holds
        over = self.is_over(world)
        left = {one: points + (0 if over else state.hands[one]) for one, points in state.totals.items()}
        return behind(left, seat) + (self.won(state, seat) if over else 0)

    def won(self, state: R, seat: int) -> float:
        """Return the value of a win, or of a share in it."""
        best = self.box.rounds.ROUNDS.winners(state)
        return self.victory / len(best) if seat in best else 0

    def is_over(self, world: World[R]) -> bool:
        """Return whether the round is over."""
        return world.state.between or world.state.over


def behind(points: Mapping[int, float], seat: int) -> float:
    """Return how far a seat is below the average of the others."""
    return fmean(points[other] for other in points if other != seat) - points[seat]
