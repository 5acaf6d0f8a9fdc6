"""Who has come to the table: who has said a name, who has left during a game, and who waits for others."""

from collections.abc import Sequence

from table.board import Gathering, Picture
from table.complaints import BadInput, short
from table.games.game import PUBLIC
from table.running.messages import CallSeat, LeaveSeat, PeopleCome, StartGame, UnderWay


class Company:
    """The people at a table. What they do may call for a new game, which these methods return."""

    def __init__(self, seats: Sequence[int]) -> None:
        self._seats = seats
        self._called: frozenset[int] = frozenset()  # where somebody has said a name
        self.left: frozenset[int] = frozenset()  # whose people left during a game
        self.gathering: Gathering | None = None  # a game that still lacks players

    def plays(self, wanted: StartGame) -> None:
        """Note that a game was begun."""
        self.gathering, self.left = None, frozenset()
        if wanted.said:
            self.plays_on(wanted.players)

    def plays_on(self, players: Sequence[str | None]) -> None:
        """Note that a game goes on with these players."""
        self._called = frozenset(seat for seat, name in enumerate(players, start=1) if name is not None)

    def waits(self, gathering: Gathering) -> None:
        """Note that people wait for others."""
        self.gathering, self.left = gathering, frozenset()

    def come(self, wanted: PeopleCome, picture: Picture) -> StartGame | None:
        """Let somebody take a seat: simulated players make way, or a seat that was left is filled."""
        if picture.started is not None and picture.household:
            self._called = frozenset()
            return StartGame.next(picture, wanted.seed)
        self.left -= {wanted.seat}
        return None

    def check_call(self, wanted: CallSeat, picture: Picture) -> None:
        """Raise BadInput if nobody can sit there, and UnderWay if the name is for the next game."""
        if wanted.seat not in self._seats:
            raise BadInput(f"seat: this table has no seat {short(wanted.seat)}")
        if picture.under_way:
            self.called(wanted.seat)
            raise UnderWay("the game is under way: a name is for the next one")

    def called(self, seat: int) -> None:
        """Note that somebody has said a name."""
        self._called |= {seat}

    def leave(self, wanted: LeaveSeat, picture: Picture) -> StartGame | None:
        """Let somebody leave; a seat where nobody has said a name keeps its name for whoever comes."""
        seat, played = wanted.seat, picture.under_way or bool(picture.views[PUBLIC]["over"])
        if seat not in self._called:
            return None
        if picture.gathering is not None or picture.practice or not played:
            return StartGame.next(picture, wanted.seed).without(seat)
        if picture.started is not None and seat in picture.seated:
            self.left |= {seat}
        self.gone(seat)
        return None

    def gone(self, seat: int) -> None:
        """Note that whoever said a name at a seat has left."""
        self._called -= {seat}
