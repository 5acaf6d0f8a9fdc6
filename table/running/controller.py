"""The owner of the table's state: it takes observations and requests from one queue. No other thread changes the state.

Each message goes to the part that owns the affected state. Each fact is judged, committed to the journal, and only then
shown. The clock is the watermark of the sources. No message can stop the table: if handling it fails, it is refused,
logged and reported to the host.
"""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future

from hardware.observations import Observation
from table.board import Board, GameSnapshot, HostSnapshot, Snapshot, TableSnapshot
from table.complaints import BadInput, JournalBroken
from table.keeping.journal import Journal
from table.keeping.records import Recorded
from table.log import logger
from table.running.arrivals import Arrivals
from table.running.checked import check
from table.running.health import Condition, NotJudged, NotKept, Unplayable, described
from table.running.lifecycle import Games
from table.running.messages import KINDS, AreYouThere, Failed, Message, Observed, Remark
from table.running.owner import Owner
from table.running.playing import Playing
from table.running.remarks import HostRemarks
from table.running.seating import Seating
from table.running.sources import Sources
from table.running.tag_desk import TagDesk
from table.running.zone_desk import ZoneDesk
from table.sensing.intake import LaidBy, nobody_knows
from table.sensing.sequencer import Sequencer
from table.sensing.zone_choice import ZoneChoice
from table.sensing.zones import Antenna
from table.tagging.desk import Tagging
from table.tagging.tagged_decks import TaggedDecks

_log = logger()


class Controller:
    """The table's state, and the only thread that changes it. `take` handles one message; tests call it directly."""

    def __init__(
        self,
        *,
        journal: Journal,
        tags: Mapping[str, Mapping[bytes, str]] | TaggedDecks,
        sources: Sequence[str],
        seats: int,
        antennas: Mapping[str, Antenna],
        fed: Mapping[str, Sequence[str]] | None = None,
        laid_by: LaidBy = nobody_knows,
        dealt: Callable[[GameSnapshot], bool] = lambda _: False,
    ) -> None:
        """`tags` are the cards by tag for each game, `antennas` the antenna of each reader, by name.

        `fed` names the readers that each source reports on. At an emulated table, `laid_by` returns whose hand laid a
        card, and `dealt` whether a game has been dealt. Tags added at the table are saved if the decks in `tags` have
        files; otherwise they stay in memory.
        """
        self.seats = tuple(range(1, seats + 1))
        self.board = Board(Snapshot(), dealt)
        self._journal = journal
        self._tagging = tagging = Tagging(tags if isinstance(tags, TaggedDecks) else TaggedDecks(tags))
        self._condition = condition = Condition(antennas)
        self._sequencer: Sequencer[Observation] = Sequencer(sources)
        self._seating = seating = Seating(self.seats)
        self._remarks = HostRemarks()
        emulated = laid_by is not nobody_knows
        self._playing = playing = Playing(self._sequencer, condition, seating, emulated=emulated)
        self._sources = Sources(
            sources, fed or {}, sequencer=self._sequencer, condition=condition, playing=playing, tagging=tagging
        )
        choice = ZoneChoice()
        self._zones = ZoneDesk(choice, playing)
        self._games = Games(
            journal, antennas, laid_by, self.board,
            playing=playing, seating=seating, tagging=tagging, remarks=self._remarks, choice=choice,
        )  # fmt: skip
        arrivals = Arrivals(self.board, seating=seating, playing=playing, games=self._games)
        owners = (self._sources, playing, self._zones, self._games, arrivals, TagDesk(tagging, playing), self._remarks)
        self._handlers = {kind: handler for owner in owners for kind, handler in owner.handlers.items()}
        self._handlers[AreYouThere] = lambda _: False
        self._owner: Owner[Message] = Owner(self.take, name="table")
        self._show()

    # -- For any thread

    @property
    def seen_us(self) -> int | None:
        """The watermark of all sources, in us of the table's clock; None until each has reported."""
        return self._sequencer.watermark_us

    def start(self) -> None:
        """Start the thread that owns the table, and tell the host what keeps games from being recorded."""
        self._owner.start()
        self._journal.report_to(lambda of, said: self.post(Remark(of, said)))

    def post(self, message: Message) -> Future[None]:
        """Post a message to the owner; the future completes when it is handled, or raises its exception."""
        return self._owner.post(message)

    def passes(self, seen: Observed) -> bool:
        """Advance a source's watermark if the owner has nothing to do; return whether it advanced.

        Call this only from that source's thread. If it returns False, post the report, which wakes the owner.
        """
        return self._sources.passes(seen)

    def close(self) -> None:
        """Stop the thread and close the board; safe to call twice. The caller closes the journal."""
        self._owner.close()
        self.board.close()

    # -- For the owner's thread

    @property
    def due_us(self) -> int | None:
        """The game's next deadline, in us of the table's clock; None without one."""
        return None if self._playing.game is None else self._playing.game.due_us

    @property
    def origin_us(self) -> int | None:
        """The time at which the game's clock was 0, in us of the table's clock; None while it is stopped."""
        return None if self._playing.game is None else self._playing.game.origin_us

    def take(self, message: Message) -> None:
        """Handle one message. Raise BadInput, and change nothing, if a request is not possible.

        Any other exception is logged and reported to the host before it is raised: NotJudged if a fact could not be
        judged, NotKept if it could not be written.
        """
        check(message, KINDS)
        try:
            if self._handlers[type(message)](message):
                self._show()
        except BadInput:
            raise
        except Unplayable as error:
            self._games.set_aside(error)
            self._show()
            if not isinstance(message, Observed | Failed):  # nobody waits for the result of these two
                raise NotJudged from error
        except Exception as error:
            raise self._refused(message, error) from error

    def resume(self, recorded: Recorded, *, keep: bool = False) -> None:
        """Resume a game from the journal; if it can no longer be judged, it is set aside and no game is running.

        Raise JudgedOtherwise if its facts no longer give the delivered events, unless `keep` is set.
        """
        self._games.resume(recorded, keep=keep)
        self._show()

    def _refused(self, message: Message, error: Exception) -> Exception:
        """Log a failed message, inform the host, and return the exception for the sender."""
        match error:
            case NotJudged() | NotKept():  # already logged
                pass
            case JournalBroken():
                _log.error("the journal cannot be written", error=described(error))
                error = NotKept(error.__cause__ or error)  # without the path, which the sender does not need
            case _:
                kind = type(message).__name__
                _log.error("a message cannot be handled", message=kind, error=described(error), exc_info=error)
                self._remarks.note_failure()
        self._show()
        return error

    def _show(self) -> None:
        table = TableSnapshot(self._seating.gathering, self._seating.called, self._condition.held, self._zones.shown)
        host = HostSnapshot(health=self._health, forgotten=self._games.forgotten, **self._tagging.shown)
        self.board.put(Snapshot(game=self._playing.shown, table=table, host=host))

    @property
    def _health(self) -> Mapping[str, object]:
        game = self._playing.game
        of_game = {} if game is None else {"worlds_cut": game.snapshot.worlds_cut}
        remarks = self._remarks.shown(() if game is None else game.errors)
        return {**of_game, "late": self._sequencer.late, **self._condition.health, **remarks}
