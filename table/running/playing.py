"""Passes observations and choices on to the current game, stamped with the watermark of all sources."""

from collections.abc import Callable, Mapping, Sequence

from hardware.observations import Observation
from table import ai
from table.board import GameSnapshot
from table.complaints import BadInput
from table.facts import RobotKind
from table.games.game import HOST, PUBLIC
from table.running.absence import without_absent
from table.running.health import Condition
from table.running.live_game import LiveGame
from table.running.messages import AskFor, Choose, EndGame, Handlers
from table.running.seating import Seating, no_game, waiting
from table.saying import say
from table.sensing.sequencer import Sequencer
from table.values import replace

USUAL: RobotKind = "easy"  # the kind of robot that replaces people if no robot is playing yet


class Playing:
    """Holds the current `game`, if any. With `emulated` hands, a robot can take over a person's cards."""

    def __init__(
        self, sequencer: Sequencer[Observation], condition: Condition, seating: Seating, *, emulated: bool
    ) -> None:
        self.game: LiveGame | None = None
        self.emulated = emulated
        self._sequencer = sequencer
        self._condition = condition
        self._seating = seating

    @property
    def handlers(self) -> Handlers:
        return {Choose: self.choose, AskFor: self._ask_for}

    @property
    def running(self) -> LiveGame:
        """The current game. Raise BadInput if no game is running."""
        if self.game is None:
            raise BadInput(say("no game is on"))
        return self.game

    @property
    def shown(self) -> GameSnapshot:
        """The snapshot of the current game and its players; without a game, of the people waiting for one."""
        seating = self._seating
        if self.game is not None:
            return without_absent(replace(self.game.snapshot, left=seating.left, robots=seating.robots))
        seats, gathering = len(seating.seats), seating.gathering
        view = no_game(seats) if gathering is None else waiting(gathering, seats)
        return GameSnapshot(views={PUBLIC: view, HOST: view}, robots=seating.robots)

    def observe(self, items: Sequence[Observation], watermark_us: int) -> bool:
        """Process observations in order up to the watermark; return whether the game's snapshot changed."""
        game = self.game
        if game is None:
            return False
        before = game.snapshot
        self._go_on(game, lambda: game.observe(items, watermark_us))
        return game.snapshot is not before

    def note_lost(self) -> None:
        """Report readers to a game that begins or resumes, if they were lost before or while it was halted."""
        watermark_us = self._sequencer.watermark_us
        if self.game is not None and watermark_us is not None:
            self.game.observe(self._condition.lost(watermark_us), watermark_us)

    def choose(self, wanted: Choose) -> bool:
        """Process a choice. Raise the same exceptions as LiveGame.choose."""
        game, watermark_us = self.running, self._sequencer.watermark_us
        self._go_on(game, lambda: game.choose(wanted.seat, wanted.choice, wanted.value, watermark_us))
        return True

    def _go_on(self, game: LiveGame, act: Callable[[], None]) -> None:
        """Run a function; then record seats that robots took over, and report lost readers if a halted game resumed."""
        was_halted = game.halted is not None
        act()
        seated = {seat: kind for seat, kind in game.robots.items() if seat in self._seating.left}
        if seated:
            self._seating.takes_over(seated)
        if was_halted and game.halted is None:
            self.note_lost()

    def _ask_for(self, wanted: AskFor) -> bool:
        self.running.ask_for(wanted.seat, wanted.card, wanted.zone, self._sequencer.watermark_us)
        return True

    def end(self, wanted: EndGame) -> bool:
        """End the game if all the people in it want to; otherwise ask those who have not agreed yet."""
        game, watermark_us = self.running, self._sequencer.watermark_us
        self._go_on(game, lambda: game.end(wanted.seat, {wanted.seat, *wanted.seats}, watermark_us))
        return True

    def count(self, card: str, zone: str) -> None:
        """Count a card whose tag was just named, if the game is not over."""
        if not self.running.ended:
            self.running.count(card, zone, self._sequencer.watermark_us)

    def seat_robots(self, came: Mapping[int, str | None] | None = None) -> None:
        """Record in the game where robots sit now, and the names of the people who `came`, by seat."""
        if self.game is not None and not self.game.snapshot.practice:
            self.game.seat_robots(self._seating.robots, self._sequencer.watermark_us, came=came)

    def leave(self, seat: int, others: Sequence[int]) -> None:
        """Ask the `others` who should take over a seat. At a real table no robot can, as it cannot see the cards."""
        game = self.game
        if game is None:
            return
        knows = self.emulated and game.setup.game in ai.names()
        kind = next(iter(self._seating.robots.values()), USUAL) if knows else None
        game.leave(seat, others, kind, self._sequencer.watermark_us)
