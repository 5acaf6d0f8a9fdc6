"""Replays a recorded game and compares it with the events that were delivered."""

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import zip_longest
from typing import Any

from table import games
from table.complaints import BadInput, JournalBroken
from table.judging.session import RULES_S, Session, dump
from table.keeping.journal import Journal
from table.keeping.records import FORMAT, Recorded
from table.packages import within
from table.running.health import Unplayable


class JudgedOtherwise(BadInput):
    """The current rules give different events for a recorded game's facts; the message says where."""


def replayed(
    journal: Journal, recorded: Recorded, bodies: Sequence[str]
) -> tuple[Session, int, dict[str, list[dict[str, Any]]]]:
    """Replay a game from the JSON of its facts; return its session, a fact's number, and the events since that fact.

    That fact is the first one judged under newer rules, or the first one after the checkpoint. Raise BadInput if the
    game has a different format, Unplayable if its facts cannot be judged.
    """
    game_id = recorded.game_id
    if recorded.format != FORMAT:
        raise BadInput(f"game {game_id} is kept in format {recorded.format}, and this program reads {FORMAT}")
    started = journal.started(game_id)
    kept, delivered_before = journal.kept(game_id), journal.delivered_before
    try:
        if (saved := journal.saved(recorded)) is None:
            first, session = 1, within(RULES_S, lambda: Session(started))
            lines = list(session.opening)
        else:
            first, session, lines = saved[0] + 1, saved[1], []
        for number, fact in enumerate(journal.parsed(game_id, bodies[first:]), start=first):
            if number in kept:
                session.keep_counts(delivered_before(game_id, number))
                lines.clear()
            lines += within(RULES_S, partial(session.take, fact))
    except JournalBroken:
        raise
    except Exception as error:
        rules = f"rules {games.find(recorded.game).rules_version} of {recorded.game}"
        raise Unplayable(f"game {game_id} cannot be played on under {rules}: {error}") from error
    if len(bodies) in kept:
        session.keep_counts(delivered_before(game_id, len(bodies)))
        lines.clear()
    brought = {a: [dump(line) for line in lines if line.audience == a] for a in session.audiences}
    since = max(kept, default=0)
    return session, since if saved is None else max(since, first), brought


def difference(
    journal: Journal,
    recorded: Recorded,
    session: Session,
    brought: Mapping[str, Sequence[Mapping[str, Any]]],
    since: int,
) -> str | None:
    """Return where a replay first differs from the delivered events; None if there is no difference."""
    before = journal.delivered(recorded.game_id, since)
    for audience, again in brought.items():
        written = before.get(audience, [])
        nothing: Mapping[str, Any] = {}
        for was, now in zip_longest(written, again, fillvalue=nothing):
            if was != now:
                rules = f"rules {recorded.rules_version} of {recorded.game}; rules {session.game.rules_version}"
                where = f"{_say(was)}, now {_say(now)}"
                return f"game {recorded.game_id} was played under {rules} judge it differently: {where}"
    return None


def _say(event: Mapping[str, Any]) -> str:
    return f"{event['event']} (event {event['seq']})" if "seq" in event else "nothing"
