"""The owner of the table: takes what was seen, and what people ask for, from one queue; nothing else touches its state.

Each fact is judged, committed to the journal, and only then shown. The clock is the watermark of the sources.
"""

from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from queue import SimpleQueue
from threading import Thread
from typing import Any

import structlog

from table import games
from table.board import Board, Picture
from table.complaints import BadInput
from table.condition import Condition
from table.facts import Agreed, GameStarted, Placement
from table.games.game import HOST, PUBLIC
from table.intake import Item, Seen, Unread
from table.journal import Journal, Recorded
from table.live_game import LiveGame
from table.sequencer import Sequencer
from table.tagged_decks import TaggedDecks
from table.tagging import DeckMessage, IgnoreTag, NameTag, Tagging
from table.zones import Antenna, Served, serve

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
    """A source broke: the table cannot go on without it."""

    source: str
    error: Exception


@dataclass(frozen=True)
class StartGame:
    """People want to begin a game; one that runs is given up. `placement` is said where it differs from the table's.

    With `household` simulated people want to; they never take a table from people.
    """

    game: str
    players: tuple[str | None, ...]
    options: Mapping[str, Any]
    seed: int
    placement: Mapping[str, Placement] = field(default_factory=dict)
    catalogue: Sequence[Mapping[str, Any]] | None = None
    instead_of: Agreed | None = None
    household: bool = False

    @classmethod
    def again(cls, first: GameStarted, seed: int) -> "StartGame":
        """Ask for another game of the same people, after practice or a household's game for the real one."""
        real = first.instead_of or Agreed(first.options, first.catalogue)
        return cls(first.game, tuple(first.players), real.options, seed, catalogue=real.catalogue)

    def for_household(self, seed: int) -> "StartGame":
        """Ask for a game that simulated people play, by the rules and with the cards that they know."""
        cards = None if self.catalogue is None else [dict(card) for card in self.catalogue]
        real = Agreed(dict(self.options), cards)
        return replace(self, options={}, catalogue=None, seed=seed, instead_of=real, household=True)

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
    """Somebody takes a seat: if a household plays, the real game begins in the place of its one, else nothing does."""

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
    """The table cannot go on; the message says why."""


Message = Observed | Failed | Stalled | StartGame | PeopleCome | CallSeat | Choose | NameTag | IgnoreTag | DeckMessage


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
    ) -> None:
        """`tags` says by game which card carries which tag, `antennas` where the readers are.

        What is tagged at the table is kept if `tags` are decks that have files, else in memory only.
        """
        self.seats = tuple(range(1, seats + 1))
        self._journal = journal
        self._tagging = Tagging(tags if isinstance(tags, TaggedDecks) else TaggedDecks(tags))
        self._antennas = antennas
        self._condition = Condition(antennas)
        self._sequencer: Sequencer[Item] = Sequencer(sources)
        self._queue: SimpleQueue[tuple[Message, Future[None]] | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name="table", daemon=True)
        self._game: LiveGame | None = None
        views = {PUBLIC: _no_game(seats), HOST: _no_game(seats)}
        self.board = Board(self._with_condition(Picture(views=views)))
        self.failure: Exception | None = None

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
        if self.failure is not None:
            future.set_exception(TableStopped(str(self.failure)))
        else:
            self._queue.put((message, future))
        return future

    def close(self) -> None:
        """Stop the thread and close the board; safe to call twice. Whoever opened the journal closes it."""
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
            except Exception as error:  # noqa: BLE001 - whatever it is, the table must not go on with a doubtful state
                future.set_exception(error)
                if not isinstance(error, BadInput) or isinstance(message, Observed | Failed | Stalled):
                    self._fail(error)
                    return
            else:
                future.set_result(None)

    @property
    def due_ns(self) -> int | None:
        """When something falls due in the game next, on the table's clock in ns; None if nothing will."""
        return None if self._game is None else self._game.due_ns

    def take(self, message: Message) -> None:
        """Deal with one message. Raise BadInput, and change nothing, if people asked for something impossible."""
        match message:
            case Observed():
                self._observe(message)
            case StartGame():
                self._begin(message)
            case PeopleCome():
                self._seat_people(message)
            case CallSeat():
                self._call(message)
            case Choose():
                self._choose(message)
            case Stalled():
                self._condition.note_stall(message.source)
                self._show()
            case Failed():
                raise message.error
            case NameTag():
                self._name(message)
            case IgnoreTag():
                self._tagging.strangers.ignore(message.uid)
                self._show()
            case _:
                self._tagging.take(message, playing=self._is_running)
                self._show()

    def resume(self, recorded: Recorded, *, keep: bool = False) -> None:
        """Go on with a game from the journal.

        Raise ToldOtherwise if its facts no longer give what was told, and that is not to be kept.
        """
        players = self._journal.started(recorded.game_id).players
        served = self._serve(recorded.game, len(players))
        tags, strangers = self._tagging.decks.of(recorded.game), self._tagging.strangers
        self._game = LiveGame.resume(self._journal, recorded, tags, served.by_reader, keep=keep, strangers=strangers)
        self._show()

    def _observe(self, seen: Observed) -> None:
        items = self._sequencer.take(seen.source, seen.items, seen.watermark_ns)
        watermark_ns = self._sequencer.watermark_ns
        condition = self._condition.note(seen.source, items, watermark_ns)
        news = self._tagging.see(items)
        if self._tagging.enrols:  # cards are laid down to be tagged, not to be played
            items = tuple(item for item in items if not isinstance(item, Seen | Unread))
        before = self._game and self._game.picture
        if watermark_ns is not None and self._game is not None:
            self._game.observe(items, watermark_ns)
        if condition or news or (self._game and self._game.picture) is not before:
            self._show()

    def _begin(self, wanted: StartGame) -> None:
        if wanted.household and self._game is not None and not self._game.picture.household:
            raise BadInput("people have come to the table: it is theirs")
        served, decks = self._serve(wanted.game, len(wanted.players)), self._tagging.decks
        if wanted.catalogue is None and wanted.instead_of is None:
            wanted = replace(wanted, catalogue=decks.owners(wanted.game, wanted.options))
        begun = LiveGame.begin(
            self._journal, wanted.fact(served), decks.of(wanted.game), served.by_reader,
            instead_of=self._game, strangers=self._tagging.strangers,
        )  # fmt: skip
        before, self._game = self._game, begun
        if before is not None and before.picture.household and before.picture.game_id is not None:
            self._journal.forget(before.picture.game_id)
        self._tagging.stop()
        self._tagging.strangers.forget_questions()
        watermark_ns = self._sequencer.watermark_ns
        if watermark_ns is not None:  # what does not work has been told before there was a game
            begun.observe(self._condition.lost(watermark_ns), watermark_ns)
        self._show()

    def _seat_people(self, wanted: PeopleCome) -> None:
        picture = self.board.picture
        if picture.started is not None and picture.household:
            self._begin(StartGame.again(picture.started, wanted.seed))

    def _call(self, wanted: CallSeat) -> None:
        picture = self.board.picture
        if picture.started is None:
            raise BadInput(NOTHING_PLAYED)
        if picture.under_way:
            raise UnderWay("the game is under way: a name is for the next one")
        self._begin(StartGame.again(picture.started, wanted.seed).seating({wanted.seat: wanted.name}))

    def _serve(self, name: str, seats: int) -> Served:
        game = games.find(name)
        return serve(self._antennas, game.zones(seats), game.title, shares_pads=game.shares_pads)

    def _choose(self, wanted: Choose) -> None:
        if self._game is None:
            raise BadInput("no game is on")
        self._game.choose(wanted.seat, wanted.choice, wanted.value, self._sequencer.watermark_ns)
        self._show()

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
        picture = self.board.picture if self._game is None else self._game.picture
        self.board.put(self._with_condition(picture))

    def _with_condition(self, picture: Picture) -> Picture:
        """Put into a picture what lies beside the game: how the hardware is, and how the decks are."""
        health = {**picture.health, "late": self._sequencer.late, **self._condition.health}
        return replace(picture, health=health, held=self._condition.held, **self._tagging.shown)

    def _fail(self, error: Exception) -> None:
        """Say that the table cannot go on, and stop: better no score than a wrong one."""
        _log.error("the table stops", error=str(error), kind=type(error).__name__)
        self.failure = error
        self.board.put(replace(self.board.picture, health={**self.board.picture.health, "failure": str(error)}))
        self.board.close()
        while not self._queue.empty():
            if (entry := self._queue.get()) is not None:
                entry[1].set_exception(TableStopped(str(error)))


def _no_game(seats: int) -> dict[str, Any]:
    """Draw the table with nobody playing."""
    return {
        "game": None, "round": None, "turn": None, "piles": {}, "waiting": [], "race": None, "correction": None,
        "seats": [{"seat": seat, "name": None, "score": 0, "hand": None} for seat in range(1, seats + 1)],
        "prompt": "No game is on.", "notice": None, "last": None, "winners": None, "paused": False, "over": False,
        "question": None, "running": False,
    }  # fmt: skip
