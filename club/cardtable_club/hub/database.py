"""The database of a hub, SQLite or PostgreSQL: opening, migrating, transactions.

A committed transaction has reached the disk. Writers hold a lock on the database, so only one thread in one process
writes at a time.
"""

import sqlite3
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Engine, Table, create_engine, event, make_url
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError, DataError, DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.pool import QueuePool

from table.complaints import BadInput, UserError
from table.saying import say

EXPECTED = "sqlite:///FILE or postgresql://USER@HOST/DATABASE"
_MIGRATIONS = Path(__file__).parent / "migrations"
_WRITER = 0x63617264  # key of the PostgreSQL advisory lock for writers; unique in this database
_BUSY_MS = 10_000
_READERS = 8
_CONNECT_S = 5
_IMMEDIATE = "immediate"


class DatabaseAway(UserError):
    """The database is unavailable. Messages that could not be written will be written later."""


class Database:
    """A hub's database, usable from any thread; `close` is safe to call twice."""

    def __init__(self, url: str) -> None:
        """Prepare the database at `url` (see `EXPECTED` for the format). Raise BadInput if the URL is invalid."""
        self._url = _checked(url)
        self._said = make_url(url)
        self._engine = _engine(self._url)
        self._lock = threading.Lock()

    def __str__(self) -> str:
        """Return the URL as it was given, without passwords."""
        open_to_all = {name: value for name, value in self._said.query.items() if "pass" not in name.lower()}
        return self._said._replace(password=None).set(query=open_to_all).render_as_string()

    @property
    def is_postgresql(self) -> bool:
        """Whether this is a PostgreSQL database."""
        return self._url.get_backend_name() == "postgresql"

    def close(self) -> None:
        self._engine.dispose()

    def migrate(self) -> None:
        """Migrate the schema to the latest version. Raise DatabaseAway if the database is unavailable."""
        config = Config()
        config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
        with self.writing() as db:
            config.attributes["connection"] = db
            command.upgrade(config, "head")

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Read a consistent snapshot in one transaction. Raise DatabaseAway if the database is unavailable."""
        with _explained(self), self._engine.connect() as db:
            yield db

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Write in one exclusive transaction. If the database is unavailable, write nothing and raise DatabaseAway."""
        with self._lock, _explained(self), self._engine.connect() as db:
            db = db.execution_options(**{_IMMEDIATE: True})
            with db.begin():
                if self.is_postgresql:
                    db.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_WRITER})")
                yield db


def add_new(db: Connection, table: Table, rows: Sequence[Mapping[str, Any]]) -> None:
    """Insert rows, except those whose key already exists."""
    if rows:
        make = postgresql.insert if db.dialect.name == "postgresql" else sqlite.insert
        db.execute(make(table).on_conflict_do_nothing(), [*rows])


def put(db: Connection, table: Table, row: Mapping[str, Any]) -> None:
    """Insert a row, or update the row that has the same key."""
    keys = [column.name for column in table.primary_key]
    make = postgresql.insert if db.dialect.name == "postgresql" else sqlite.insert
    changed = {name: value for name, value in row.items() if name not in keys}
    db.execute(make(table).values(**row).on_conflict_do_update(index_elements=keys, set_=changed))


def _checked(url: str) -> URL:
    try:
        found = make_url(url)
    except ArgumentError:
        raise BadInput(say("the database: expected {expected}", expected=EXPECTED)) from None
    match found.drivername:
        case "sqlite" if found.database and found.database != ":memory:":
            return found
        case "postgresql" | "postgres" if found.database:
            more = {} if "connect_timeout" in found.query else {"connect_timeout": str(_CONNECT_S)}
            return found.set(drivername="postgresql+psycopg").update_query_dict(more)
    raise BadInput(say("the database: expected {expected}", expected=EXPECTED))


def _engine(url: URL) -> Engine:
    if url.get_backend_name() == "postgresql":
        return create_engine(url, pool_size=_READERS, max_overflow=_READERS, pool_pre_ping=True)
    engine = create_engine(url, poolclass=QueuePool, pool_size=_READERS, max_overflow=_READERS)
    event.listen(engine, "connect", _set_up)
    event.listen(engine, "begin", _begin)
    return engine


def _set_up(connection: sqlite3.Connection, _record: Any) -> None:
    connection.isolation_level = None  # we begin transactions ourselves, in `_begin`
    for pragma in (
        f"busy_timeout = {_BUSY_MS}",
        "journal_mode = WAL",
        "synchronous = FULL",
        "foreign_keys = ON",
        "secure_delete = ON",
    ):
        connection.execute(f"PRAGMA {pragma}")


def _begin(db: Connection) -> None:
    db.exec_driver_sql("BEGIN IMMEDIATE" if db.get_execution_options().get(_IMMEDIATE) else "BEGIN")


@contextmanager
def _explained(of: Database) -> Iterator[None]:
    try:
        yield
    except (DataError, IntegrityError):  # the data is at fault, not the database
        raise
    except DBAPIError as error:
        why = _why(str(error.orig)) or type(error.orig).__name__
        raise DatabaseAway(say("the database {database} does not answer: {why}", database=str(of), why=why)) from error
    except SQLAlchemyError as error:
        why = _why(str(error))
        raise DatabaseAway(say("the database {database} does not answer: {why}", database=str(of), why=why)) from error


def _why(said: str) -> str:
    r"""Reduce a driver's error message to a phrase for use in a sentence, without hints for developers.

    >>> _why('connection refused\n\tIs the server running on that host?\n')
    'connection refused'
    """
    lines = [line for line in said.splitlines() if not line.startswith("\t")]
    return " ".join(" ".join(lines).split()).rstrip(".?")
