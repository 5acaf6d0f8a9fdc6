"""The robots of one game: who of them sits where now, and the time they share. For one thread."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any, Protocol

from table import games, minds
from table.board import Picture
from table.emulated.hands import Hands
from table.emulated.tabletop import Tabletop
from table.games.game import prepare
from table.household.evening import Evening, Say
from table.robots.seated import CardHands, Robot, Seen


class Held(CardHands, Protocol):
    """Hands, and who holds what."""

    @property
    def held(self) -> Any:
        """The cards in each hand."""
        ...

    def is_to_deal(self, picture: Picture) -> bool:
        """Return whether the cards of this round have not been dealt yet."""
        ...


class Band:
    """Robots in the game of a picture. `say` makes a choice on a phone; everything else follows from `seed`."""

    def __init__(self, picture: Picture, people: Held, tabletop: Tabletop, say: Say, *, now_ns: int, seed: int) -> None:
        assert picture.started is not None, "a game with robots has begun"  # noqa: S101
        self.game_id = picture.game_id
        self._people, self._hands = people, Hands(tabletop)
        self._game = games.find(picture.started.game)
        self._mind = minds.find(picture.started.game)
        self._setup = replace(prepare(self._game, picture.started), seed=0)
        seats = range(1, len(picture.started.players) + 1)
        self.evening = Evening(self._hands, say, Random(seed), now_ns=now_ns, seats=seats)  # noqa: S311
        self.robots: dict[int, Robot] = {}

    def see(self, picture: Picture, now_ns: int) -> None:
        """See a picture: robots come and go, and do what has become due."""
        for seat in [seat for seat, robot in self.robots.items() if picture.robots.get(seat) != robot.kind]:
            self.robots.pop(seat).leaves()
        self.evening.picture = picture
        for seat, kind in picture.robots.items():
            if seat not in self.robots:
                self._seat(seat, kind)
        self.evening.see(picture, now_ns)

    def leaves(self) -> None:
        """Take all fingers off the buttons, and do nothing any more."""
        for robot in self.robots.values():
            robot.leaves()
        self._hands.withdraw()

    def _seat(self, seat: int, kind: str) -> None:
        seed = self.evening.chance.getrandbits(32)
        robot = Robot(seat, kind, self._mind, self._setup, self.evening, eyes=self._sees, hands=self._people, seed=seed)
        self.robots[seat] = robot
        self.evening.env.process(robot.lives())

    def _sees(self, seat: int) -> Seen:
        """Say what a seat sees: what it is told, its own cards, and whether it is the robot that would deal."""
        picture = self.evening.picture
        audience = f"seat:{seat}"
        view: Mapping[str, Any] = picture.views.get(audience, {})
        told: Sequence[Mapping[str, Any]] = picture.told(audience)
        deals = seat == min(self.robots, default=seat) and self._people.is_to_deal(picture) and not _has_begun(told)
        held = self._people.held
        return Seen(view, told, held.visible(seat), deals, held.sides(seat))


def _has_begun(told: Sequence[Mapping[str, Any]]) -> bool:
    """Tell whether somebody has played in this round: who deals then would take cards away from people."""
    last = next((one for one in reversed(told) if one["event"] in ("card_played", "round_started")), None)
    return last is not None and last["event"] == "card_played"
