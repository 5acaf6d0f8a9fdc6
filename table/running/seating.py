"""Who is at the table: the people who have given a name, have left, or are waiting for others."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from table import games
from table.board import GameSnapshot, Gathering, Snapshot
from table.complaints import BadInput
from table.facts import GameStarted, RobotKind
from table.games.game import prepare
from table.running import names
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
from table.saying import both, many, say
from table.values import replace
from table.view import SeatView, View


class Seating:
    """The people and robots at a table. If a change requires a new game, the methods return that game.

    `on` means people are playing a game, from its deal or first card to its end.
    """

    def __init__(self, seats: Sequence[int]) -> None:
        self.seats = seats
        self.called: frozenset[int] = frozenset()  # seats where somebody has given a name
        self.left: frozenset[int] = frozenset()  # seats whose players left during a game
        self.robots: Mapping[int, RobotKind] = {}
        self.robots_chairs: frozenset[int] = frozenset()  # seats with a robot's name, which nobody has renamed since
        self.gathering: Gathering | None = None  # a game that still needs players

    def plays(self, wanted: StartGame) -> None:
        """Record that a game has begun."""
        self.gathering, self.left, self.robots = None, frozenset(), wanted.robots
        self.robots_chairs = frozenset(wanted.robots)
        if wanted.auto:
            self.called = frozenset()
        if wanted.said:
            self.plays_on(wanted.players, wanted.robots)

    def plays_on(self, players: Sequence[str | None], robots: Mapping[int, RobotKind]) -> None:
        """Record the players of a game, some of which may be robots."""
        there = frozenset(seat for seat, name in enumerate(players, start=1) if name is not None)
        self.called, self.robots, self.robots_chairs = there - robots.keys(), robots, frozenset(robots)

    def resumes(self, game: GameSnapshot) -> None:
        """Record who has left a game that continues after a restart, and which seats have a robot's name."""
        self.left = game.left
        self.called -= game.left
        self.robots_chairs |= game.robots_chairs

    def waits(self, gathering: Gathering, robots: Mapping[int, RobotKind]) -> None:
        """Record that people, and perhaps robots, are waiting for more players."""
        self.gathering, self.left, self.robots = gathering, frozenset(), robots
        self.robots_chairs = frozenset(robots)

    def come(self, wanted: PeopleCome, snapshot: Snapshot, *, on: bool) -> StartGame | None:
        """Seat a person: robots make way, or the person takes a seat whose player left.

        Raise BadInput, and change nothing, if the person's name is not valid or looks like another player's.
        """
        if snapshot.game.auto:
            self.called = frozenset()
            return StartGame.next(snapshot, wanted.seed)
        seat = wanted.seat
        if seat is None:
            return None
        name = None if wanted.name is None else self._checked(seat, wanted.name, snapshot)
        self.left -= {seat}
        if seat in self.robots and not on and not snapshot.game.view().over:
            return _next_with(snapshot, wanted.seed, seat, name)
        self._free_of_robot(seat)
        return None

    def seat_robot(self, wanted: SeatRobot, snapshot: Snapshot, *, on: bool) -> StartGame | None:
        """Seat a robot. Raise BadInput if the seat does not exist or is occupied."""
        seat = wanted.seat
        self._check_seat(seat)
        if snapshot.game.practice:
            raise BadInput(say("seat: robots sit down before a game, or in one that people play"))
        theirs = seat in self.called and not wanted.instead and not snapshot.game.auto
        if not on:
            if theirs:
                raise BadInput(say("seat: somebody sits at seat {seat}", seat=seat))
            before = StartGame.next(snapshot, wanted.seed)
            after = before.with_robots({**before.robots, seat: wanted.kind})
            self.gone(seat)
            return after
        if seat not in snapshot.game.seated:
            raise BadInput(say("seat: nobody plays at seat {seat} in this game", seat=seat))
        if theirs and seat not in self.left:
            raise BadInput(say("seat: {seated} plays at seat {seat}", seated=snapshot.game.seated[seat], seat=seat))
        self.takes_over({seat: wanted.kind})
        return None

    def takes_over(self, robots: Mapping[int, RobotKind]) -> None:
        """Record that robots have taken over these seats in the current game."""
        self.left, self.robots = self.left - robots.keys(), {**self.robots, **robots}
        self.called -= robots.keys()
        self.robots_chairs |= robots.keys()

    def send_robot_away(self, wanted: SendRobotAway, snapshot: Snapshot, *, on: bool) -> StartGame | None:
        """Remove a robot. During a game its seat becomes free; otherwise return the next game, without the robot."""
        seat = wanted.seat
        if seat not in self.robots:
            raise BadInput(say("seat: no robot sits at seat {seat}", seat=seat))
        if on:
            self.left |= {seat}
            self._free_of_robot(seat)
            return None
        return StartGame.next(snapshot, wanted.seed).without(seat)

    def _free_of_robot(self, seat: int) -> None:
        self.robots = {other: kind for other, kind in self.robots.items() if other != seat}

    def change_seats(self, wanted: ChangeSeats, snapshot: Snapshot, *, on: bool) -> StartGame | None:
        """Change places. Raise BadInput if `order` is not a permutation of the first seats, UnderWay during a game."""
        if sorted(wanted.order) != list(range(1, len(wanted.order) + 1)) or not set(wanted.order) <= {*self.seats}:
            raise BadInput(say("order: expected every seat from 1 to the last one that moves, each once"))
        if on:
            raise UnderWay(say("the game is under way: seats change before it, or when it is over"))
        if snapshot.game.started is None and snapshot.table.gathering is None:
            return None
        return StartGame.next(snapshot, wanted.seed).in_order(wanted.order)

    def have_changed(self, order: Sequence[int]) -> None:
        """Record that the people have changed places."""
        self.called = frozenset(moved(dict.fromkeys(self.called), order))

    def call(self, wanted: CallSeat, snapshot: Snapshot, *, on: bool) -> StartGame | None:
        """Name the person at a seat. Return the game to begin with that name; None if the current game uses it.

        Raise BadInput if there is no such seat or the name is not valid, UnderWay if the name is for the next game.
        """
        seat = wanted.seat
        self._check_seat(seat)
        if not on:
            return _next_with(snapshot, wanted.seed, seat, wanted.name)
        if seat in self.robots_chairs and seat not in self.robots and seat in snapshot.game.seated:
            self._checked(seat, wanted.name, snapshot)
            return None
        self.has_said(seat)
        raise UnderWay(say("the game is under way: a name is for the next one"))

    def _checked(self, seat: int, name: str, snapshot: Snapshot) -> str:
        shown = names.checked(name)
        there = snapshot.game.seated if snapshot.table.gathering is None else snapshot.table.gathering.names
        names.check_apart(shown, [other for at, other in there.items() if at != seat])
        return shown

    def _check_seat(self, seat: int) -> None:
        if seat not in self.seats:
            raise BadInput(say("seat: this table has no seat {seat}", seat=seat))

    def has_said(self, seat: int) -> None:
        """Record that somebody at a seat has given a name."""
        self.called |= {seat}
        self.robots_chairs -= {seat}

    def leave(self, wanted: LeaveSeat, snapshot: Snapshot, others: Sequence[int], *, on: bool) -> StartGame | None:
        """Let the person at a seat leave. Return the game to begin without them, if any; during a game, `others` stay.

        Before a game, nothing changes if nobody has given a name at the seat.
        """
        seat = wanted.seat
        if on and not snapshot.game.practice:
            if not others and seat in snapshot.game.seated:
                return None if wanted.freed else StartGame.next(snapshot, wanted.seed).without(*snapshot.game.seated)
            self.left |= {seat} & snapshot.game.seated.keys()
            self.gone(seat)
            return None
        if seat not in self.called:
            return None
        if snapshot.table.gathering is not None or snapshot.game.practice or not snapshot.game.view().over:
            rest = StartGame.next(snapshot, wanted.seed).without(seat)
            return rest if self.called - {seat} else rest.without(*rest.robots)  # robots do not stay without people
        if snapshot.game.started is not None and seat in snapshot.game.seated:
            self.left |= {seat}
        self.gone(seat)
        return None

    def gone(self, seat: int) -> None:
        """Record that the person at a seat has left."""
        self.called -= {seat}


def _next_with(snapshot: Snapshot, seed: int, seat: int, name: str | None) -> StartGame:
    """Return the next game with a new player at a seat; without a name the seat stays empty."""
    after = StartGame.next(snapshot, seed)
    return after.without(seat) if name is None else after.seating({seat: name})


def check_rows(first: GameStarted, robots: Collection[int]) -> None:
    """Raise BadInput with a one-sentence message if these robots' cards cannot lie in rows in this game."""
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


# -- A game that still needs players: who is present, and how many are missing
#
# Missing players are not replaced. Once enough people have given their names, the game begins by itself.

_WORDS = ("", say("One"), say("Two"), say("Three"), say("Four"), say("Five"), say("Six"), say("Seven"), say("Eight"))


def gathered(
    game: str,
    players: Sequence[str | None],
    options: Mapping[str, Any],
    catalogue: Sequence[Mapping[str, Any]] | None = None,
) -> Gathering:
    """Return the gathering of these people. Raise BadInput if two of them have the same name."""
    gathering = Gathering(game, tuple(players), options, catalogue, missing(game, players))
    if len(set(gathering.names.values())) < len(gathering.names):
        raise BadInput(say("players: two of them have the same name"))
    return gathering


def waiting(gathering: Gathering, seats: int) -> View:
    """Return the view of a table where people are waiting for other players."""
    return replace(no_game(seats, gathering.names), headline=_headline(gathering), prompt=_prompt(gathering))


def _headline(gathering: Gathering) -> str:
    there = list(gathering.names.values())
    if not there:
        return say("Welcome")
    return say("{who} is here", who=there[0]) if len(there) == 1 else say("{who} are here", who=both(there))


def _prompt(gathering: Gathering) -> str:
    count, number = gathering.missing, _WORDS[gathering.missing]
    if gathering.names:
        return many(
            "{number} more is needed: take a seat and say your name.",
            "{number} more are needed: take a seat and say your name.",
            count,
            number=number,
        )
    return many(
        "{number} is needed: take a seat and say your name.",
        "{number} are needed: take a seat and say your name.",
        count,
        number=number,
    )


def missing(game: str, players: Sequence[str | None]) -> int:
    """Return how many more players a game needs; 0 if there are enough. Raise BadInput if the game is unknown."""
    return max(0, games.find(game).fewest_seats - sum(name is not None for name in players))


def no_game(seats: int, names: Mapping[int, str] | None = None) -> View:
    """Return the view of a table without a game; `names` are the people at the table, by seat."""
    names = names or {}
    places = tuple(SeatView(seat=seat, name=names.get(seat)) for seat in range(1, seats + 1))
    return View(seats=places, prompt=say("No game is on."))
