"""Replays a recorded game: where its facts lead under today's rules, and whether that is what was told."""

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Any

from table import games
from table.complaints import BadInput
from table.facts import Fact
from table.judging.session import Session, dump
from table.keeping.journal import FORMAT, Journal, Recorded
from table.keeping.soundness import JournalBroken
from table.running.troubles import Unplayable


class ToldOtherwise(BadInput):
    """Under these rules a game's facts do not give what was told under others; the message says where."""


def replayed(
    journal: Journal, recorded: Recorded, facts: Sequence[Fact]
) -> tuple[Session, int, dict[str, list[dict[str, Any]]]]:
    """Replay a game; return its session, the fact from which today's rules apply, and the events since.

    Raise Unplayable if its facts cannot be judged.
    """
    game_id = recorded.game_id
    if recorded.format != FORMAT:
        raise BadInput(f"game {game_id} is kept in format {recorded.format}, and this program reads {FORMAT}")
    started = journal.started(game_id)
    kept, told_before = journal.kept(game_id), journal.told_before
    try:
        session = Session(started)
        lines = list(session.opening)
        for number, fact in enumerate(facts[1:], start=1):
            if number in kept:
                session.keep_told(told_before(game_id, number))
                lines.clear()
            lines += session.take(fact)
    except JournalBroken:
        raise
    except Exception as error:
        rules = f"rules {games.find(recorded.game).rules_version} of {recorded.game}"
        raise Unplayable(f"game {game_id} cannot be played on under {rules}: {error}") from error
    if len(facts) in kept:
        session.keep_told(told_before(game_id, len(facts)))
        lines.clear()
    brought = {a: [dump(line) for line in lines if line.audience == a] for a in session.audiences}
    return session, max(kept, default=0), brought


def difference(
    journal: Journal,
    recorded: Recorded,
    session: Session,
    brought: Mapping[str, Sequence[Mapping[str, Any]]],
    since: int,
) -> str | None:
    """Return where the replay first differs from what was told; None if nowhere."""
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
