"""The owner of the table: takes what was seen, and what people ask for, from one queue; nothing else touches its state.

Each fact is judged, committed to the journal, and only then shown. The clock is the watermark of the sources.
No message ends the table: one whose handling fails is refused, logged and told to the host.
"""

from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from queue import SimpleQueue
from threading import Thread
from typing import Any, get_args

import structlog

from table import games
from table.board import Board, Gathering, Picture
from table.complaints import BadInput, short
from table.facts import MOST_SEATS, Agreed, GameStarted, Placement
from table.games.game import HOST, PUBLIC
from table.keeping.journal import Journal, Recorded, SetAside
from table.keeping.soundness import JournalBroken
from table.running import names
from table.running.absence import without_absent
from table.running.checked import check
from table.running.gathering import gathered, missing, no_game, waiting
from table.running.health import Condition
from table.running.live_game import LiveGame
from table.running.troubles import NotJudged, NotKept, Unplayable, told
from table.sensing.intake import Health, Item, LaidBy, Seen, Unread, nobody_knows
from table.sensing.sequencer import Sequencer
from table.sensing.zones import Antenna, Served, serve
from table.tagging.desk import DeckMessage, IgnoreTag, NameTag, Tagging
from table.tagging.tagged_decks import TaggedDecks

NOTHING_PLAYED = "no game has been played yet: say which one, and who plays"
_JOIN_S = 5.0
_log = structlog.get_logger()


@dataclass(frozen=True)
class Observed:
    """A source saw something, and has got so far."""

    source: str
    items: Sequence[Item]
    watermark_ns: int


@dataclass(frozen=True)
class Failed:
    """A source broke: the table goes on without it, until it is heard of again."""

    source: str
    error: Exception


@dataclass(frozen=True)
class StartGame:
    """People want to begin a game; one that runs is given up. `placement` is said where it differs from the table's.

    With `household` simulated people want to; they never take a table from people. Where it `waits` and people are too
    few, it begins when enough have said their names. With `said` the host has named them: they are there.
    """

    game: str
    players: tuple[str | None, ...]
    options: Mapping[str, Any]
    seed: int
    placement: Mapping[str, Placement] = field(default_factory=dict)
    catalogue: Sequence[Mapping[str, Any]] | None = None
    instead_of: Agreed | None = None
    household: bool = False
    waits: bool = False
    said: bool = False

    @classmethod
    def again(cls, first: GameStarted, seed: int) -> "StartGame":
        """Ask for another game of the same people, after practice or a household's game for the real one."""
        real = first.instead_of or Agreed(first.options, first.catalogue)
        players = first.players if real.players is None else real.players
        return cls(first.game, tuple(players), real.options, seed, catalogue=real.catalogue)

    @classmethod
    def next(cls, picture: Picture, seed: int) -> "StartGame":
        """Ask for the game that those wait for whom a picture shows, or for another one of those who are still there.

        Raise BadInput if no game has been played yet.
        """
        if picture.gathering is not None:
            for_it = picture.gathering
            return cls(for_it.game, for_it.players, for_it.options, seed, catalogue=for_it.catalogue, waits=True)
        if picture.started is None:
            raise BadInput(NOTHING_PLAYED)
        return replace(cls.again(picture.started, seed).without(*picture.left), waits=True)

    def for_household(self, seed: int) -> "StartGame":
        """Ask for a game that simulated people play, by the rules and with the cards that they know.

        They leave no names behind: the game that follows it is that of those who come.
        """
        cards = None if self.catalogue is None else [dict(card) for card in self.catalogue]
        real = Agreed(dict(self.options), cards, players=[])
        return replace(self, options={}, catalogue=None, seed=seed, instead_of=real, household=True)

    def without(self, *seats: int) -> "StartGame":
        """Ask for it without whoever was at these seats."""
        return replace(self, players=tuple(None if n in seats else one for n, one in enumerate(self.players, start=1)))

    def seating(self, names: Mapping[int, str]) -> "StartGame":
        """Ask for it with these names at these seats, which may have been empty."""
        seats = range(1, max((len(self.players), *names)) + 1)
        players = dict(enumerate(self.players, start=1)) | dict(names)
        return replace(self, players=tuple(players.get(seat) for seat in seats))

    def fact(self, served: Served) -> GameStarted:
        """Make the first fact of that game at a table with those readers."""
        players, options, placement = list(self.players), dict(self.options), {**served.placement, **self.placement}
        cards = None if self.catalogue is None else [dict(card) for card in self.catalogue]
        shared = dict(served.shared) or None
        household = self.household or None
        return GameStarted(
            0, self.game, players, options, cards, self.seed, placement, shared, self.instead_of, household
        )


@dataclass(frozen=True)
class PeopleCome:
    """Somebody takes a seat: if a household plays, its people leave, and the table waits for enough to say their names.

    Whoever comes to a `seat` that somebody has left plays on there.
    """

    seed: int
    seat: int | None = None


@dataclass(frozen=True)
class LeaveSeat:
    """Whoever said a name at a seat goes: as long as nobody has begun to play the game does without, then the next."""

    seat: int
    seed: int


@dataclass(frozen=True)
class CallSeat:
    """Somebody at a seat has said a name: the game begins anew with it, as long as nobody has begun to play."""

    seat: int
    name: str
    seed: int


class UnderWay(BadInput):
    """Who plays is settled, for the game is under way."""


@dataclass(frozen=True)
class Choose:
    """Somebody chooses what no card and no button can say; seat 0 is the host."""

    seat: int
    choice: str
    value: Any = None


@dataclass(frozen=True)
class Stalled:
    """A source has not answered for long: nothing can be told any more until it does."""

    source: str


class TableStopped(RuntimeError):  # noqa: N818 - a state of the table
    """The table was closed: nothing more can be asked of it."""


Message = (
    Observed | Failed | Stalled | StartGame | PeopleCome | CallSeat | LeaveSeat | Choose | NameTag | IgnoreTag
    | DeckMessage
)  # fmt: skip
_KINDS: tuple[type, ...] = get_args(Message)


class Controller:
    """The table's state and the one thread that touches it. `take` is that thread's step; tests call it themselves."""

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
    ) -> None:
        """`tags` says by game which card carries which tag, `antennas` where the readers are, `laid_by` whose hand.

        `fed` names the readers that each of the sources tells of.

        What is tagged at the table is kept if `tags` are decks that have files, else in memory only.
        """
        self.seats = tuple(range(1, seats + 1))
        self._journal = journal
        self._tagging = Tagging(tags if isinstance(tags, TaggedDecks) else TaggedDecks(tags))
        self._antennas = antennas
        self._laid_by = laid_by
        self._condition = Condition(antennas)
        self._sources = frozenset(sources)
        self._fed = fed or {}
        self._sequencer: Sequencer[Item] = Sequencer(sources)
        self._queue: SimpleQueue[tuple[Message, Future[None]] | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name="table", daemon=True)
        self._closed = False
        self._game: LiveGame | None = None
        self._failed = 0
        self._troubles: dict[str, str] = {}
        self._gathering: Gathering | None = None
        self._called: frozenset[int] = frozenset()  # where somebody has said a name
        self._left: frozenset[int] = frozenset()  # where somebody has gone in the middle of a game
        self.board = Board(self._with_condition(self._empty))

    # -- from any thread

    @property
    def seen_ns(self) -> int | None:
        """How far all sources have seen, on the table's clock in ns; None until each has spoken."""
        return self._sequencer.watermark_ns

    def start(self) -> None:
        """Start the thread that owns the table."""
        self._thread.start()

    def post(self, message: Message) -> Future[None]:
        """Hand the owner a message; the future is done when it was dealt with, or raises what that raised."""
        future: Future[None] = Future()
        if self._closed:
            future.set_exception(TableStopped("the table is closed"))
        else:
            self._queue.put((message, future))
        return future

    def close(self) -> None:
        """Stop the thread and close the board; safe to call twice. Whoever opened the journal closes it."""
        self._closed = True
        self._queue.put(None)
        if self._thread.is_alive():
            self._thread.join(_JOIN_S)
        self.board.close()

    # -- the owner's thread

    def _run(self) -> None:
        while (entry := self._queue.get()) is not None:
            message, future = entry
            try:
                self.take(message)
            except Exception as error:  # noqa: BLE001 - it is told to whoever asked, and was to the host
                future.set_exception(error)
            else:
                future.set_result(None)

    @property
    def due_ns(self) -> int | None:
        """When something falls due in the game next, on the table's clock in ns; None if nothing will."""
        return None if self._game is None else self._game.due_ns

    def take(self, message: Message) -> None:
        """Deal with one message. Raise BadInput, and change nothing, if people asked for something impossible.

        Whatever else is raised was logged and is told to the host: NotJudged or NotKept if a fact does not count.
        """
        check(message, _KINDS)
        try:
            self._deal_with(message)
        except BadInput:
            raise
        except Unplayable as error:
            self._put_away(error)
            if not isinstance(message, Observed | Failed):  # of those nobody asks what became
                raise NotJudged from error
        except Exception as error:
            raise self._refused(message, error) from error

    def _deal_with(self, message: Message) -> None:
        match message:
            case Observed():
                self._observe(message)
            case StartGame():
                self._begin(message)
            case PeopleCome():
                self._seat_people(message)
            case CallSeat():
                self._call(message)
            case LeaveSeat():
                self._leave(message)
            case Choose():
                self._choose(message)
            case Stalled():
                self._check_source(message.source)
                self._condition.note_stall(message.source)
                self._show()
            case Failed():
                self._go_on_without(message)
            case NameTag():
                self._name(message)
            case IgnoreTag():
                self._tagging.strangers.ignore(message.uid)
                self._show()
            case _:
                self._tagging.take(message, playing=self._is_running)
                self._show()

    def _refused(self, message: Message, error: Exception) -> Exception:
        """Note that a message could not be dealt with, and tell the host; return what whoever sent it is told."""
        match error:
            case NotJudged() | NotKept():  # noted where it happened
                pass
            case JournalBroken():
                _log.error("the journal cannot be written", error=told(error))
                error = NotKept(error.__cause__ or error)  # whoever asked needs no path
            case _:
                kind = type(message).__name__
                _log.error("a message cannot be dealt with", message=kind, error=told(error), exc_info=error)
                self._failed += 1
                times = "" if self._failed == 1 else f" ({self._failed} times so far)"
                self._troubles["message"] = f"Something asked of the table failed{times}: its log says what."
        self._show()
        return error

    def resume(self, recorded: Recorded, *, keep: bool = False) -> None:
        """Go on with a game from the journal; one that cannot be judged any more is set aside, and none is on.

        Raise ToldOtherwise if its facts no longer give what was told, and that is not to be kept.
        """
        players = self._journal.started(recorded.game_id).players
        self._called = frozenset(seat for seat, name in enumerate(players, start=1) if name is not None)
        served = self._serve(recorded.game, len(players))
        tags, strangers = self._tagging.decks.of(recorded.game), self._tagging.strangers
        try:
            game = LiveGame.resume(
                self._journal, recorded, tags, served.by_reader, keep=keep, strangers=strangers, laid_by=self._laid_by
            )
        except Unplayable as error:
            self._put_away(error, recorded.game_id)
        else:
            self._game = game
        self._show()

    def _put_away(self, error: Unplayable, game_id: int | None = None) -> None:
        """Set a game aside that cannot be judged any more: it is kept, and closed, and no game is on."""
        game_id = game_id or (self._game and self._game.picture.game_id) or 0
        _log.error("a game cannot be played on", game_id=game_id, error=told(error), exc_info=error)
        self._game = None
        self._troubles["game"] = f"Game {game_id} cannot be played on: it is set aside, and kept. Begin another one."
        try:
            last = len(self._journal.facts(game_id)) - 1
            self._journal.put_aside(game_id, SetAside(last, "", told(error)), close=True)
        except (JournalBroken, BadInput) as unwritten:
            _log.error("the journal cannot be written", error=told(unwritten))
        self._show()

    def _check_source(self, source: str) -> None:
        if source not in self._sources:
            raise BadInput(f"source: this table has none that is called {short(source)}")

    def _go_on_without(self, failed: Failed) -> None:
        """Wait for a broken source no more; what its readers see nobody knows."""
        self._check_source(failed.source)
        before_ns = self._sequencer.watermark_ns
        if self._sequencer.drop(failed.source):
            self._condition.note_break(failed.source, told(failed.error))
        at_ns = self._sequencer.watermark_ns or before_ns
        if at_ns is not None:
            self._note_readers(failed.source, at_ns, alive=False)
        self._show()

    def _note_readers(self, source: str, at_ns: int, *, alive: bool) -> None:
        """Say of all the readers of a source that they are lost, or back."""
        why = "" if alive else "what reads them has failed"
        items = [Health(at_ns, reader, alive, why) for reader in self._fed.get(source, ())]
        for item in items:
            self._condition.note_health(item)
        if self._game is not None:
            self._game.observe(items, at_ns)

    def _observe(self, seen: Observed) -> None:
        self._check_source(seen.source)
        if self._condition.is_broken(seen.source):
            self._note_readers(seen.source, seen.watermark_ns, alive=True)
        items = self._sequencer.take(seen.source, seen.items, seen.watermark_ns)
        watermark_ns = self._sequencer.watermark_ns
        condition = self._condition.note(seen.source, items, watermark_ns)
        news = self._tagging.see(items)
        if self._tagging.enrols:  # cards are laid down to be tagged, not to be played
            items = tuple(item for item in items if not isinstance(item, Seen | Unread))
        before = self._game and self._game.picture
        if watermark_ns is not None and self._game is not None:
            stood = self._game.stands is not None
            self._game.observe(items, watermark_ns)
            self._tell_lost(self._game, stood=stood)
        if condition or news or (self._game and self._game.picture) is not before:
            self._show()

    def _begin(self, wanted: StartGame) -> None:
        theirs = self._gathering is not None or (self._game is not None and not self._game.picture.household)
        if wanted.household and theirs:
            raise BadInput("people have come to the table: it is theirs")
        if len(wanted.players) > MOST_SEATS:
            raise BadInput(f"players: no table has more than {MOST_SEATS} seats")
        wanted = replace(wanted, players=names.check_all(wanted.players))
        if wanted.waits and missing(wanted.game, wanted.players):
            self._gather(wanted)
            return
        served, decks = self._serve(wanted.game, len(wanted.players)), self._tagging.decks
        if wanted.catalogue is None and wanted.instead_of is None:
            wanted = replace(wanted, catalogue=decks.owners(wanted.game, wanted.options))
        begun = LiveGame.begin(
            self._journal, wanted.fact(served), decks.of(wanted.game), served.by_reader,
            instead_of=self._game, strangers=self._tagging.strangers, laid_by=self._laid_by,
        )  # fmt: skip
        self._troubles.clear()
        self._game, self._gathering, self._left = begun, None, frozenset()
        if wanted.said:
            self._called = frozenset(seat for seat, name in enumerate(wanted.players, start=1) if name is not None)
        self._tagging.stop()
        self._tagging.strangers.forget_questions()
        watermark_ns = self._sequencer.watermark_ns
        if watermark_ns is not None:  # what does not work has been told before there was a game
            begun.observe(self._condition.lost(watermark_ns), watermark_ns)
        self._show()

    def _gather(self, wanted: StartGame) -> None:
        """Let people wait for others; the game that is on is given up."""
        gathering = gathered(wanted.game, wanted.players, wanted.options, wanted.catalogue)
        before = self._game
        if before is not None and before.picture.game_id is not None and not before.ended:
            self._journal.give_up(before.picture.game_id)
        self._game, self._gathering, self._left = None, gathering, frozenset()
        self._tagging.strangers.forget_questions()
        self._show()

    def _seat_people(self, wanted: PeopleCome) -> None:
        picture = self.board.picture
        if picture.started is not None and picture.household:
            self._called = frozenset()
            self._begin(StartGame.next(picture, wanted.seed))
        elif wanted.seat in self._left:
            self._left -= {wanted.seat}
            self._show()

    def _call(self, wanted: CallSeat) -> None:
        if wanted.seat not in self.seats:
            raise BadInput(f"seat: this table has no seat {short(wanted.seat)}")
        picture, seated = self.board.picture, {wanted.seat: wanted.name}
        if picture.under_way:
            self._called |= {wanted.seat}
            raise UnderWay("the game is under way: a name is for the next one")
        self._begin(StartGame.next(picture, wanted.seed).seating(seated))
        self._called |= {wanted.seat}

    def _leave(self, wanted: LeaveSeat) -> None:
        """Let somebody go; whose name nobody has said is not there, and stays a name for whoever comes."""
        picture, seat = self.board.picture, wanted.seat
        if seat not in self._called:
            return
        if (
            picture.gathering is not None
            or picture.practice
            or not (picture.under_way or picture.views[PUBLIC]["over"])
        ):
            self._begin(StartGame.next(picture, wanted.seed).without(seat))
        elif picture.started is not None and seat in picture.seated:
            self._left |= {seat}
            self._show()
        self._called -= {seat}

    def _serve(self, name: str, seats: int) -> Served:
        game = games.find(name)
        return serve(self._antennas, game.zones(seats), game.title, shares_pads=game.shares_pads)

    def _choose(self, wanted: Choose) -> None:
        if self._game is None:
            raise BadInput("no game is on")
        stood = self._game.stands is not None
        self._game.choose(wanted.seat, wanted.choice, wanted.value, self._sequencer.watermark_ns)
        self._tell_lost(self._game, stood=stood)
        self._show()

    def _tell_lost(self, game: LiveGame, *, stood: bool) -> None:
        """Tell a game that stood and goes on again what does not work: it was told before, or meanwhile."""
        watermark_ns = self._sequencer.watermark_ns
        if stood and game.stands is None and watermark_ns is not None:
            game.observe(self._condition.lost(watermark_ns), watermark_ns)

    @property
    def _is_running(self) -> bool:
        """Whether a round is on: cards that come to a reader then are played, and not laid down to be tagged."""
        return self._game is not None and bool(self._game.picture.views[PUBLIC]["running"])

    @property
    def _is_playing(self) -> bool:
        return self._game is not None and not self._game.ended

    def _name(self, wanted: NameTag) -> None:
        """Learn which card an unknown one is; it counts at once if nothing else was read where it was touched."""
        if self._game is None:
            raise BadInput("no game is on")
        card, zone = self._tagging.name(wanted, self._game.setup)
        if zone is not None and self._is_playing:
            self._game.count(card, zone, self._sequencer.watermark_ns)
        self._show()

    # -- showing

    def _show(self) -> None:
        picture = self._empty if self._game is None else replace(self._game.picture, left=self._left)
        self.board.put(self._with_condition(without_absent(picture)))

    @property
    def _empty(self) -> Picture:
        """The table without a game: nobody plays, or people wait for others."""
        seats, gathering = len(self.seats), self._gathering
        view = no_game(seats) if gathering is None else waiting(gathering, seats)
        return Picture(views={PUBLIC: view, HOST: view}, gathering=gathering)

    def _with_condition(self, picture: Picture) -> Picture:
        """Put into a picture what lies beside the game: how the hardware is, and how the decks are."""
        troubles = (*self._troubles.values(), *(() if self._game is None else self._game.trouble))
        health = {**picture.health, "late": self._sequencer.late, **self._condition.health, "troubles": list(troubles)}
        return replace(picture, health=health, held=self._condition.held, **self._tagging.shown)
