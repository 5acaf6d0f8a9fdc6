"""Forgets a name: no file of the table keeps a byte of it. The games stay, played by an anonymous player.

A name occurs in a game's first fact, or in the fact that somebody took a robot's seat, and appears in events from then
on. So these facts are changed and the game is replayed; if newer rules would give different events, the name is
replaced in the stored sentences instead.
"""

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from shutil import rmtree
from typing import Any

from table import facts
from table.complaints import BadInput, JournalBroken
from table.facts import GameStarted, RobotSeated
from table.forgotten import somebody, word
from table.games.game import PUBLIC
from table.history import tournaments
from table.history.archive import Archive
from table.history.record import Record
from table.history.saving import backup, receiving
from table.history.saving.alone import alone
from table.judging.session import Session, dump
from table.keeping import kept_log, recovery
from table.keeping.journal import Journal
from table.saying import restored, stored
from table.values import Json, replace

_SENTENCES = frozenset({"text", "label", "error"})
_NAMES = frozenset({"players"})
_NAMING = ('"game_started"', '"robot_seated"')  # the facts that name people


def forget(name: str, database: Path, journal: Journal) -> int:
    """Forget a name in a table's files and the backups next to them; return how many games had it.

    Raise BadInput if nobody with that name has played. If a file cannot be read or written, the other files are still
    changed before BadInput is raised.
    """
    with alone(database):
        return _forget(name, database, journal)


def _forget(name: str, database: Path, journal: Journal) -> int:
    folder = database.parent / "backups"
    for left in backup.left_behind(database):
        rmtree(left, ignore_errors=True)
    kept_log.drop(database)
    receiving.let_go(database)
    with Archive(database) as archive:
        found = len(_in_both(name, archive, journal))
    unread = [f"{kept}: the name may be in it, for it has damaged files: delete it" for kept in _put_aside(database)]
    try:
        found = max(found, _in_replaced(name, database))
    except (BadInput, JournalBroken):
        before = recovery.replaced(database).parent
        unread.append(f"{before}: the name may be in it, for it has damaged files: delete it")
    of_phones = (*receiving.accepted(database), *receiving.refused(database))
    for made in (*sorted(folder.glob("*.cardtable")), *of_phones):
        try:
            found = max(found, _in_backup(name, made))
        except (BadInput, JournalBroken) as error:
            unread.append(f"{made}: the name may be in it, for it cannot be read: delete it ({error})")
    for whole in _before_updates(folder):
        if found:
            whole.unlink(missing_ok=True)
        else:
            unread.append(f"{whole}: the name may be in it, and nowhere else: delete it")
    if unread:
        raise BadInput(unread[0])
    if not found:
        raise BadInput(f"nobody called {name!r} is in the history")
    return found


def _before_updates(folder: Path) -> list[Path]:
    """Return the copies of a table's files that install.sh kept before updates."""
    return sorted(folder.glob("[0-9]*-[0-9]*.tar*"))


def _put_aside(database: Path) -> list[Path]:
    """Return the folders with files that the table has set aside."""
    folder = database.parent / "backups"
    names = ("before-restore-*-damaged", "restored-*-refused", "set-aside-*")
    return sorted(path for name in names for path in folder.glob(name) if path.is_dir())


def _in_replaced(name: str, database: Path) -> int:
    """Forget a name in the files that a restore has replaced, which are kept until the table has started."""
    if not recovery.replaced(database).exists():
        return 0
    with backup.replaced(database) as copy, Archive(copy) as archive, Journal(copy) as journal:
        return len(_in_both(name, archive, journal))


def _in_backup(name: str, made: Path) -> int:
    with backup.unpacked(made) as database:
        with Archive(database) as archive, Journal(database) as journal:
            found = _in_both(name, archive, journal)
        if found:
            backup.back_up(database, made)
    return len(found)


def _in_both(name: str, archive: Archive, journal: Journal) -> set[int]:
    """Forget a name in journal and archive; return the numbers of the games in which it occurred.

    If it occurred only in a tournament, return {0}, which is no game's number.
    """
    entered = tournaments.forget(archive, name)
    found = _in_archive(name, archive) | _in_journal(name, journal)
    archive.leave_no_trace()
    journal.leave_no_trace()
    return found or ({0} if entered else set())


def _in_archive(name: str, archive: Archive) -> set[int]:
    records = {game_id: archive.record(game_id) for game_id in archive.mentioning(name)}
    changed = {game_id: renamed(one, name) for game_id, one in records.items() if name in _names(one.facts)}
    if changed:
        archive.change(changed)
    return {*changed}


def _in_journal(name: str, journal: Journal) -> set[int]:
    named = {game_id: _names(journal.bodies(game_id)) for game_id in journal.known()}
    ids = {game_id for game_id, names in named.items() if name in names}
    for game_id in sorted(ids):
        new = somebody(name, named[game_id])
        before = journal.bodies(game_id)
        bodies = [_fact(body, name, new) for body in before]
        journal.change(game_id, bodies, _redelivered(journal, game_id, before, bodies, name, new))
    return ids


def _names(bodies: Sequence[str]) -> list[str | None]:
    """Return all names in a game's facts: players, players of the real game, and people who took robots' seats."""
    found = [facts.parse(body) for body in bodies if any(kind in body for kind in _NAMING)]
    names: list[str | None] = []
    for fact in found:
        match fact:
            case GameStarted(instead_of=real):
                names += [*fact.players, *((real and real.players) or ())]
            case RobotSeated():
                names.append(fact.name)
    return names


def _redelivered(
    journal: Journal, game_id: int, old: Sequence[str], new: Sequence[str], name: str, called: str
) -> list[list[tuple[str, int, str]]]:
    """Return each fact's new events as (audience, number, body), from a replay if possible."""
    before = journal.brought(game_id)
    if not journal.kept(game_id) and _delivered(old) == before and (again := _delivered(new)) is not None:
        return again
    return [
        [(who, seq, json.dumps(_event(json.loads(body), name, called))) for who, seq, body in one] for one in before
    ]


def _delivered(bodies: Sequence[str]) -> list[list[tuple[str, int, str]]] | None:
    """Return the events that today's rules give for each fact; None if they cannot judge one of the facts."""
    try:
        _, lines = Session.replay([facts.parse(body) for body in bodies])
    except BadInput:
        return None
    return [sorted((one.audience, one.seq, json.dumps(stored(dump(one)))) for one in brought) for brought in lines]


def renamed(record: Record, name: str) -> Record:
    """Return a game's record with a name replaced."""
    new = somebody(name, _names(record.facts))
    bodies = tuple(_fact(body, name, new) for body in record.facts)
    events = tuple(restored(_event(stored(event), name, new)) for event in record.events)
    if not record.kept and _public(record.facts) == [*record.events] and (again := _public(bodies)) is not None:
        events = tuple(again)
    return replace(record, facts=bodies, events=events)


def _public(bodies: Sequence[str]) -> list[Mapping[str, Json]] | None:
    """Return the public events under today's rules; None if they cannot judge the game."""
    delivered = _delivered(bodies)
    if delivered is None:
        return None
    return [restored(json.loads(body)) for brought in delivered for audience, _, body in brought if audience == PUBLIC]


def _fact(body: str, name: str, new: str) -> str:
    if not any(kind in body for kind in _NAMING):
        return body
    fact = facts.parse(body)
    if isinstance(fact, RobotSeated):
        return json.dumps(facts.dump(replace(fact, name=new if fact.name == name else fact.name)))
    if not isinstance(fact, GameStarted):
        return body
    real = fact.instead_of
    if real is not None and real.players is not None:
        real = replace(real, players=_players(real.players, name, new))
    return json.dumps(facts.dump(replace(fact, players=_players(fact.players, name, new), instead_of=real)))


def _players(players: Sequence[str | None], name: str, new: str) -> list[str | None]:
    return [new if player == name else player for player in players]


def _sentence(kept: Any, found: re.Pattern[str], new: str) -> Any:
    """Return a stored sentence with a name replaced.

    >>> _sentence({"say": "{card} of {who}", "given": {"who": "card", "card": "ace"}}, re.compile("card"), "somebody")
    {'say': '{card} of {who}', 'given': {'who': 'somebody', 'card': 'ace'}}
    >>> _sentence({"parts": ["Ana draws"], "brief": "Ana"}, re.compile("Ana"), "somebody")
    {'parts': ['somebody draws'], 'brief': 'somebody'}
    """
    match kept:
        case str():
            return found.sub(lambda _: new, kept)
        case {"say": str()}:
            given = {name: _sentence(one, found, new) for name, one in kept.get("given", {}).items()}
            return kept | ({"given": given} if given else {})
        case {"parts": [*parts]}:
            brief = {"brief": _sentence(kept["brief"], found, new)} if "brief" in kept else {}
            return kept | {"parts": [_sentence(one, found, new) for one in parts]} | brief
    return kept


def _event(event: Mapping[str, Json], name: str, new: str) -> dict[str, Json]:
    """Return an event with a name replaced in its list of players and its sentences.

    >>> _event({"event": "x", "text": "Ana’s turn, Anatol"}, "Ana", "somebody")
    {'event': 'x', 'text': 'somebody’s turn, Anatol'}
    """
    found = word(name)
    said: dict[str, Json] = {}
    for key, value in event.items():
        if key in _NAMES and isinstance(value, list):
            said[key] = [new if one == name else one for one in value]
        elif key in _SENTENCES:
            said[key] = _sentence(value, found, new)
        else:
            said[key] = value
    return said
