"""The current game: commits its session's facts to the journal, and makes the next snapshot.

Callers pass in the time. A deadline that passes is also a fact (`time_passed`), so a replay needs no clock.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from json import loads
from typing import Any

from hardware.observations import NS_PER_US, ButtonEdge, Observation
from table import games
from table.board import GameSnapshot, drawn
from table.complaints import BadInput, JournalBroken
from table.event import Delivered
from table.facts import (
    DROP,
    LONGEST_S,
    SECOND,
    CardArrived,
    ChoiceMade,
    EndAsked,
    Fact,
    GameStarted,
    RobotAsked,
    RobotKind,
    RobotSeated,
    SeatLeft,
    TableResumed,
    TagArrived,
    TagUnread,
    TimePassed,
    check_readable,
    fact_name,
    readable,
)
from table.games.game import Audience, Setup
from table.judging.delivery import Line
from table.judging.session import RULES_S, Session
from table.keeping.checkpoints import EVERY
from table.keeping.journal import Journal
from table.keeping.records import Recorded, SetAside
from table.log import logger
from table.packages import reason, within
from table.running.health import GameErrors, NotJudged, NotKept, RunState, Transition, Unplayable, described
from table.running.replaying import JudgedOtherwise, difference, replayed
from table.saying import say
from table.sensing.intake import Intake, LaidBy, nobody_knows
from table.sensing.unknown_tags import UnknownTags
from table.sensing.zone_choice import ZoneChoice
from table.sentences import try_all
from table.values import replace

_RETRY_US = 5 * SECOND  # until a failed write to the journal is retried
_WHILE_HALTED = ("undo", "abort")
_log = logger()
_RESUMED, _PASSED = TableResumed(0).fact, TimePassed(0).fact


class LiveGame:
    """One game, from its first fact or from where it was interrupted. `seen` is the latest snapshot.

    If a fact cannot be judged, it is set aside, and the session is rebuilt from the facts before it: see
    docs/decisions/0019-what-cannot-be-judged.md.
    """

    def __init__(
        self, journal: Journal, session: Session, anew: "_Anew", seen: GameSnapshot, lines: Sequence[Line] = ()
    ) -> None:
        assert seen.game_id is not None, "a game has a number"  # noqa: S101 - an invariant of this class
        self._journal = journal
        self._game_id = seen.game_id
        self._session = session
        self._anew = anew
        self._intake = anew(session)
        self._errors = GameErrors()
        self._seen_us = self._tried_us = 0
        self._facts = 1
        self._saved = 0
        self._ticked: dict[str, int] = {}
        self._ticks = 0
        self._origin_us: int | None = None  # when the game's clock was 0; unknown until the sources report
        self._due = session.due()
        self.snapshot = self._draw(seen, lines)

    @classmethod
    def begin(
        cls,
        journal: Journal,
        started: GameStarted,
        tags: Mapping[bytes, str],
        served: Mapping[str, str],
        *,
        unknown_tags: UnknownTags | None = None,
        laid_by: LaidBy = nobody_knows,
        choice: ZoneChoice | None = None,
    ) -> "LiveGame":
        """Begin a game, and abandon the current one. Raise BadInput, and write nothing, if it cannot be played."""
        check_readable(started)
        anew = partial(_intake, tags=tags, served=served, unknown_tags=unknown_tags, laid_by=laid_by, choice=choice)
        games.find(started.game)  # so that the time limit does not include loading the game
        try:
            game = within(RULES_S, lambda: _opened(cls, journal, Session(started), anew))
        except BadInput:
            raise
        except Exception as error:
            _log.error("a game cannot begin", game=started.game, error=described(error), exc_info=error)
            title, why = games.find(started.game).title, reason(error)
            raise BadInput(say("{title} cannot begin: {why}", title=title, why=why)) from error
        session = game._session  # everything that can fail comes before this line
        version = session.game.rules_version
        game._game_id = journal.begin(started.game, version, started, session.opening)
        game.snapshot = replace(game.snapshot, game_id=game._game_id)
        return game

    @classmethod
    def resume(
        cls,
        journal: Journal,
        recorded: Recorded,
        tags: Mapping[bytes, str],
        served: Mapping[str, str],
        *,
        keep: bool = False,
        unknown_tags: UnknownTags | None = None,
        laid_by: LaidBy = nobody_knows,
        choice: ZoneChoice | None = None,
    ) -> "LiveGame":
        """Resume a game from the journal at the point where the table stopped.

        Raise JudgedOtherwise if its facts no longer give the delivered events, unless `keep` is set; Unplayable if they
        cannot be judged at all.
        """
        game_id = recorded.game_id
        bodies = journal.bodies(game_id)
        session, since, brought = replayed(journal, recorded, bodies)
        otherwise = difference(journal, recorded, session, brought, since)
        if otherwise is not None:
            if not keep:
                raise JudgedOtherwise(otherwise)
            journal.keep(game_id, len(bodies), session.game.rules_version)
            session.keep_counts(journal.delivered_before(game_id, len(bodies)))
        kinds, written = games.events_of(recorded.game), journal.delivered(game_id)
        events = {audience: tuple(Delivered.read(one, kinds) for one in written[audience]) for audience in written}
        anew = partial(_intake, tags=tags, served=served, unknown_tags=unknown_tags, laid_by=laid_by, choice=choice)
        game = _drawn(cls, journal, session, anew, GameSnapshot(game_id=game_id, events=events))
        game._facts = len(bodies)
        game._recall(journal.set_aside(game_id), bodies)
        if game.halted is None and not game._tries(TableResumed(session.now)):
            game._move(Transition.FAILED)
        if game._session.ended:  # under newer rules
            journal.give_up(game_id)
        return game

    @property
    def ended(self) -> bool:
        return self._errors.state is RunState.GIVEN_UP or self._session.ended

    @property
    def halted(self) -> str | None:
        """The sentence that everybody sees while the game is halted; None if it is running."""
        return self._errors.halted

    @property
    def errors(self) -> tuple[str, ...]:
        """Messages for the host about what could not be judged."""
        return self._errors.sentences

    @property
    def due_us(self) -> int | None:
        """The next deadline, in us of the table's clock; None without one, or before the sources report."""
        if self._due is None or self._origin_us is None or self.halted is not None:
            return None
        return self._origin_us + self._due

    @property
    def origin_us(self) -> int | None:
        """The time at which the game's clock was 0, in us of the table's clock; None before the sources report."""
        return self._origin_us

    def rests(self, watermark_us: int) -> bool:
        """Return whether nothing is due up to a watermark, and the game's clock need not be started."""
        if self._errors.state is RunState.UNWRITTEN or (self._origin_us is None and self.halted is None):
            return False
        due_us = self.due_us
        return due_us is None or due_us > watermark_us

    @property
    def robots(self) -> Mapping[int, RobotKind]:
        """The kinds of the robots, by seat."""
        return self._session.robots

    @property
    def setup(self) -> Setup:
        """The settings that were agreed before the first card."""
        return self._session.setup

    def observe(self, items: Sequence[Observation], watermark_us: int) -> None:
        """Process observations in order, and advance the time to the watermark.

        A fact that cannot be judged is set aside without raising an exception; a deadline that cannot be judged halts
        the game.
        """
        self._seen_us = watermark_us
        if self._errors.state is RunState.UNWRITTEN and watermark_us - self._tried_us >= _RETRY_US:
            self._tried_us = watermark_us
            self._resume()
        if self.halted is not None:
            return
        if self._origin_us is None:  # the game's clock was stopped until now
            self._origin_us = watermark_us - self._session.now
            items = self._intake.wake(items)
        for item in items:
            t = self._game_time(item.at_us, self._origin_us)
            self._let_pass(t - 1)  # earlier deadlines may decide which seat counts its hand now
            if self.halted is not None:
                return
            view = self.snapshot.view()
            fact = self._intake.take(_moved(item, t + self._origin_us), t, self._session.asked_to_count, view)
            if fact is not None:
                self._tries(fact)
        self._let_pass(self._game_time(watermark_us, self._origin_us))

    def _let_pass(self, until: int) -> None:
        """Process all deadlines up to a time; if one fails, halt the game."""
        while self.halted is None and self._due is not None and self._due <= until:
            if not self._tries(TimePassed(max(self._due, self._session.now))):
                self._move(Transition.FAILED)

    def choose(self, seat: int, choice: str, value: Any, watermark_us: int | None) -> None:
        """Process a choice made now. Raise BadInput, and change nothing, if the game does not have this choice.

        An answer without a question is refused here, although a replayed game may contain such an answer. Raise
        NotJudged if the choice cannot be judged, NotKept if it cannot be written.
        """
        if choice == "settle":
            self._session.check_asked(ChoiceMade(self._session.now, seat, choice, value))
        if self._errors.state is RunState.UNWRITTEN and not self._resume():
            raise NotKept(self._errors.why)
        if self.halted is None:
            self._commit(ChoiceMade(self._now(watermark_us), seat, choice, value))
        else:
            self._choose_while_halted(ChoiceMade(self._session.now, seat, choice, value))

    def ask_for(self, seat: int, card: str | None, zone: str | None, watermark_us: int | None) -> None:
        """Ask people for a card from a robot's row; None withdraws the request.

        Raise BadInput if the card is not in the row; otherwise like `choose`.
        """
        if self.halted is not None or (card is None and all(wish.seat != seat for wish in self._session.wishes)):
            return
        row = self._session.rows.get(seat, ())
        if card is not None and card not in row:
            raise BadInput(say("card: it does not lie before seat {seat}", seat=seat))
        place = None if card is None else row.index(card) + 1
        self._commit(RobotAsked(self._now(watermark_us), seat, place, zone))

    def seat_robots(
        self, robots: Mapping[int, RobotKind], watermark_us: int | None, *, came: Mapping[int, str | None] | None = None
    ) -> None:
        """Record where robots sit now, and the names of the people who `came`, by seat."""
        before, came = dict(self._session.robots), came or {}
        for seat in sorted(before.keys() | robots.keys() | came.keys()):
            changed = before.get(seat) != robots.get(seat) or seat in came
            if changed and self.halted is None and not self.ended:
                self._tries(RobotSeated(self._now(watermark_us), seat, robots.get(seat), came.get(seat)))

    def leave(self, seat: int, others: Collection[int], kind: RobotKind | None, watermark_us: int | None) -> None:
        """Record that the player at a seat has left; the `others` decide whether a robot of this `kind` takes over."""
        if self.halted is None and not self.ended:
            self._tries(SeatLeft(self._now(watermark_us), seat, sorted(others), kind))

    def end(self, seat: int, seats: Collection[int], watermark_us: int | None) -> None:
        """Record that the player at `seat` wants to end the game; all `seats` must agree. Raise like `choose`.

        A halted game cannot ask the others, so only the host or the last remaining person can end it.
        """
        if self.halted is None:
            self._commit(EndAsked(self._now(watermark_us), seat, sorted(seats)))
        elif set(seats) <= {seat}:
            self._choose_while_halted(ChoiceMade(self._session.now, 0, "abort"))
        else:
            raise BadInput(say("this game cannot go on: the host may end it"))

    def _choose_while_halted(self, fact: ChoiceMade) -> None:
        """Process the host's undo or abort of a halted game; its clock is stopped, so no deadline comes first."""
        if self.ended or fact.choice not in _WHILE_HALTED:
            raise BadInput(say("choice: this game cannot go on: take back the last play, end it, or begin another"))
        try:
            self._commit(fact)
        except NotJudged:
            if fact.choice != "abort":
                raise
            self._journal.give_up(self._game_id)
            self._move(Transition.GIVEN_UP)
        else:
            self._errors = self._errors.after(Transition.WAY_OUT)
            if not self.ended:
                self._resume()

    def count(self, card: str, zone: str, watermark_us: int | None) -> None:
        """Count a card whose tag was just named as if it came to the zone now. Raise like `choose`."""
        if self.halted is not None:
            raise BadInput(say("this game cannot go on, so the card does not count"))
        self._commit(CardArrived(self._now(watermark_us), zone, card))

    def _now(self, watermark_us: int | None) -> int:
        if watermark_us is None or self._origin_us is None:
            return self._session.now
        return self._game_time(watermark_us, self._origin_us)

    def _game_time(self, at_us: int, origin_us: int) -> int:
        """Return a stamp in us of the game's time, no earlier than the time that the game has reached."""
        return max(self._session.now, min(at_us - origin_us, LONGEST_S * SECOND))

    # -- Facts: each one is judged and written, or has no effect

    def _commit(self, fact: Fact) -> None:
        """Judge a fact and write it. An exception leaves the game unchanged.

        Raise BadInput if the fact does not belong to the game, NotJudged if it was set aside, NotKept if nothing can be
        written, Unplayable if the game cannot continue.
        """
        check_readable(fact)
        self._session.check(fact)
        try:
            self._judge(fact)
        except JournalBroken as error:
            self._go_back()
            raise self._hold(error) from error
        except Exception as error:
            self._go_back()
            self._put_aside(fact, error)
            raise NotJudged from error

    def _tries(self, fact: Fact) -> bool:
        """Commit a fact whose result no caller is waiting for; return whether it counts."""
        try:
            self._commit(fact)
        except BadInput as error:  # its source is wrong, because the fact does not belong to the game
            self._put_aside(fact, error)
            return False
        except (NotJudged, NotKept):  # `_put_aside` and `_hold` have logged it and informed the host
            return False
        return True

    def _go_back(self) -> None:
        """Rebuild the session from the journal. Raise Unplayable if that fails."""
        try:
            recorded = self._journal.game(self._game_id)
            bodies = self._journal.bodies(self._game_id)
            session, since, brought = replayed(self._journal, recorded, bodies)
            otherwise = difference(self._journal, recorded, session, brought, since)
        except (JournalBroken, BadInput) as error:
            raise Unplayable(described(error)) from error
        if otherwise is not None:
            raise Unplayable(otherwise)
        self._session, self._due, self._facts = session, session.due(), len(bodies)

    def _put_aside(self, fact: Fact, error: Exception) -> None:
        """Store a fact that could not be judged apart from the other facts; it is never judged again."""
        where = {"game_id": self._game_id, "after_fact": self._facts - 1}
        _log.error("a fact cannot be judged", fact=fact_name(fact), error=described(error), **where, exc_info=error)
        self._errors = self._errors.and_another(fact.t)
        try:
            self._journal.put_aside(self._game_id, SetAside(self._facts - 1, readable(fact), described(error)))
        except JournalBroken as unwritten:
            self._hold(unwritten)
        self._tell()

    def _hold(self, error: JournalBroken) -> NotKept:
        """Halt the game until the journal can be written; return the error to raise. `observe` retries later."""
        self._tried_us = self._seen_us
        _log.error("the journal cannot be written", error=described(error))
        self._errors = replace(self._errors, why=str(error.__cause__ or error))  # without the path, for phones
        self._move(Transition.UNWRITTEN)
        return NotKept(self._errors.why)

    def _move(self, transition: Transition) -> None:
        self._errors = self._errors.after(transition)
        self._tell()

    def _resume(self) -> bool:
        """Resume a halted game; return whether that worked. Unfinished gestures are dropped; its clock continues."""
        if not self._tries(TableResumed(self._session.now)):
            self._move(Transition.FAILED)
            return False
        self._errors = self._errors.after(Transition.RESUMED)
        self._origin_us = None
        self._intake = self._anew(self._session)
        return True

    def _recall(self, aside: Sequence[SetAside], bodies: Sequence[str]) -> None:
        """Restore the errors of facts set aside before a restart; if the last one was a deadline, halt the game."""
        last = max(number for number, body in enumerate(bodies) if f'"fact": "{_RESUMED}"' not in body)
        for entry in aside:
            body = loads(entry.body)
            self._errors = self._errors.and_another(round(body.get("t", 0) * SECOND))
            if entry.after_fact >= last and body.get("fact") == _PASSED:
                self._errors = self._errors.after(Transition.FAILED)
        self._tell()

    def _tell(self) -> None:
        """If the game is halted, show that in all views."""
        views = {audience: self._errors.over(view) for audience, view in self.snapshot.views.items()}
        self.snapshot = replace(self.snapshot, views=views)

    def _judge(self, fact: Fact) -> None:
        self._tick(fact)
        lines, ended, snapshot = within(RULES_S, lambda: self._judged(fact))
        shows = (snapshot.views, snapshot.asked) != (self.snapshot.views, self.snapshot.asked)
        self._journal.append(self._game_id, self._facts, fact, lines, ended=ended, shows=shows)
        self._facts += 1
        self.snapshot = snapshot
        if shows and self._facts - self._saved >= EVERY:
            self._saved = self._facts
            self._journal.save(self._game_id, self._facts - 1, self._session)

    def _judged(self, fact: Fact) -> tuple[tuple[Line, ...], bool | None, GameSnapshot]:
        """Judge a fact, and try out what phones will get; return events, whether the game ended, and the snapshot."""
        ended_before = self._session.ended
        lines = self._session.take(fact)
        self._due = self._session.due()
        ended = None if self._session.ended == ended_before else self._session.ended
        snapshot = self._draw(self.snapshot, lines)
        try_all(snapshot, self.snapshot)
        return lines, ended, snapshot

    def _tick(self, fact: Fact) -> None:
        """Tick once for cards dropped together, so that nobody learns how many there were."""
        if isinstance(fact, CardArrived | TagArrived | TagUnread):
            ticked = self._ticked.get(fact.zone)
            if ticked is None or fact.t - ticked > DROP:
                self._ticked[fact.zone] = fact.t
                self._ticks += 1

    def _draw(self, before: GameSnapshot, lines: Sequence[Line]) -> GameSnapshot:
        session = self._session
        news: dict[Audience, tuple[Delivered, ...]] = {}
        for line in lines:
            news[line.audience] = (*news.get(line.audience, ()), line)
        delivered = before.events  # tuples that gain nothing are not copied
        events = {audience: delivered.get(audience, ()) + news.get(audience, ()) for audience in session.audiences}
        return drawn(session, self._game_id, events, self._ticks)


def _moved(item: Observation, at_us: int) -> Observation:
    """Return an observation that counts at `at_us`; if that is later, the error bound of a press grows by the delay."""
    if not isinstance(item, ButtonEdge) or at_us <= item.at_us:
        return item
    return replace(item, error_ns=item.error_ns + (at_us - item.at_us) * NS_PER_US)


_Anew = Callable[[Session], Intake]  # makes a new intake for a session


def _intake(
    session: Session,
    *,
    tags: Mapping[bytes, str],
    served: Mapping[str, str],
    unknown_tags: UnknownTags | None,
    laid_by: LaidBy,
    choice: ZoneChoice | None,
) -> Intake:
    face_up = session.game.face_up(len(session.setup.players))
    return Intake(session.setup, tags, served, unknown_tags, face_up, laid_by, choice)


def _opened(game: type[LiveGame], journal: Journal, session: Session, anew: "_Anew") -> LiveGame:
    """Return a new session's game, after trying out everything that phones will get."""
    before = GameSnapshot(game_id=0)
    made = game(journal, session, anew, before, session.opening)
    try_all(made.snapshot, before)
    return made


def _drawn(game: type[LiveGame], journal: Journal, session: Session, anew: "_Anew", seen: GameSnapshot) -> LiveGame:
    """Return a session's game. Raise Unplayable if it cannot be shown."""
    try:
        made = game(journal, session, anew, seen)
        try_all(made.snapshot, GameSnapshot())
        return made
    except Exception as error:
        raise Unplayable(described(error)) from error
