"""One game of a study, and a record of who won from which seat, how long it took, and who had which card."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from table import events
from table.ai.known import OwnPlay
from table.ai.policy import Action
from table.event import Event
from table.facts import Agreed
from table.robots.duel import Duel, Table
from table.values import Value


class Wish(Value):
    """A game to be played by robots of one `kind`, one for each of the `players`."""

    game: str
    kind: str
    players: int
    seed: int
    agreed: Agreed
    variant: int = 0


class Round(Value):
    """A round: points by seat, and the kinds of cards that each seat had."""

    scores: dict[int, int]
    had: dict[int, frozenset[str]]


class Played(Value):
    """The result of a game. `turns` counts the turns of all seats."""

    variant: int
    seed: int
    winners: tuple[int, ...]
    totals: dict[int, int]
    turns: int
    rounds: tuple[Round, ...]


def played(wish: Wish) -> Played:
    """Play a game. The result depends only on the wish, except with keen robots on a slow machine."""
    duel = Duel([wish.kind] * wish.players)
    table = Watched(wish, duel)
    table.play()
    outcome = table.outcome()
    winners = () if outcome is None else outcome.winners
    totals = dict(table.world.state.totals)
    return Played(wish.variant, wish.seed, winners, totals, table.counted["turns"], tuple(table.rounds))


class Watched(Table):
    """A game among robots that records rounds, turns and cards.

    In games that deal hands, the recorded cards of a seat are those that it was dealt, because no choice influenced
    them; in other games, they are the cards that it laid.
    """

    def __init__(self, wish: Wish, duel: Duel) -> None:
        self.rounds: list[Round] = []
        self.counted: Counter[str] = Counter()
        self._had: dict[int, set[str]] | None = None
        super().__init__(wish.game, duel.kinds, wish.seed, duel, wish.agreed)
        self._dealt = self._game.dealing(self.setup).hand > 0

    def moment(self) -> None:
        """Have each robot decide once; before the first decision of a round, record the deal."""
        if self._had is None:
            hands = self.world.hands.items() if self._dealt else [(seat, ()) for seat in self.setup.seats]
            self._had = {seat: {self._kind(card) for card in hand} for seat, hand in hands}
        super().moment()

    def _gone(self, seat: int, action: Action, after: Any) -> Iterator[OwnPlay]:
        for laid in super()._gone(seat, action, after):
            if not self._dealt and self._had is not None:
                self._had[seat].add(self._kind(laid.card))
            yield laid

    def _kind(self, card: str) -> str:
        return self.setup.label(card)

    def _tell(self, happened: Sequence[Event]) -> None:
        super()._tell(happened)
        for event in happened:
            match event:
                case events.TurnStarted():
                    self.counted["turns"] += 1
                case events.RoundEnded(scores=scores):
                    had = {seat: frozenset(cards) for seat, cards in (self._had or {}).items()}
                    self.rounds.append(Round(dict(scores), had))
                    self._had = None
