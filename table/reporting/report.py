"""Writes a report: a ZIP archive with the last game, the configuration, health and the end of the log.

| part | contents |
|---|---|
| `report.json` | the game, versions, configuration, health, and whether a replay produced the same events |
| `facts.jsonl` | the game's facts, as a table script |
| `told.jsonl` | its events as delivered, with `sealed` ones if the journal still has them |
| `aside.jsonl` | facts that could not be judged, the fact before each, and the reason |
| `log.jsonl` | the end of the log, with errors reported by pages on phones |
"""

import json
import zipfile
from collections.abc import Mapping, Sequence
from contextlib import nullcontext, suppress
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from table import facts
from table.complaints import BadInput, JournalBroken
from table.facts import ChoiceMade, Fact, GameStarted, RobotSeated, TagArrived
from table.files import check_replaceable, write_atomically
from table.games.game import PUBLIC, SEALED
from table.history.archive import Archive, path_of
from table.judging.script import FACTS
from table.judging.session import Session, dump
from table.keeping import kept_log
from table.keeping.records import Records, SetAside
from table.keeping.salvage import salvage
from table.reporting.configuration import versions
from table.reporting.scrubbing import Scrubber, called
from table.saying import say, stored
from table.values import Json, Value, replace, to_json

FORMAT = 1
LATER = say("The game is not over, and a report shows every hand. End it first.")
ABOUT, TOLD, ASIDE, LOG = "report.json", "told.jsonl", "aside.jsonl", "log.jsonl"
_OF_OURS = ("at", "level", "fact", "versions", "configuration")  # log fields that never contain text people typed
_HEALTH = ("a reader is lost", "a reader is back", "a reader was restarted", "a source has failed")

NumberedEvents = Sequence[tuple[int, Mapping[str, Json]]]  # events, each with the number of its fact
Parts = Mapping[str, Sequence[Mapping[str, object]]]  # the lines of each part, by its name


class AboutGame(Value, kw_only=True):
    """A report's description of its game: the number of its `facts`, and whether a replay produces the same events."""

    game: str = ""
    rules_version: str = ""
    began: str = ""
    ended: str | None = None
    audience: str = ""
    facts: int = 0
    newer_rules_from: tuple[int, ...] = ()
    replays_as_told: bool = False


class About(Value, kw_only=True):
    """The head of a report; older reports may lack fields.

    In `health`, `now` is the state of the hardware, and `heard` has the log entries about it.
    """

    format: int
    made_at: str = ""
    versions: Mapping[str, object] = {}
    game: AboutGame | None = None
    configuration: object = None
    health: Mapping[str, object] = {}
    damage: str | None = None


class Aside(Value):
    """A fact that could not be judged: the number of the fact before it, and the error."""

    after_fact: int
    fact: Mapping[str, object] | None
    error: str


class LastGame(Value):
    """The last game of a table, with its players' names. `audience` is the audience of its `events`."""

    game_id: int
    game: str
    rules_version: str
    began: str
    ended: str | None
    facts: tuple[Fact, ...]
    events: NumberedEvents
    audience: str
    aside: tuple[SetAside, ...] = ()
    kept: tuple[int, ...] = ()

    @property
    def started(self) -> GameStarted:
        """The game's first fact. Raise BadInput if it is not `game_started`."""
        first = self.facts[0] if self.facts else None
        if not isinstance(first, GameStarted):
            raise BadInput("a game begins with the fact game_started")
        return first

    @property
    def is_secret(self) -> bool:
        """Whether the facts reveal hands: this game is unfinished, and people are playing it, but not for practice."""
        return self.ended is None and not self.started.auto and self.started.instead_of is None


def write(database: Path, to: Path, health: Mapping[str, Json] | None = None) -> LastGame | None:
    """Write a report to a file, and return the game in it. Raise BadInput as `made` does, or if writing fails."""
    check_replaceable(to, ABOUT)
    body, game = made(database, health)
    write_atomically(to, body)
    return game


def made(
    database: Path, health: Mapping[str, Json] | None = None, *, secrets: bool = True
) -> tuple[bytes, LastGame | None]:
    """Return a report, and the game in it, if there is one. `health` is the hardware's state if the table is running.

    Raise BadInput if there is no such table, or none of it can be read; without `secrets`, also if the game
    `is_secret`.
    """
    if not any(path.exists() for path in (database, path_of(database), *kept_log.paths_of(database))):
        raise BadInput(f"{database}: there is no such file")
    game, others, damage = _last_of(database)
    if game is None and damage is not None and not kept_log.read(database):
        raise BadInput(damage)
    if game is not None and game.is_secret and not secrets:
        raise BadInput(LATER)
    players = () if game is None else _names(game.started)
    if game is not None:
        others = [*others, *(fact.name for fact in game.facts if isinstance(fact, RobotSeated) and fact.name)]
    scrubber = Scrubber(called(players, others), folders=(database.parent, database.resolve().parent, Path.home()))
    log = [_entry(entry, scrubber) for entry in kept_log.read(database)]
    of_game, parts = (None, {}) if game is None else _game_parts(game, scrubber)
    about = About(
        format=FORMAT,
        made_at=_now(),
        versions=versions(),
        game=of_game,
        configuration=_configuration(log),
        health=_health(log, scrubber, health),
        damage=None if damage is None else scrubber.text(damage),
    )
    return _packed(about, {**parts, LOG: log}), game


# -- reading the game


def _last_of(database: Path) -> tuple[LastGame | None, list[str], str | None]:
    """Return the last game, the names of everybody who has ever played, and the error of a damaged journal, if any.

    The readable part of a damaged journal is used.
    """
    names: list[str] = []
    found: list[LastGame] = []
    with suppress(BadInput), Archive(database) if path_of(database).exists() else nullcontext() as archive:
        if archive is not None:
            names += archive.tallies.standings()
            found += _in_archive(archive)
    damage = None
    with TemporaryDirectory(prefix="cardtable-") as folder:
        try:
            games, more = _in_journal(database)
        except (BadInput, JournalBroken) as error:
            damage = str(error)
            games, more = _saved(database, Path(folder) / "saved.db")
    found += games
    return max(found, key=lambda game: game.game_id, default=None), [*names, *more], damage


def _saved(database: Path, to: Path) -> tuple[list[LastGame], list[str]]:
    try:
        salvage(database, to)
        return _in_journal(to)
    except (BadInput, JournalBroken):
        return [], []


def _in_archive(archive: Archive) -> list[LastGame]:
    played = archive.played(0)
    imported = archive.page(limit=1, before=None)
    if not (played or imported):
        return []
    game_id = played[-1][0] if played else imported[0].id
    kept, record = archive.find(game_id), archive.record(game_id)
    events = [*zip(record.of, record.events, strict=True)]
    seen = tuple(record.parsed())
    began, ended = kept.started_at, kept.ended_at
    of = kept.summary.game
    return [LastGame(game_id, of, kept.rules_version, began, ended, seen, events, PUBLIC, (), record.kept)]


def _in_journal(database: Path) -> tuple[list[LastGame], list[str]]:
    """Return the last game of a journal, and the names in all of its games."""
    if not database.exists():
        return [], []
    with Records.read(database) as records:
        known = sorted(records.known())
        names = [name for game_id in known for name in _names(records.started(game_id)) if name]
        if not known:
            return [], []
        one = records.game(known[-1])
        return [
            LastGame(
                one.game_id,
                one.game,
                one.rules_version,
                one.started_at,
                one.ended_at,
                tuple(records.facts(one.game_id)),
                records.delivered_to(one.game_id, SEALED),
                SEALED,
                tuple(records.set_aside(one.game_id)),
                tuple(records.kept(one.game_id)),
            )
        ], names


def _names(started: GameStarted) -> list[str | None]:
    """Return all names in a game's first fact, beginning with its own players by seat."""
    real = started.instead_of
    return [*started.players, *((real and real.players) or ())]


# -- the contents of a report


def _game_parts(game: LastGame, scrubber: Scrubber) -> tuple[AboutGame, Parts]:
    """Return a report's description of a game, and its parts: facts, events, failed facts."""
    seen = [nameless(fact, scrubber) for fact in game.facts]
    again = replayed(seen, game.audience)
    same = again is not None and _is_same(game)
    events = again if same else [(number, _scrubbed(event, scrubber)) for number, event in game.events]
    about = AboutGame(
        game=game.game,
        rules_version=game.rules_version,
        began=game.began,
        ended=game.ended,
        audience=game.audience,
        facts=len(seen),
        newer_rules_from=game.kept,
        replays_as_told=same,
    )
    parts: Parts = {
        FACTS: [facts.dump(fact) for fact in seen],
        TOLD: [{"of": number, "event": event} for number, event in events or ()],
        ASIDE: [to_json(_aside(one, scrubber)) for one in game.aside],
    }
    return about, parts


def _is_same(game: LastGame) -> bool:
    """Return whether a replay under today's rules produces the same events."""
    return not game.kept and replayed(game.facts, game.audience) == [*game.events]


def replayed(seen: Sequence[Fact], audience: str) -> list[tuple[int, Mapping[str, Json]]] | None:
    """Return an audience's events in a replay, each with the number of its fact, or None if the rules fail."""
    try:
        _, lines = Session.replay(seen)
    except Exception:  # noqa: BLE001 - a report is often about rules that fail
        return None
    return [
        (number, dump(line)) for number, brought in enumerate(lines) for line in brought if line.audience == audience
    ]


def nameless(fact: Fact, scrubber: Scrubber) -> Fact:
    """Return a fact without names or UIDs, replacing players' names with their seats."""
    match fact:
        case GameStarted():
            real = fact.instead_of
            if real is not None and real.players is not None:
                real = replace(real, players=_seats(real.players))
            return replace(fact, players=_seats(fact.players), instead_of=real)
        case RobotSeated(seat=seat, name=str()):
            return replace(fact, name=f"Seat {seat}")
        case TagArrived():
            return replace(fact, uid=scrubber.uid(fact.uid))
        case ChoiceMade(value=str(said)) if said in scrubber.names:
            return replace(fact, value=scrubber.text(said))
    return fact


def _seats(players: Sequence[str | None]) -> list[str | None]:
    return [None if name is None else f"Seat {seat}" for seat, name in enumerate(players, start=1)]


def _scrubbed(event: Mapping[str, Json], scrubber: Scrubber) -> Mapping[str, Json]:
    """Remove names from an event's sentences and players; used for events that a replay does not reproduce."""
    fields = dict(event)
    for key in fields.keys() & {"text", "label", "error", "players"}:
        fields[key] = scrubber.all_of(json.loads(json.dumps(fields[key])))
    if "uid" in fields:
        fields["uid"] = scrubber.uid(str(fields["uid"]))
    return fields


def _aside(set_aside: SetAside, scrubber: Scrubber) -> Aside:
    fact = None
    with suppress(BadInput):
        fact = facts.dump(nameless(facts.parse(set_aside.body), scrubber))
    return Aside(set_aside.after_fact, fact, scrubber.text(set_aside.error))


def _entry(entry: Mapping[str, Json], scrubber: Scrubber) -> Mapping[str, Json]:
    """Return a log entry without secrets; fields that contain only our own text are left unchanged."""
    return {key: value if key in _OF_OURS else scrubber.all_of(value) for key, value in entry.items()}


def _configuration(log: Sequence[Mapping[str, Json]]) -> Json:
    """Return the table's configuration when it last started."""
    return next((entry["configuration"] for entry in reversed(log) if "configuration" in entry), None)


def _health(
    log: Sequence[Mapping[str, Json]], scrubber: Scrubber, now: Mapping[str, Json] | None
) -> Mapping[str, object]:
    """Return the hardware's state `now`, if the table is running, and the log entries about it since startup."""
    starts = [number for number, entry in enumerate(log) if "configuration" in entry]
    since = log[starts[-1] if starts else 0 :]
    heard = [{**entry} for entry in since if entry.get("event") in _HEALTH]
    readable = None if now is None else scrubber.all_of(json.loads(json.dumps(now)))
    return {"now": readable, "heard": heard}


def _packed(about: About, parts: Parts) -> bytes:
    body = BytesIO()
    with zipfile.ZipFile(body, "w") as packed:
        _add(packed, ABOUT, f"{json.dumps(to_json(about), ensure_ascii=False, indent=1)}\n")
        for name in sorted(parts):
            lines = (json.dumps(stored(one), ensure_ascii=False) for one in parts[name])
            _add(packed, name, "".join(f"{line}\n" for line in lines))
    return body.getvalue()


def _add(packed: zipfile.ZipFile, name: str, text: str) -> None:
    entry = zipfile.ZipInfo(name)
    entry.compress_type = zipfile.ZIP_DEFLATED
    packed.writestr(entry, text.encode("utf-8", "replace"))


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
