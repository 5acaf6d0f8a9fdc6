"""The game that is on: facts of its session committed to the journal, and the picture that follows from them.

The clock is handed in. When it passes a deadline, that is a fact too (`time_passed`), so that a replay needs no clock.
"""

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Any

from table import session as sessions
from table.board import Picture
from table.complaints import BadInput
from table.facts import (
    DROP,
    CardArrived,
    ChoiceMade,
    Fact,
    GameStarted,
    TableResumed,
    TagArrived,
    TagUnread,
    TimePassed,
)
from table.games.game import SEALED, Setup
from table.intake import Intake, Item
from table.journal import FORMAT, Journal, Recorded
from table.session import Line, Session
from table.strangers import Strangers

_NS_PER_US = 1000


class LiveGame:
    """One game from its first fact on, or from where it was interrupted. `seen` is its picture so far."""

    def __init__(
        self, journal: Journal, session: Session, intake: Intake, seen: Picture, lines: Sequence[Line] = ()
    ) -> None:
        assert seen.game_id is not None, "a game has a number"  # noqa: S101 - an invariant of this class
        self._journal = journal
        self._game_id = seen.game_id
        self._session = session
        self._intake = intake
        self._facts = 1
        self._ticked: dict[str, int] = {}
        self._ticks = 0
        self._origin_ns: int | None = None  # when the game's clock was at 0; unknown until the table can see
        self._due = session.due()
        self.picture = self._draw(seen, lines)

    @classmethod
    def begin(
        cls,
        journal: Journal,
        started: GameStarted,
        tags: Mapping[bytes, str],
        served: Mapping[str, str],
        *,
        instead_of: "LiveGame | None" = None,
        strangers: Strangers | None = None,
    ) -> "LiveGame":
        """Begin a game, and give up the one that is on. Raise BadInput, and write nothing, if it cannot be played."""
        session = Session(started)
        given_up = None if instead_of is None or instead_of.ended else instead_of._game_id
        version = session.game.rules_version
        game_id = journal.begin(started.game, version, started, session.opening, instead_of=given_up)
        intake = _intake(session, tags, served, strangers)
        return cls(journal, session, intake, Picture(game_id=game_id), session.opening)

    @classmethod
    def resume(
        cls,
        journal: Journal,
        recorded: Recorded,
        tags: Mapping[bytes, str],
        served: Mapping[str, str],
        *,
        keep: bool = False,
        strangers: Strangers | None = None,
    ) -> "LiveGame":
        """Go on with a game from the journal.

        Raise ToldOtherwise if its facts no longer give what was told, unless that is to be kept; BadInput if they
        cannot be played any more at all.
        """
        game_id = recorded.game_id
        facts = journal.facts(game_id)
        session, since, brought = _replay(journal, recorded, facts)
        difference = _difference(journal, recorded, session, brought, since)
        if difference is not None:
            if not keep:
                raise ToldOtherwise(difference)
            journal.keep(game_id, len(facts), session.game.rules_version)
            session.keep_told(journal.told_before(game_id, len(facts)))
        events = {audience: tuple(journal.events(game_id, audience)) for audience in session.audiences}
        intake = _intake(session, tags, served, strangers)
        game = cls(journal, session, intake, Picture(game_id=game_id, events=events))
        game._facts = len(facts)
        game._commit(TableResumed(session.now))
        if session.ended:  # as newer rules have it
            journal.give_up(game_id)
        return game

    @property
    def ended(self) -> bool:
        """Whether the game is over."""
        return self._session.ended

    @property
    def due_ns(self) -> int | None:
        """When something falls due next, on the table's clock in ns; None if nothing will, or nobody has looked yet."""
        if self._due is None or self._origin_ns is None:
            return None
        return self._origin_ns + self._due * _NS_PER_US

    @property
    def setup(self) -> Setup:
        """What was settled before the first card."""
        return self._session.setup

    def observe(self, items: Sequence[Item], watermark_ns: int) -> None:
        """Take what the table saw, in order, and let the time pass up to the watermark."""
        if self._origin_ns is None:  # the game's clock stood still until now
            self._origin_ns = watermark_ns - self._session.now * _NS_PER_US
            items = self._intake.wake(items)
        for item in items:
            t = self._game_time(item.at_ns, self._origin_ns)
            self._let_pass(t - 1)  # who counts his hand at that time has to be known before
            fact = self._intake.take(item, t, self._session.asked_to_count)
            if fact is not None:
                self._commit(fact)
        self._let_pass(self._game_time(watermark_ns, self._origin_ns))

    def _let_pass(self, until: int) -> None:
        """Let what is due by then fall due."""
        while self._due is not None and self._due <= until:
            self._commit(TimePassed(max(self._due, self._session.now)))

    def choose(self, seat: int, choice: str, value: Any, watermark_ns: int | None) -> None:
        """Take a choice, made now. Raise BadInput, and change nothing, if it cannot be made in this game.

        An answer without a question is one of these, though a game that is replayed may hold it.
        """
        if choice == "settle":
            self._session.check_asked()
        self._commit(ChoiceMade(self._now(watermark_ns), seat, choice, value))

    def count(self, card: str, zone: str, watermark_ns: int | None) -> None:
        """Take a card that is known only now as if it had just been touched."""
        self._commit(CardArrived(self._now(watermark_ns), zone, card))

    def _now(self, watermark_ns: int | None) -> int:
        if watermark_ns is None or self._origin_ns is None:
            return self._session.now
        return self._game_time(watermark_ns, self._origin_ns)

    def _game_time(self, at_ns: int, origin_ns: int) -> int:
        """Turn a stamp into us since the game started; what was seen before counts as seen now."""
        return max(self._session.now, (at_ns - origin_ns) // _NS_PER_US)

    def _commit(self, fact: Fact) -> None:
        self._tick(fact)
        ended_before = self._session.ended
        lines = self._session.take(fact)
        self._due = self._session.due()
        ended = None if self._session.ended == ended_before else self._session.ended
        picture = self._draw(self.picture, lines)
        self._journal.append(self._game_id, self._facts, fact, lines, ended=ended)
        self._facts += 1
        self.picture = picture

    def _tick(self, fact: Fact) -> None:
        """Count a tick for whatever is read: one a drop, so that nobody hears how many cards it was."""
        if isinstance(fact, CardArrived | TagArrived | TagUnread):
            ticked = self._ticked.get(fact.zone)
            if ticked is None or fact.t - ticked > DROP:
                self._ticked[fact.zone] = fact.t
                self._ticks += 1

    def _draw(self, before: Picture, lines: Sequence[Line]) -> Picture:
        session = self._session
        events = {
            audience: (
                *before.events.get(audience, ()),
                *(sessions.dump(line) for line in lines if line.audience == audience),
            )
            for audience in session.audiences
        }
        return Picture(
            game_id=self._game_id,
            views={audience: session.view(audience) for audience in session.audiences if audience != SEALED},
            events=events,
            started=session.started,
            labels={code: card.label for code, card in session.setup.cards.items()},
            health={"worlds_cut": session.worlds_cut},
            ticks=self._ticks,
            t=session.now / 1e6,
        )


def _intake(
    session: Session, tags: Mapping[bytes, str], served: Mapping[str, str], strangers: Strangers | None
) -> Intake:
    face_up = session.game.face_up(len(session.setup.players))
    return Intake(session.setup, tags, served, strangers, face_up)


class ToldOtherwise(BadInput):
    """The facts of a game do not give, under these rules, what was told under others; the message says where."""


def _replay(
    journal: Journal, recorded: Recorded, facts: Sequence[Fact]
) -> tuple[Session, int, dict[str, list[dict[str, Any]]]]:
    """Play a game again; return its session, from which fact on its rules hold, and what that brought since."""
    game_id = recorded.game_id
    if recorded.format != FORMAT:
        raise BadInput(f"game {game_id} is kept in format {recorded.format}, and this program reads {FORMAT}")
    session = Session(journal.started(game_id))
    kept, lines = journal.kept(game_id), list(session.opening)
    for number, fact in enumerate(facts[1:], start=1):
        if number in kept:
            session.keep_told(journal.told_before(game_id, number))
            lines.clear()
        try:
            lines += session.take(fact)
        except BadInput as error:
            rules = f"rules {session.game.rules_version} of {recorded.game}"
            raise BadInput(f"game {game_id} cannot be played on under {rules}: {error}") from None
    if len(facts) in kept:
        session.keep_told(journal.told_before(game_id, len(facts)))
        lines.clear()
    brought = {a: [sessions.dump(line) for line in lines if line.audience == a] for a in session.audiences}
    return session, max(kept, default=0), brought


def _difference(
    journal: Journal,
    recorded: Recorded,
    session: Session,
    brought: Mapping[str, Sequence[Mapping[str, Any]]],
    since: int,
) -> str | None:
    """Say where what follows from the facts first differs from what was told; None if it does not."""
    for audience, again in brought.items():
        told = journal.events(recorded.game_id, audience, since)
        nothing: Mapping[str, Any] = {}
        for was, now in zip_longest(told, again, fillvalue=nothing):
            if was != now:
                rules = f"rules {recorded.rules_version} of {recorded.game}; rules {session.game.rules_version}"
                where = f"{_say(was)}, now {_say(now)}"
                return f"game {recorded.game_id} was told under {rules} tell it otherwise: {where}"
    return None


def _say(event: Mapping[str, Any]) -> str:
    return f"{event['event']} (event {event['seq']})" if "seq" in event else "nothing"
