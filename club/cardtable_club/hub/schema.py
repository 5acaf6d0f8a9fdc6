"""The tables of a hub's database, the same in SQLite and PostgreSQL. `migrations` create them; a test compares both.

Times are wall-clock times, in ms since 1970. A place is a table of a club: `club` and `tablename` (`table` is an SQL
keyword).
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
)

METADATA = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
    }
)
GREATEST = 2**31 - 1  # PostgreSQL's largest Integer
_NAME, _UUID, _KIND = String(40), String(36), String(40)

# Facts about the hub itself, by name: its client ID.
NOTES = Table("notes", METADATA, Column("name", _NAME, primary_key=True), Column("body", Text, nullable=False))

PLACES = Table(
    "places",
    METADATA,
    Column("club", _NAME, nullable=False),
    Column("tablename", _NAME, nullable=False),
    Column("state", String(10), nullable=False),
    Column("version", _NAME, nullable=False),
    Column("since", _NAME, nullable=False),
    PrimaryKeyConstraint("club", "tablename"),
)

# `told` is the number of events that are stored without a gap, `latest` the highest known event number: a game is
# complete when the two are equal. `summary` is the JSON that its table published after the end; the columns after it
# are derived from the summary.
GAMES = Table(
    "games",
    METADATA,
    Column("uuid", _UUID, primary_key=True),
    Column("club", _NAME, nullable=False),
    Column("tablename", _NAME, nullable=False),
    Column("told", Integer, nullable=False),
    Column("latest", Integer, nullable=False),
    Column("summary", Text),
    Column("kind", _KIND),
    Column("game", _KIND),
    Column("ended_ms", BigInteger),
    Column("listed", Boolean, nullable=False),
    Index("ix_games_listed", "listed", "ended_ms", "uuid"),
    Index("ix_games_place", "club", "tablename"),
)

# The folded names of the people in listed games, by which games can be found, even those that do not count.
SEATED = Table(
    "seated",
    METADATA,
    Column("folded", String(300), nullable=False),
    Column("uuid", _UUID, ForeignKey("games.uuid"), nullable=False, index=True),
    PrimaryKeyConstraint("folded", "uuid"),
    sqlite_with_rowid=False,
)

EVENTS = Table(
    "events",
    METADATA,
    Column("game", _UUID, ForeignKey("games.uuid"), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("body", Text, nullable=False),
    PrimaryKeyConstraint("game", "seq"),
    sqlite_with_rowid=False,
)

# A name at a table. `person` is the lowest ID of all names of the same person; `folded` is the form used for
# comparison.
NAMES = Table(
    "names",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("club", _NAME, nullable=False),
    Column("tablename", _NAME, nullable=False),
    Column("name", String(100), nullable=False),
    Column("folded", String(300), nullable=False, index=True),
    Column("person", Integer, index=True),
    UniqueConstraint("club", "tablename", "name"),
)

# The director's answers on whether two names belong to the same person; `lower` is the lower ID of the two.
ANSWERS = Table(
    "answers",
    METADATA,
    Column("lower", Integer, ForeignKey("names.id"), nullable=False),
    Column("higher", Integer, ForeignKey("names.id"), nullable=False),
    Column("same", Boolean, nullable=False),
    PrimaryKeyConstraint("lower", "higher"),
)

# A person's part in a finished game played by people, and their rating afterwards.
PARTS = Table(
    "parts",
    METADATA,
    Column("uuid", _UUID, ForeignKey("games.uuid"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("name", Integer, ForeignKey("names.id"), nullable=False),
    Column("game", _KIND, nullable=False),
    Column("ended_ms", BigInteger, nullable=False),
    Column("completed", Boolean, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("points", Integer, nullable=False),
    Column("place", Integer, nullable=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    PrimaryKeyConstraint("uuid", "seat"),
    Index("ix_parts_name", "name", "game", "ended_ms"),
    Index("ix_parts_game", "game", "ended_ms", "uuid"),
)

# A person's totals for one kind of game.
STANDINGS = Table(
    "standings",
    METADATA,
    Column("person", Integer, ForeignKey("names.id"), nullable=False),
    Column("game", _KIND, nullable=False),
    Column("games", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("points", BigInteger, nullable=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("last_ms", BigInteger, nullable=False, index=True),
    PrimaryKeyConstraint("person", "game"),
)

# A tournament is a log: its state follows from its entries, in order.
TOURNAMENTS = Table(
    "tournaments",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("is_on", Boolean, nullable=False),
    sqlite_autoincrement=True,
)
ENTRIES = Table(
    "entries",
    METADATA,
    Column("tournament", Integer, ForeignKey("tournaments.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("body", Text, nullable=False),
    PrimaryKeyConstraint("tournament", "number"),
)
