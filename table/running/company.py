"""Who has come to the table: who has said a name, who has left during a game, and who waits for others."""

from collections.abc import Collection, Mapping, Sequence

from table import games
from table.board import Gathering, Picture
from table.complaints import BadInput, short
from table.facts import GameStarted, RobotKind
from table.games.game import PUBLIC, prepare
from table.running.messages import (
    CallSeat,
    ChangeSeats,
    LeaveSeat,
    PeopleCome,
    SeatRobot,
    SendRobotAway,
    StartGame,
    UnderWay,
    moved,
)
from table.saying import say


class Company:
    """The people at a table. What they do may call for a new game, which these methods return."""

    def __init__(self, seats: Sequence[int]) -> None:
        self._seats = seats
        self._called: frozenset[int] = frozenset()  # where somebody has said a name
        self.left: frozenset[int] = frozenset()  # whose people left during a game
        self.robots: Mapping[int, RobotKind] = {}
        self.gathering: Gathering | None = None  # a game that still lacks players

    def plays(self, wanted: StartGame) -> None:
        """Note that a game was begun."""
        self.gathering, self.left, self.robots = None, frozenset(), wanted.robots
        if wanted.said:
            self.plays_on(wanted.players, wanted.robots)

    def plays_on(self, players: Sequence[str | None], robots: Mapping[int, RobotKind]) -> None:
        """Note that a game goes on with these players, of whom some are robots."""
        there = frozenset(seat for seat, name in enumerate(players, start=1) if name is not None)
        self._called, self.robots = there - robots.keys(), robots

    def waits(self, gathering: Gathering, robots: Mapping[int, RobotKind]) -> None:
        """Note that people, and perhaps robots, wait for others."""
        self.gathering, self.left, self.robots = gathering, frozenset(), robots

    def come(self, wanted: PeopleCome, picture: Picture) -> StartGame | None:
        """Let somebody take a seat: simulated players or a robot make way, or a seat that was left is filled."""
        if picture.started is not None and picture.household:
            self._called = frozenset()
            return StartGame.next(picture, wanted.seed)
        self.left -= {wanted.seat}
        if wanted.seat is None or wanted.seat not in self.robots:
            return None
        if picture.under_way or picture.views[PUBLIC]["over"]:
            self._free_of_robot(wanted.seat)
            return None
        return StartGame.next(picture, wanted.seed).without(wanted.seat)

    def seat_robot(self, wanted: SeatRobot, picture: Picture) -> StartGame | None:
        """Let a robot sit down. Raise BadInput if nobody can sit there, or somebody does who has not left."""
        seat = wanted.seat
        self._check_seat(seat)
        if picture.household or picture.practice:
            raise BadInput(say("seat: robots sit down before a game, or in one that people play"))
        theirs = seat in self._called and not wanted.instead
        if not picture.under_way:
            if theirs:
                raise BadInput(say("seat: somebody sits at seat {seat}", seat=seat))
            self.gone(seat)
            before = StartGame.next(picture, wanted.seed)
            return before.with_robots({**before.robots, seat: wanted.kind})
        if seat not in picture.seated:
            raise BadInput(say("seat: nobody plays at seat {seat} in this game", seat=seat))
        if theirs and seat not in self.left:
            raise BadInput(say("seat: {seated} plays at seat {seat}", seated=picture.seated[seat], seat=seat))
        self.left, self.robots = self.left - {seat}, {**self.robots, seat: wanted.kind}
        self.gone(seat)
        return None

    def send_robot_away(self, wanted: SendRobotAway, picture: Picture) -> StartGame | None:
        """Let a robot leave: before play has begun, this game; otherwise its seat is free for somebody."""
        seat = wanted.seat
        if seat not in self.robots:
            raise BadInput(say("seat: no robot sits at seat {seat}", seat=short(seat)))
        if picture.under_way:
            self.left |= {seat}
            self._free_of_robot(seat)
            return None
        return StartGame.next(picture, wanted.seed).without(seat)

    def _free_of_robot(self, seat: int) -> None:
        self.robots = {other: kind for other, kind in self.robots.items() if other != seat}

    def change_seats(self, wanted: ChangeSeats, picture: Picture) -> StartGame | None:
        """Let everybody change places before play begins. Raise BadInput if the order is not one of the first seats."""
        if sorted(wanted.order) != list(range(1, len(wanted.order) + 1)) or not set(wanted.order) <= {*self._seats}:
            raise BadInput(say("order: expected every seat from 1 to the last one that moves, each once"))
        if picture.started is None and picture.gathering is None:
            return None
        return StartGame.next(picture, wanted.seed).in_order(wanted.order)

    def have_changed(self, order: Sequence[int]) -> None:
        """Note that everybody has changed places."""
        self._called = frozenset(moved(dict.fromkeys(self._called), order))

    def check_call(self, wanted: CallSeat, picture: Picture) -> None:
        """Raise BadInput if nobody can sit there, and UnderWay if the name is for the next game."""
        self._check_seat(wanted.seat)
        if picture.under_way and not picture.is_fresh:
            self.called(wanted.seat)
            raise UnderWay(say("the game is under way: a name is for the next one"))

    def _check_seat(self, seat: int) -> None:
        if seat not in self._seats:
            raise BadInput(say("seat: this table has no seat {seat}", seat=short(seat)))

    def called(self, seat: int) -> None:
        """Note that somebody has said a name."""
        self._called |= {seat}

    def leave(self, wanted: LeaveSeat, picture: Picture) -> StartGame | None:
        """Let somebody leave; a seat where nobody has said a name keeps its name for whoever comes."""
        seat, played = wanted.seat, picture.under_way or bool(picture.views[PUBLIC]["over"])
        if seat not in self._called:
            return None
        if picture.gathering is not None or picture.practice or not played:
            rest = StartGame.next(picture, wanted.seed).without(seat)
            return rest if self._called - {seat} else rest.without(*rest.robots)  # robots do not stay alone
        if picture.started is not None and seat in picture.seated:
            self.left |= {seat}
        self.gone(seat)
        return None

    def gone(self, seat: int) -> None:
        """Note that whoever said a name at a seat has left."""
        self._called -= {seat}


def check_rows(first: GameStarted, robots: Collection[int]) -> None:
    """Raise BadInput, one sentence, if cards of this game cannot lie in rows before these robots."""
    game = games.find(first.game)
    dealing = game.dealing(prepare(game, first))
    if dealing.in_piles:
        raise BadInput(
            say("robots: cards of {title} have two faces, so no robot can have them lie face down", title=game.title)
        )
    if dealing.laid_before:
        raise BadInput(
            say("robots: in {title} cards lie on every pad, so there is none for a robot's hand", title=game.title)
        )
    if not first.rows:
        raise BadInput(say("robots: where cards are real, they sit down before those are dealt"))
    for seat in sorted(robots):
        if f"seat.{seat}" not in first.placement:
            raise BadInput(say("robots: seat {seat} has no pad of its own, and a robot needs one", seat=seat))
