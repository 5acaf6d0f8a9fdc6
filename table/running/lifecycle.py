"""Begins a table's games, resumes them after a restart, ends them, and sets aside those that cannot continue."""

from collections.abc import Collection, Mapping

from table import games
from table.board import Board
from table.complaints import BadInput, JournalBroken
from table.facts import MOST_SEATS, GameStarted, RobotKind
from table.games.game import pads
from table.keeping.journal import Journal
from table.keeping.records import Recorded, SetAside
from table.log import logger
from table.running import names
from table.running.health import Unplayable, described
from table.running.live_game import LiveGame
from table.running.messages import Choose, EndGame, ForgetPerson, Handlers, StartGame, UnderWay
from table.running.playing import Playing
from table.running.remarks import HostRemarks
from table.running.seating import Seating, check_rows, gathered, missing
from table.saying import say
from table.sensing.intake import LaidBy
from table.sensing.zone_choice import ZoneChoice
from table.sensing.zones import Antenna, Served, serve
from table.tagging.desk import Tagging
from table.values import replace

HOST_SEAT = 0
_log = logger()


class Games:
    """Begins, resumes and ends games, in the journal and at the table."""

    def __init__(
        self,
        journal: Journal,
        antennas: Mapping[str, Antenna],
        laid_by: LaidBy,
        board: Board,
        *,
        playing: Playing,
        seating: Seating,
        tagging: Tagging,
        remarks: HostRemarks,
        choice: ZoneChoice,
    ) -> None:
        self.forgotten = 0  # how many names have been forgotten since the table started
        self._journal = journal
        self._antennas = antennas
        self._laid_by = laid_by
        self._board = board
        self._playing = playing
        self._seating = seating
        self._tagging = tagging
        self._remarks = remarks
        self._choice = choice

    @property
    def handlers(self) -> Handlers:
        return {StartGame: self.begin, EndGame: self._end, ForgetPerson: self._forget}

    def begin(self, wanted: StartGame) -> bool:
        """Begin a game or wait for its players. Raise BadInput, and change nothing, if it cannot be played."""
        now = self._playing.game
        theirs = self._seating.gathering is not None or (now is not None and not now.snapshot.auto)
        if wanted.auto and theirs:
            raise BadInput(say("people have come to the table, so it is theirs"))
        if wanted.spares and self._board.is_on:
            raise UnderWay(say("a game has begun meanwhile, so it goes on"))
        if len(wanted.players) > MOST_SEATS:
            raise BadInput(say("players: no table has more than {most_seats} seats", most_seats=MOST_SEATS))
        wanted = replace(wanted, players=names.check_all(wanted.players))
        if wanted.waits and missing(wanted.game, wanted.players):
            self._gather(wanted)
        else:
            self._deal(wanted)
        self._tagging.unknown_tags.forget_questions()
        return True

    def _deal(self, wanted: StartGame) -> None:
        """Begin a game that has all its players."""
        real = not self._playing.emulated
        served = self._serve(wanted.game, len(wanted.players), besides=pads(len(wanted.players)) if real else ())
        decks = self._tagging.decks
        if wanted.catalogue is None and wanted.instead_of is None:
            wanted = replace(wanted, catalogue=decks.owners(wanted.game, wanted.options))
        first = wanted.fact(served, rows=real and bool(wanted.robots))
        self.check_rows(first, wanted.robots)
        self._playing.game = LiveGame.begin(
            self._journal, first, decks.of(wanted.game), served.by_reader,
            unknown_tags=self._tagging.unknown_tags, laid_by=self._laid_by,
            choice=self._choice,
        )  # fmt: skip
        self._choice.begins(served.several)
        self._remarks.forget_errors()
        self._seating.plays(wanted)
        self._tagging.stop()
        self._playing.note_lost()

    def _gather(self, wanted: StartGame) -> None:
        """Wait for more players; the current game is abandoned."""
        gathering = gathered(wanted.game, wanted.players, wanted.options, wanted.catalogue)
        before = self._playing.game
        if before is not None and before.snapshot.game_id is not None and not before.ended:
            self._journal.give_up(before.snapshot.game_id)
        self._playing.game = None
        self._seating.waits(gathering, wanted.robots)

    def check_rows(self, first: GameStarted, robots: Mapping[int, RobotKind]) -> None:
        """Raise BadInput if people have to lay the robots' cards, but this game or this table does not support that."""
        if not self._playing.emulated and robots:
            check_rows(first, robots)

    def _serve(self, name: str, seats: int, *, besides: Collection[str]) -> Served:
        """Return which reader serves which zone; `besides` are additional zones that the game itself does not use."""
        game = games.find(name)
        return serve(self._antennas, game.zones(seats), game.title, shares_pads=game.shares_pads, besides=besides)

    def resume(self, recorded: Recorded, *, keep: bool) -> None:
        """Resume a game from the journal; see Controller.resume."""
        started = self._journal.started(recorded.game_id)
        players = started.players
        self._seating.plays_on(players, {int(seat): kind for seat, kind in (started.robots or {}).items()})
        served = self._serve(recorded.game, len(players), besides=started.placement)
        tags, unknown_tags = self._tagging.decks.of(recorded.game), self._tagging.unknown_tags
        try:
            game = LiveGame.resume(
                self._journal, recorded, tags, served.by_reader, keep=keep, unknown_tags=unknown_tags,
                laid_by=self._laid_by, choice=self._choice,
            )  # fmt: skip
        except Unplayable as error:
            self.set_aside(error, recorded.game_id)
        else:
            self._playing.game = game
            self._choice.begins(served.several)
            self._seating.plays_on(players, game.robots)
            self._seating.resumes(game.snapshot)

    def set_aside(self, error: Unplayable, game_id: int | None = None) -> None:
        """Set aside a game that can no longer be judged: it is saved and closed, and no game is running."""
        now = self._playing.game
        game_id = game_id or (now and now.snapshot.game_id) or 0
        _log.error("a game cannot be played on", game_id=game_id, error=described(error), exc_info=error)
        self._playing.game = None
        self._remarks.note_set_aside(game_id)
        try:
            last = len(self._journal.facts(game_id)) - 1
            self._journal.put_aside(game_id, SetAside(last, "", described(error)), close=True)
        except (JournalBroken, BadInput) as unwritten:
            _log.error("the journal cannot be written", error=described(unwritten))

    def _end(self, wanted: EndGame) -> bool:
        game = self._playing.game
        if game is None or not self._board.is_on:
            raise BadInput(say("no game is on"))
        if game.snapshot.practice:
            return self.begin(StartGame.next(self._board.snapshot, wanted.seed))
        if wanted.seat == HOST_SEAT:
            return self._playing.choose(Choose(HOST_SEAT, "abort"))
        return self._playing.end(wanted)

    def _forget(self, wanted: ForgetPerson) -> bool:
        """Forget a name everywhere."""
        shown = self._board.snapshot.game
        if self._seating.gathering is not None or shown.is_there:
            raise BadInput(say("a game is on: forget a name when it is over"))
        from table.history.saving import forgetting

        try:
            forgetting.forget(wanted.name, self._journal.path, self._journal)
        finally:  # even if some places still have the name
            self.forgotten += 1
        if wanted.name in shown.seated.values():
            self._playing.game = None  # because its snapshot contains the name
        return True
