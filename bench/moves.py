"""Random legal moves per second: Mito's rules, compared with RLCard's well-known UNO environment.

In both, a player who knows the hand asks for the legal moves, takes one at random, and the environment carries it out.
"""

import random
from collections.abc import Iterator

from table import cards, games
from table.facts import GameStarted
from table.games.game import prepare
from table.games.mito import actions, rounds, rules
from table.games.mito.actions import Action
from table.games.mito.state import Phase, State

SEATS = (1, 2, 3, 4)
NAMES = ["Ana", "Ben", "Cleo", "Dan"]


class HeldCards:
    """The cards in hands, which the rules do not know."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._deck = [card["code"] for card in cards.shipped_deck("mito") if card["kind"] != "guard"]
        self.deal()

    def deal(self) -> None:
        """Shuffle all cards and deal."""
        drawn = self._chance.sample(self._deck, len(self._deck))
        self.pile = drawn[rounds.HAND * len(SEATS) :]
        self.of = {seat: drawn[rounds.HAND * (seat - 1) : rounds.HAND * seat] for seat in SEATS}

    def after(self, action: Action) -> None:
        """Update the hands after an action."""
        match action:
            case actions.Lay() | actions.Match():
                for hand in self.of.values():
                    if action.card in hand:
                        hand.remove(action.card)
            case actions.Draw() if self.pile:
                self.of[action.seat].append(self.pile.pop())
            case actions.NextRound():
                self.deal()
            case _:
                pass


def acting(state: State) -> int:
    """Return whose move it is."""
    match state.phase:
        case Phase.PLAYING if state.turn is not None:
            return state.turn
        case Phase.COUNTING:
            return state.due_hands[0]
        case Phase.BETWEEN:
            return rounds.next_starter(state)
        case Phase.CALLED if state.call is not None and state.call.accused is not None:
            return state.call.accused
        case _:
            return 1 + state.count % len(SEATS)


def games_of_mito(seed: int) -> Iterator[Action]:
    """Yield the moves of random games, one game after another."""
    chance = random.Random(seed)  # noqa: S311 - chance, no secret
    setup = prepare(games.find("mito"), GameStarted(0, "mito", list(NAMES)))
    while True:
        hands, (state, _) = HeldCards(chance), rounds.start(setup)
        while rounds.outcome(state) is None:
            seat = acting(state)
            hand = hands.of[seat] if state.phase is not Phase.SET_UP else hands.pile[-1:]
            legal = [action for action in rules.actions(state, seat, hand) if sensible(action, hands.of[seat])]
            action = chance.choice(legal)
            state, _ = rules.apply(state, action)
            hands.after(action)
            yield action


def sensible(action: Action, hand: list[str]) -> bool:
    """Return whether an action leads on: no false claims, restarted counts or rulings by the host."""
    match action:
        case actions.SayOut():
            return not hand
        case actions.WithdrawOut() | actions.CountAnew() | actions.GiveTurn() | actions.Reshuffle():
            return False
        case _:
            return True


def moves_of_mito(count: int) -> None:
    moves = games_of_mito(seed=1)
    for _ in range(count):
        next(moves)


def moves_of_uno(count: int) -> None:
    import rlcard

    env = rlcard.make("uno", config={"seed": 1})
    chance = random.Random(1)  # noqa: S311 - chance, no secret
    state, _ = env.reset()
    for _ in range(count):
        if env.is_over():
            state, _ = env.reset()
        state, _ = env.step(chance.choice(list(state["legal_actions"])))
