"""Handles people and robots who come, leave or change places, and begins or updates a game as a result."""

from collections.abc import Sequence

from table.board import Board
from table.running import names
from table.running.lifecycle import Games
from table.running.messages import (
    CallSeat,
    ChangeSeats,
    Handlers,
    LeaveSeat,
    PeopleCome,
    SeatRobot,
    SendRobotAway,
    StartGame,
)
from table.running.playing import Playing
from table.running.seating import Seating


class Arrivals:
    """Updates the seating, then begins the resulting game, or informs the current one."""

    def __init__(self, board: Board, *, seating: Seating, playing: Playing, games: Games) -> None:
        self._board = board
        self._seating = seating
        self._playing = playing
        self._games = games

    @property
    def handlers(self) -> Handlers:
        return {
            PeopleCome: self._come,
            CallSeat: self._call,
            LeaveSeat: self._leave,
            SeatRobot: self._seat_robot,
            SendRobotAway: self._send_away,
            ChangeSeats: self._change_seats,
        }

    def _come(self, wanted: PeopleCome) -> bool:
        seating, seat = self._seating, wanted.seat
        before = seating.left, seating.robots
        name = wanted.name if seat in seating.robots_chairs else None
        game = seating.come(wanted, self._board.snapshot, on=self._board.is_on)
        changed = (seating.left, seating.robots) != before
        if game is not None:
            self._games.begin(game)
        elif changed and seat is not None:
            self._playing.seat_robots(came={seat: name and names.checked(name)})
        if seat is not None and name is not None:
            seating.has_said(seat)
        return game is not None or changed or name is not None

    def _call(self, wanted: CallSeat) -> bool:
        game = self._seating.call(wanted, self._board.snapshot, on=self._board.is_on)
        if game is not None:
            self._games.begin(game)
        else:
            self._playing.seat_robots(came={wanted.seat: names.checked(wanted.name)})
        self._seating.has_said(wanted.seat)
        return True

    def _leave(self, wanted: LeaveSeat) -> bool:
        seating, on = self._seating, self._board.is_on
        others = self._others(wanted.seat, wanted.seats)
        before = seating.left, seating.called
        game = seating.leave(wanted, self._board.snapshot, others, on=on)
        if game is not None:
            self._games.begin(game)
            seating.gone(wanted.seat)
        elif on and wanted.seat in seating.left:
            self._playing.leave(wanted.seat, others)
        return game is not None or (seating.left, seating.called) != before

    def _send_away(self, wanted: SendRobotAway) -> bool:
        """Send a robot away; during a game, the people playing decide whether anybody takes over its seat."""
        on = self._board.is_on
        self._go_on_with(self._seating.send_robot_away(wanted, self._board.snapshot, on=on))
        if on and (others := self._others(wanted.seat, wanted.seats)):
            self._playing.leave(wanted.seat, others)
        return True

    def _others(self, seat: int, seats: Sequence[int] | None) -> Sequence[int]:
        """Return the seats of the other people who are still playing; if `seats` is given, only those among them."""
        seating = self._seating
        playing = self._playing.shown.seated.keys() - seating.robots.keys() - seating.left - {seat}
        return sorted(playing if seats is None else playing & {*seats})

    def _seat_robot(self, wanted: SeatRobot) -> bool:
        snapshot, on = self._board.snapshot, self._board.is_on
        if snapshot.game.started is not None and on:
            self._games.check_rows(snapshot.game.started, {wanted.seat: wanted.kind})
        return self._go_on_with(self._seating.seat_robot(wanted, snapshot, on=on))

    def _change_seats(self, wanted: ChangeSeats) -> bool:
        self._go_on_with(self._seating.change_seats(wanted, self._board.snapshot, on=self._board.is_on))
        self._seating.have_changed(wanted.order)
        return True

    def _go_on_with(self, game: StartGame | None) -> bool:
        """Begin `game` if a change led to one; otherwise record in the current game where robots sit now."""
        if game is not None:
            return self._games.begin(game)
        self._playing.seat_robots()
        return True
