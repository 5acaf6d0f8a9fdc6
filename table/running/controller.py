"""The owner of the table: takes observations and requests from one queue. Nothing else touches its state.

Each fact is judged, committed to the journal, and only then shown. The clock is the watermark of the sources.
No message ends the table: one whose handling fails is refused, logged and told to the host.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from concurrent.futures import Future

from hardware.observations import NS_PER_US, ButtonEdge, Observation, ReaderHealth, TagEvent, UnreadTag
from table import ai, games
from table.board import Board, GameSnapshot, HostSnapshot, Snapshot, TableSnapshot
from table.complaints import BadInput, JournalBroken, short
from table.facts import MOST_SEATS, GameStarted, RobotKind
from table.games.game import HOST, PUBLIC, pads
from table.keeping.journal import Journal
from table.keeping.records import Recorded, SetAside
from table.log import logger
from table.running import names
from table.running.absence import without_absent
from table.running.checked import check
from table.running.errors import NotJudged, NotKept, Unplayable, described
from table.running.gathering import gathered, missing, no_game, waiting
from table.running.health import Condition
from table.running.live_game import LiveGame
from table.running.messages import (
    COMPUTER,
    KINDS,
    AreYouThere,
    AskFor,
    CallSeat,
    ChangeSeats,
    Choose,
    EndGame,
    Failed,
    ForgetPerson,
    LeaveSeat,
    Message,
    Observed,
    PeopleCome,
    Remark,
    RobotPresses,
    SeatRobot,
    SendRobotAway,
    Stalled,
    StartGame,
    UnderWay,
)
from table.running.owner import Owner
from table.running.seating import Seating, check_rows
from table.saying import many, say
from table.sensing.intake import LaidBy, nobody_knows
from table.sensing.sequencer import Sequencer
from table.sensing.zones import Antenna, Served, serve
from table.tagging.desk import IgnoreTag, NameTag, Tagging
from table.tagging.tagged_decks import TaggedDecks
from table.values import replace

HOST_SEAT = 0
USUAL: RobotKind = "easy"  # what plays on for people where no robot plays yet
_log = logger()


class Controller:
    """The table's state, and the one thread that touches it. `take` handles one message; tests call it directly."""

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
        """`tags` says by game which card carries which tag, `antennas` where the readers are, `laid_by` whose hand.

        `dealt` tells whether hands at an emulated table have dealt a game.
        `fed` names the readers that each source reports on.

        Tags added at the table are saved if the decks in `tags` have files, else kept in memory only.
        """
        self.seats = tuple(range(1, seats + 1))
        self._journal = journal
        self._tagging = Tagging(tags if isinstance(tags, TaggedDecks) else TaggedDecks(tags))
        self._antennas = antennas
        self._laid_by = laid_by
        self._condition = Condition(antennas)
        self._sources = frozenset(sources)
        self._fed = fed or {}
        self._silent: dict[str, frozenset[str]] = {}  # readers that were told lost since their source does not answer
        self._sequencer: Sequencer[Observation] = Sequencer(sources)
        self._owner: Owner[Message] = Owner(self.take, name="table")
        self._game: LiveGame | None = None
        self._failed = 0
        self._forgotten = 0
        self._errors: dict[str, str] = {}
        self._remarks: dict[str, str] = {}  # other than troubles they last from game to game
        self._seating = Seating(self.seats)
        self.board = Board(self._snapshot, dealt)

    # -- from any thread

    @property
    def seen_us(self) -> int | None:
        """The watermark of all sources, in us of the table's clock; None until each has reported."""
        return self._sequencer.watermark_us

    def start(self) -> None:
        """Start the thread that owns the table."""
        self._owner.start()

    def post(self, message: Message) -> Future[None]:
        """Post a message to the owner; the future is done when it was handled, or raises what handling it raised."""
        return self._owner.post(message)

    def passes(self, seen: Observed) -> bool:
        """Advance a source's watermark if nothing waits for it. Only for that source's thread.

        So the owner sleeps while nothing happens. If something waits for it meanwhile, the next report wakes the owner.
        """
        source, game = seen.source, self._game
        if seen.items or not (self._sequencer.rests(source) and self._condition.rests(source, seen.watermark_us)):
            return False
        if game is not None and not game.rests(seen.watermark_us):
            return False
        self._sequencer.advance(source, seen.watermark_us)
        return True

    def close(self) -> None:
        """Stop the thread and close the board; safe to call twice. The caller closes the journal."""
        self._owner.close()
        self.board.close()

    # -- the owner's thread

    @property
    def due_us(self) -> int | None:
        """The game's next deadline, in us of the table's clock; None if there is none."""
        return None if self._game is None else self._game.due_us

    @property
    def origin_us(self) -> int | None:
        """When the game's clock was set going, in us of the table's clock; None if it was not."""
        return None if self._game is None else self._game.origin_us

    def take(self, message: Message) -> None:
        """Handle one message. Raise BadInput, and change nothing, if people asked for something impossible.

        Anything else raised has been logged and shown to the host: NotJudged or NotKept if a fact does not count.
        """
        check(message, KINDS)
        try:
            self._deal_with(message)
        except BadInput:
            raise
        except Unplayable as error:
            self._put_away(error)
            if not isinstance(message, Observed | Failed):  # nobody waits for their result
                raise NotJudged from error
        except Exception as error:
            raise self._refused(message, error) from error

    def _deal_with(self, message: Message) -> None:
        match message:
            case Observed():
                self._observe(message)
            case StartGame():
                self._begin(message)
            case PeopleCome() | CallSeat() | LeaveSeat() | SeatRobot() | SendRobotAway() | ChangeSeats():
                self._come_and_go(message)
            case AskFor():
                self._ask_for(message)
            case RobotPresses():
                self._sequencer.add(ButtonEdge(message.at_us * NS_PER_US, message.seat, message.down))
            case Choose():
                self._choose(message)
            case EndGame():
                self._end(message)
            case Stalled():
                self._note_stall(message.source)
            case Failed():
                self._go_on_without(message)
            case AreYouThere():
                pass
            case ForgetPerson():
                self._forget(message)
            case Remark():
                self._remark(message)
            case NameTag():
                self._name(message)
            case IgnoreTag():
                self._tagging.strangers.ignore(message.uid)
                self._show()
            case _:
                self._tagging.take(message, playing=self._game is not None and self.board.snapshot.game.in_round)
                self._show()

    def _remark(self, remark: Remark) -> None:
        if remark.said == self._remarks.get(remark.of):
            return
        if remark.said is None:
            del self._remarks[remark.of]
        else:
            self._remarks[remark.of] = remark.said
        self._show()

    def _forget(self, wanted: ForgetPerson) -> None:
        if self._seating.gathering is not None or self.board.snapshot.game.is_there:
            raise BadInput(say("a game is on: forget a name when it is over"))
        from table.history.saving import forgetting

        try:
            forgetting.forget(wanted.name, self._journal.path, self._journal)
        finally:  # also if it is not forgotten everywhere
            self._forgotten += 1
        if wanted.name in self.board.snapshot.game.seated.values():
            self._game = None  # its snapshot has the name
        self._show()

    def _come_and_go(
        self, message: PeopleCome | CallSeat | LeaveSeat | SeatRobot | SendRobotAway | ChangeSeats
    ) -> None:
        match message:
            case PeopleCome():
                self._seat_people(message)
            case CallSeat():
                self._call(message)
            case LeaveSeat():
                self._leave(message)
            case SeatRobot():
                self._seat_robot(message)
            case SendRobotAway():
                self._send_away(message)
            case ChangeSeats():
                self._go_on_with(self._seating.change_seats(message, self.board.snapshot, on=self.board.is_on))
                self._seating.have_changed(message.order)

    def _refused(self, message: Message, error: Exception) -> Exception:
        """Note that a message failed, inform the host, and return the exception for the sender."""
        match error:
            case NotJudged() | NotKept():  # logged where it happened
                pass
            case JournalBroken():
                _log.error("the journal cannot be written", error=described(error))
                error = NotKept(error.__cause__ or error)  # the sender needs no path
            case _:
                kind = type(message).__name__
                _log.error("a message cannot be handled", message=kind, error=described(error), exc_info=error)
                self._failed += 1
                self._errors["message"] = many(
                    "Something went wrong at the table. Its log says what.",
                    "Something went wrong at the table ({count} times so far). Its log says what.",
                    self._failed,
                )
        self._show()
        return error

    def resume(self, recorded: Recorded, *, keep: bool = False) -> None:
        """Resume a game from the journal; if it cannot be judged any more, it is set aside, and none is on.

        Raise ToldOtherwise if its facts no longer give what was told, unless `keep` is set.
        """
        started = self._journal.started(recorded.game_id)
        players = started.players
        self._seating.plays_on(players, {int(seat): kind for seat, kind in (started.robots or {}).items()})
        served = self._serve(recorded.game, len(players), besides=started.placement)
        tags, strangers = self._tagging.decks.of(recorded.game), self._tagging.strangers
        try:
            game = LiveGame.resume(
                self._journal, recorded, tags, served.by_reader, keep=keep, strangers=strangers, laid_by=self._laid_by
            )
        except Unplayable as error:
            self._put_away(error, recorded.game_id)
        else:
            self._game = game
            self._seating.plays_on(players, game.robots)
            self._seating.resumes(game.snapshot)
        self._show()

    def _put_away(self, error: Unplayable, game_id: int | None = None) -> None:
        """Set aside a game that cannot be judged any more: it is saved and closed, and no game is on."""
        game_id = game_id or (self._game and self._game.snapshot.game_id) or 0
        _log.error("a game cannot be played on", game_id=game_id, error=described(error), exc_info=error)
        self._game = None
        self._errors["game"] = say(
            "Game {game_id} cannot go on. It is set aside and saved. Begin another one.", game_id=game_id
        )
        try:
            last = len(self._journal.facts(game_id)) - 1
            self._journal.put_aside(game_id, SetAside(last, "", described(error)), close=True)
        except (JournalBroken, BadInput) as unwritten:
            _log.error("the journal cannot be written", error=described(unwritten))
        self._show()

    def _check_source(self, source: str) -> None:
        if source not in self._sources:
            raise BadInput(say("source: this table has none called {source}", source=short(source)))

    def _go_on_without(self, failed: Failed) -> None:
        """Stop waiting for a broken source; what its readers see is unknown."""
        self._check_source(failed.source)
        before_us = self._sequencer.watermark_us
        if self._sequencer.drop(failed.source):
            self._condition.note_break(failed.source, described(failed.error))
        at_us = self._sequencer.watermark_us or before_us
        if at_us is not None:
            self._note_readers(self._fed.get(failed.source, ()), at_us, say("what reads them does not work"))
        self._show()

    def _note_stall(self, source: str) -> None:
        """Report the readers of a silent source as lost, until it answers."""
        self._check_source(source)
        self._condition.note_stall(source)
        at_us = self._sequencer.watermark_us or 0
        lost = {item.reader for item in self._condition.lost(at_us)}
        self._silent[source] = frozenset(self._fed.get(source, ())) - lost
        self._note_readers(self._silent[source], at_us, say("what reads them does not answer"))
        self._show()

    def _note_answer(self, seen: Observed) -> None:
        """Report the readers back that were told lost because of their source, but for those that it tells lost."""
        if self._condition.is_broken(seen.source):
            self._note_readers(self._fed.get(seen.source, ()), seen.watermark_us)
        lost = {item.reader for item in seen.items if isinstance(item, ReaderHealth) and not item.alive}
        self._note_readers(self._silent.pop(seen.source, frozenset()) - lost, seen.watermark_us)

    def _note_readers(self, readers: Iterable[str], at_us: int, why: str = "") -> None:
        """Report readers lost, and why, or back."""
        items = [ReaderHealth(at_us * NS_PER_US, reader, not why, why) for reader in sorted(readers)]
        for item in items:
            self._condition.note_health(item)
        if self._game is not None and items:
            self._game.observe(items, at_us)

    def _observe(self, seen: Observed) -> None:
        self._check_source(seen.source)
        self._note_answer(seen)
        items = self._sequencer.take(seen.source, seen.items, seen.watermark_us)
        watermark_us = self._sequencer.watermark_us
        condition = self._condition.note(seen.source, items, watermark_us)
        news = self._tagging.see(items)
        if self._tagging.enrols:  # these cards are tagged, not played
            items = tuple(item for item in items if not isinstance(item, TagEvent | UnreadTag))
        before = self._game and self._game.snapshot
        if watermark_us is not None and self._game is not None:
            was_halted = self._game.halted is not None
            self._game.observe(items, watermark_us)
            self._let_take_over(self._game)
            self._deliver_lost(self._game, was_halted=was_halted)
        if condition or news or (self._game and self._game.snapshot) is not before:
            self._show()

    def _begin(self, wanted: StartGame) -> None:
        theirs = self._seating.gathering is not None or (self._game is not None and not self._game.snapshot.household)
        if wanted.household and theirs:
            raise BadInput(say("people have come to the table, so it is theirs"))
        if wanted.spares and self.board.is_on:
            raise UnderWay(say("a game has begun meanwhile, so it goes on"))
        if len(wanted.players) > MOST_SEATS:
            raise BadInput(say("players: no table has more than {most_seats} seats", most_seats=MOST_SEATS))
        wanted = replace(wanted, players=names.check_all(wanted.players))
        if wanted.waits and missing(wanted.game, wanted.players):
            self._gather(wanted)
            return
        rows = self._laid_by is nobody_knows and bool(wanted.robots)
        real = pads(len(wanted.players)) if self._laid_by is nobody_knows else ()
        served, decks = self._serve(wanted.game, len(wanted.players), besides=real), self._tagging.decks
        if wanted.catalogue is None and wanted.instead_of is None:
            wanted = replace(wanted, catalogue=decks.owners(wanted.game, wanted.options))
        first = wanted.fact(served, rows=rows)
        self._check_rows(first, wanted.robots)
        begun = LiveGame.begin(
            self._journal, first, decks.of(wanted.game), served.by_reader,
            strangers=self._tagging.strangers, laid_by=self._laid_by,
        )  # fmt: skip
        self._errors.clear()
        self._game = begun
        self._seating.plays(wanted)
        self._tagging.stop()
        self._tagging.strangers.forget_questions()
        watermark_us = self._sequencer.watermark_us
        if watermark_us is not None:  # failures were reported before there was a game
            begun.observe(self._condition.lost(watermark_us), watermark_us)
        self._show()

    def _gather(self, wanted: StartGame) -> None:
        """Wait for more players; the current game is given up."""
        gathering = gathered(wanted.game, wanted.players, wanted.options, wanted.catalogue)
        before = self._game
        if before is not None and before.snapshot.game_id is not None and not before.ended:
            self._journal.give_up(before.snapshot.game_id)
        self._game = None
        self._seating.waits(gathering, wanted.robots)
        self._tagging.strangers.forget_questions()
        self._show()

    def _seat_people(self, wanted: PeopleCome) -> None:
        before, seat = (self._seating.left, self._seating.robots), wanted.seat
        name = wanted.name if seat in self._seating.robots_chairs else None
        if (game := self._seating.come(wanted, self.board.snapshot, on=self.board.is_on)) is not None:
            self._begin(game)
        elif (self._seating.left, self._seating.robots) != before and seat is not None:
            self._note_robots(came={seat: name and names.checked(name)})
        if seat is not None and name is not None:
            self._seating.has_said(seat)
            self._show()

    def _call(self, wanted: CallSeat) -> None:
        game = self._seating.call(wanted, self.board.snapshot, on=self.board.is_on)
        if game is not None:
            self._begin(game)
        else:
            self._note_robots(came={wanted.seat: names.checked(wanted.name)})
        self._seating.has_said(wanted.seat)
        self._show()

    def _leave(self, wanted: LeaveSeat) -> None:
        snapshot, on = self.board.snapshot, self.board.is_on
        others = self._others(wanted.seat, wanted.seats)
        before = self._seating.left, self._seating.called
        if (game := self._seating.leave(wanted, snapshot, others, on=on)) is not None:
            self._begin(game)
            self._seating.gone(wanted.seat)
        elif on and wanted.seat in self._seating.left:
            self._has_left(wanted.seat, others)
        if (self._seating.left, self._seating.called) != before:
            self._show()

    def _send_away(self, wanted: SendRobotAway) -> None:
        """Send a robot away; if the people's game then lacks a player, they decide how it goes on."""
        on = self.board.is_on
        self._go_on_with(self._seating.send_robot_away(wanted, self.board.snapshot, on=on))
        if on and (others := self._others(wanted.seat, wanted.seats)):
            self._has_left(wanted.seat, others)
            self._show()

    def _others(self, seat: int, seats: Sequence[int] | None) -> Sequence[int]:
        """Return the other people who play at these seats; if that is unknown, all seats without a robot."""
        playing = self.board.snapshot.game.seated.keys() - self._seating.robots.keys() - self._seating.left - {seat}
        return sorted(playing if seats is None else playing & {*seats})

    def _has_left(self, seat: int, others: Sequence[int]) -> None:
        """Ask the others who plays on; at a real table a robot cannot know the cards of that seat."""
        game = self._game
        if game is None:
            return
        knows = self._laid_by is not nobody_knows and game.setup.game in ai.names()
        kind = next(iter(self._seating.robots.values()), USUAL) if knows else None
        game.leave(seat, others, kind, self._sequencer.watermark_us)

    def _let_take_over(self, game: LiveGame) -> None:
        """Let robots play on for people who left, if the others decided so."""
        seated = {seat: kind for seat, kind in game.robots.items() if seat in self._seating.left}
        if seated:
            self._seating.takes_over(seated)

    def _end(self, wanted: EndGame) -> None:
        """End the game if all whose it is want that, or ask those who have not said so yet."""
        if self._game is None or not self.board.is_on:
            raise BadInput(say("no game is on"))
        if self._game.snapshot.practice:
            self._begin(StartGame.next(self.board.snapshot, wanted.seed))
            return
        was_halted = self._game.halted is not None
        if wanted.seat == HOST_SEAT:
            self._choose(Choose(HOST_SEAT, "abort"))
            return
        self._game.end(wanted.seat, {wanted.seat, *wanted.seats}, self._sequencer.watermark_us)
        self._deliver_lost(self._game, was_halted=was_halted)
        self._show()

    def _go_on_with(self, game: StartGame | None) -> None:
        """Restart a game because somebody came or left, or show who is there."""
        if game is not None:
            self._begin(game)
        else:
            self._note_robots()

    def _seat_robot(self, wanted: SeatRobot) -> None:
        snapshot, on = self.board.snapshot, self.board.is_on
        if snapshot.game.started is not None and on:
            self._check_rows(snapshot.game.started, {wanted.seat: wanted.kind})
        self._go_on_with(self._seating.seat_robot(wanted, snapshot, on=on))

    def _check_rows(self, first: GameStarted, robots: Mapping[int, RobotKind]) -> None:
        """Raise BadInput if people would have to lay robots' cards, and cannot in this game at this table."""
        if self._laid_by is nobody_knows and robots:
            check_rows(first, robots)

    def _note_robots(self, came: Mapping[int, str | None] | None = None) -> None:
        """Tell the game where robots sit now, and the names of people who came."""
        if self._game is not None and not self._game.snapshot.practice:
            self._game.seat_robots(self._seating.robots, self._sequencer.watermark_us, came=came)
        self._show()

    def _ask_for(self, wanted: AskFor) -> None:
        if self._game is None:
            raise BadInput(say("no game is on"))
        self._game.ask_for(wanted.seat, wanted.card, wanted.zone, self._sequencer.watermark_us)
        self._show()

    def _serve(self, name: str, seats: int, *, besides: Collection[str]) -> Served:
        """Set which reader serves which zone; `besides` are zones that the game itself does not use."""
        game = games.find(name)
        return serve(self._antennas, game.zones(seats), game.title, shares_pads=game.shares_pads, besides=besides)

    def _choose(self, wanted: Choose) -> None:
        if self._game is None:
            raise BadInput(say("no game is on"))
        was_halted = self._game.halted is not None
        self._game.choose(wanted.seat, wanted.choice, wanted.value, self._sequencer.watermark_us)
        self._let_take_over(self._game)
        self._deliver_lost(self._game, was_halted=was_halted)
        self._show()

    def _deliver_lost(self, game: LiveGame, *, was_halted: bool) -> None:
        """Report failed readers to a game that resumes; the reports came before it stopped, or meanwhile."""
        watermark_us = self._sequencer.watermark_us
        if was_halted and game.halted is None and watermark_us is not None:
            game.observe(self._condition.lost(watermark_us), watermark_us)

    @property
    def _is_playing(self) -> bool:
        return self._game is not None and not self._game.ended

    def _name(self, wanted: NameTag) -> None:
        """Tag an unknown card; it counts at once if nothing else was read on its zone since."""
        if self._game is None:
            raise BadInput(say("no game is on"))
        card, zone = self._tagging.name(wanted, self._game.setup)
        if zone is not None and self._is_playing:
            self._game.count(card, zone, self._sequencer.watermark_us)
        self._show()

    # -- showing

    def _show(self) -> None:
        self.board.put(self._snapshot)

    @property
    def _snapshot(self) -> Snapshot:
        """The table now."""
        seating = self._seating
        table = TableSnapshot(seating.gathering, seating.called, self._condition.held)
        return Snapshot(game=self._game_shown, table=table, host=self._host)

    @property
    def _game_shown(self) -> GameSnapshot:
        """The current game, or none, with who plays it now."""
        seating = self._seating
        if self._game is not None:
            return without_absent(replace(self._game.snapshot, left=seating.left, robots=seating.robots))
        seats, gathering = len(self.seats), seating.gathering
        view = no_game(seats) if gathering is None else waiting(gathering, seats)
        return GameSnapshot(views={PUBLIC: view, HOST: view}, robots=seating.robots)

    @property
    def _host(self) -> HostSnapshot:
        """The state of hardware and decks."""
        game, remarks = self._game, dict(self._remarks)
        computer = remarks.pop(COMPUTER, None)
        errors = (*self._errors.values(), *remarks.values(), *(() if game is None else game.errors))
        cut = {} if game is None else {"worlds_cut": game.snapshot.worlds_cut}
        told = {"troubles": list(errors), COMPUTER: computer}
        health = {**cut, "late": self._sequencer.late, **self._condition.health, **told}
        return HostSnapshot(health=health, forgotten=self._forgotten, **self._tagging.shown)
