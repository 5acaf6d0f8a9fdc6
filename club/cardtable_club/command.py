"""`cardtable hub`: listens to all tables in a club, and stores and shows what they publish.

Its dependencies come with the `hub` extra, so they are imported only inside the functions below.
"""

import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cardtable_club.publishing.address import Broker
from cardtable_club.publishing.address import broker as broker_of
from cardtable_club.publishing.address import place as place_of
from cardtable_club.publishing.membership import password_in
from table import languages
from table.cli import terminal
from table.complaints import BadInput
from table.saying import say

if TYPE_CHECKING:
    from cardtable_club.hub.database import Database

_BROKER = "Broker of the club: mqtt://HOST:PORT or mqtts://USER@HOST:PORT."
_DATABASE = "Database of the hub: sqlite:///FILE or postgresql://USER@HOST/DATABASE."
_PASSWORD = "File with the password for the broker."  # noqa: S105 - it names the file
_AUTHORITY = "PEM file of the certificate authority that signed the broker's certificate."
_DIRECTOR = "File with the director's password; by default, the hub creates and prints a PIN."
_NAME = "Host name of the pages behind a proxy; may be repeated."
_RETIRE = "Remove the table CLUB/TABLE from the club, and exit; its games stay in the history."
_EXTRA = ("alembic", "networkx", "prometheus_client", "psycopg", "sqlalchemy")
_DATABASE_S = 30.0  # to wait for a database that has just been started


@click.command
@click.option("--broker", "url", required=True, help=_BROKER)
@click.option("--database", default="sqlite:///club.db", help=_DATABASE)
@click.option("--port", type=click.IntRange(1, 65535), default=8100, help="Port of the hub's pages.")
@click.option("--password-file", type=terminal.FILE, help=_PASSWORD)
@click.option("--authority", type=terminal.FILE, help=_AUTHORITY)
@click.option("--director", type=terminal.FILE, help=_DIRECTOR)
@click.option("--name", "names", multiple=True, help=_NAME)
@click.option("--retire", "retired", help=_RETIRE)
@terminal.language
def hub(
    url: str,
    database: str,
    port: int,
    password_file: Path | None,
    authority: Path | None,
    director: Path | None,
    names: tuple[str, ...],
    retired: str | None,
    language: str,
) -> None:
    """Store and show what all tables of a club publish."""
    _check_installed()
    from cardtable_club.hub import tournaments
    from cardtable_club.hub.database import Database
    from cardtable_club.hub.listener import Hub
    from cardtable_club.web.server import bind

    languages.find(language, "--lang")
    try:
        broker, password = broker_of(url)
    except BadInput as error:
        raise BadInput(f"--broker: {error}") from None
    if password_file is not None:
        password = password_in(password_file)
    if authority is not None and not broker.tls:
        raise BadInput("--authority: this needs a broker with TLS, mqtts://")
    director_password = None if director is None else password_in(director)
    kept = Database(database)
    if retired is not None:
        _retire(broker, password, authority, kept, retired)
        return
    bound = bind(port)
    try:
        _reach(kept)
        _warn(broker)
        with Hub(broker, password, kept, authority=authority, on_game_over=tournaments.take) as listening:
            bound.run(listening, password=director_password, names=names, language=language)
    finally:
        bound.close()
        kept.close()


def _retire(broker: Broker, password: str | None, authority: Path | None, kept: "Database", named: str) -> None:
    """Remove a table from the club, both at the broker and in the database. Raise BadInput on failure."""
    from cardtable_club.hub import keeping
    from cardtable_club.publishing.retiring import retire

    try:
        place = place_of(named)
    except BadInput as error:
        raise BadInput(f"--retire: CLUB/TABLE: {error}") from None
    try:
        _reach(kept)
        cleared = retire(broker, password, place, authority)
        with kept.writing() as db:
            keeping.retire(db, place)
    finally:
        kept.close()
    said = say("{place} is retired: {cleared} retained messages are cleared.", place=str(place), cleared=cleared)
    terminal.tell(said)


def _warn(broker: Broker) -> None:
    if not broker.tls:
        terminal.tell(
            say(
                "The broker at {broker} is reached without TLS: whoever is on that network can read what the hub hears,"
                " and its password; mqtts:// encrypts both.",
                broker=str(broker),
            )
        )


def _check_installed() -> None:
    """Raise BadInput if a package of the `hub` extra is missing."""
    from importlib.util import find_spec

    missing = [name for name in _EXTRA if find_spec(name) is None]
    if missing:
        raise BadInput(
            say(
                "a hub needs what is not installed here ({missing}): pip install 'cardtable-club[hub]'",
                missing=", ".join(missing),
            )
        )


def _reach(database: "Database", clock: Callable[[], float] = time.monotonic) -> None:
    """Migrate a database, waiting if its PostgreSQL server is still starting. Raise BadInput if it never responds."""
    from cardtable_club.hub.database import DatabaseAway

    until_s, is_logged = clock() + _DATABASE_S, False
    while True:
        try:
            return database.migrate()
        except DatabaseAway as away:
            if not database.is_postgresql or clock() > until_s:
                raise BadInput(away.text) from None
            if not is_logged:
                terminal.tell(say("{why}. The hub tries again for half a minute.", why=away.text))
                is_logged = True
            time.sleep(0.5)
