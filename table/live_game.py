"""The game that is on: facts of its session committed to the journal, and the picture that follows from them.

The clock is handed in. When it passes a deadline, that is a fact too (`time_passed`), so that a replay needs no clock.
"""

from collections.abc import Mapping, Sequence

from table import session as sessions
from table.board import Picture
from table.complaints import BadInput
from table.facts import Fact, GameStarted, TableResumed, TimePassed
from table.games.game import SEALED
from table.intake import Intake, Pushed, Seen
from table.journal import FORMAT, Journal, Recorded
from table.session import Line, Session

_NS_PER_US = 1000


class LiveGame:
    """One game from its first fact on, or from where it was interrupted. `told` is everything told so far."""

    def __init__(self, journal: Journal, game_id: int, session: Session, intake: Intake, told: Sequence[Line]) -> None:
        self._journal = journal
        self._game_id = game_id
        self._session = session
        self._intake = intake
        self._facts = 1
        self._origin_ns: int | None = None  # when the game's clock was at 0; unknown until the table can see
        self.picture = self._draw(Picture(game_id=game_id), told)

    @classmethod
    def begin(
        cls, journal: Journal, started: GameStarted, tags: Mapping[bytes, str], *, instead_of: "LiveGame | None" = None
    ) -> "LiveGame":
        """Begin a game, and give up the one that is on. Raise BadInput, and write nothing, if it cannot be played."""
        session = Session(started)
        given_up = None if instead_of is None or instead_of.ended else instead_of._game_id
        version = session.game.rules_version
        game_id = journal.begin(started.game, version, started, session.opening, instead_of=given_up)
        return cls(journal, game_id, session, Intake(session.setup, tags), session.opening)

    @classmethod
    def resume(cls, journal: Journal, recorded: Recorded, tags: Mapping[bytes, str]) -> "LiveGame":
        """Go on with a game from the journal. Raise BadInput if its facts no longer give what was told."""
        facts = journal.facts(recorded.game_id)
        session, brought = Session.replay(facts)
        told = [line for lines in brought for line in lines]
        _check_told(journal, recorded, session, told)
        game = cls(journal, recorded.game_id, session, Intake(session.setup, tags), told)
        game._facts = len(facts)
        game._commit(TableResumed(session.now))
        return game

    @property
    def ended(self) -> bool:
        """Whether the game is over."""
        return self._session.ended

    def observe(self, items: Sequence[Seen | Pushed], watermark_ns: int) -> None:
        """Take what the table saw, in order, and let the time pass up to the watermark."""
        if self._origin_ns is None:  # the game's clock stood still until now
            self._origin_ns = watermark_ns - self._session.now * _NS_PER_US
            items = self._intake.wake(items)
        for item in items:
            fact = self._intake.take(item, self._game_time(item.at_ns, self._origin_ns))
            if fact is not None:
                self._commit(fact)
        now = self._game_time(watermark_ns, self._origin_ns)
        while (due := self._session.due()) is not None and due <= now:
            self._commit(TimePassed(due))

    def _game_time(self, at_ns: int, origin_ns: int) -> int:
        """Turn a stamp into us since the game started; what was seen before counts as seen now."""
        return max(self._session.now, (at_ns - origin_ns) // _NS_PER_US)

    def _commit(self, fact: Fact) -> None:
        ended_before = self._session.ended
        lines = self._session.take(fact)
        ended = self._session.ended and not ended_before
        self._journal.append(self._game_id, self._facts, fact, lines, ended=ended)
        self._facts += 1
        self.picture = self._draw(self.picture, lines)

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
        )


def _check_told(journal: Journal, recorded: Recorded, session: Session, told: Sequence[Line]) -> None:
    if recorded.format != FORMAT:
        raise BadInput(f"game {recorded.game_id} is kept in format {recorded.format}, and this program reads {FORMAT}")
    for audience in session.audiences:
        again = [sessions.dump(line) for line in told if line.audience == audience]
        if again != journal.events(recorded.game_id, audience):
            raise BadInput(
                f"game {recorded.game_id}, told under rules {recorded.rules_version} of {recorded.game}, does not"
                f" replay to what was told under rules {session.game.rules_version}: finish it with the program"
                " that began it, or give it up with --new"
            )
