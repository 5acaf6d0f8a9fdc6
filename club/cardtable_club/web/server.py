"""Runs a hub's application and server until they are interrupted."""

import sys
from pathlib import Path

import click
from flask import Blueprint, Flask

from cardtable_club.hub.database import DatabaseAway
from cardtable_club.hub.listener import Hub
from cardtable_club.publishing import described
from cardtable_club.web import api, director, pages, tournaments
from cardtable_club.web.context import Club
from cardtable_club.web.stream import STREAMS, Streams
from table import languages
from table.cli import terminal
from table.keeping.pin import random_pin
from table.saying import say
from web import locale
from web.access import phones
from web.access.addresses import lan_address
from web.access.registry import Registry
from web.api import pictures as shared
from web.context import Application, Config
from web.pages import assets
from web.server import compression, errors, guard, log
from web.server.port import Port, announce, hashed, listening, make_server, serve, stop_on_signal

_HERE = Path(__file__).parent
COOKIE = "cardtable_hub"  # differs from a table's cookie, because a table may run on the same computer


def create_app(club: Club, config: Config | None = None, registry: Registry | None = None) -> Flask:
    """Create a hub's Flask application. Without a registry, the director is logged out when the process ends."""
    config = config or Config()
    app = Application("web")
    app.config["MAX_CONTENT_LENGTH"] = config.most_bytes
    app.config[guard.NAMES] = frozenset(name.lower() for name in club.names)
    locale.speak(app, config.language)
    phones.remember(app, registry or Registry())
    app.config["SESSION_COOKIE_NAME"] = COOKIE
    guard.protect(app)
    compression.lighten(app)
    assets.announce(app, _HERE / "imports.json")
    app.config[errors.PAGE] = "hub_error.html"
    errors.explain(app)
    app.register_error_handler(DatabaseAway, lambda away: errors.error_response(away.text, 503))
    streams = Streams(club.hub.wall, config)
    for blueprint in (
        api.blueprint(club),
        director.blueprint(config),
        pages.blueprint(club, streams),
        shared.streams(club.hub.wall, config, STREAMS),
        tournaments.blueprint(club),
        locale.blueprint(),
        described.blueprint("Messages that a hub of card tables receives"),
        Blueprint("hub", __name__, template_folder="templates", static_folder="static", static_url_path="/static/club"),
    ):
        app.register_blueprint(blueprint)
    return app


def bind(port: int) -> "BoundHub":
    """Bind a port for a hub. Raise BadInput if the port is not available."""
    log.configure_libraries()  # here, because all libraries that log are loaded by now
    return BoundHub(listening(port))


class BoundHub(Port):
    """A port on which a hub is served."""

    def run(self, hub: Hub, *, password: str | None, names: tuple[str, ...], language: str = languages.USUAL) -> None:
        """Serve a hub until it is interrupted. Without a director's `password`, generate and print a PIN."""
        secret = password or random_pin()
        config = Config(pin_hash=hashed(secret), language=language)
        server = make_server(create_app(Club(hub, names), config), hub.wall, self.listener, config)
        stop_on_signal(hub.wall.close)
        _welcome(self.port, None if password else secret)
        try:
            serve(server)
        except SystemExit:  # the signal came before the server was ready to catch it
            hub.wall.close()
        server.sse_server.wait()  # type: ignore[attr-defined]
        server.close()


def _welcome(port: int, pin: str | None) -> None:
    address = lan_address()
    rows = [(say("The hub"), f"http://{address or 'localhost'}:{port}/")]
    if pin is not None:
        rows.append((say("Director’s PIN"), pin))
    announce(rows)
    terminal.tell(say("  Ctrl-C stops; the broker keeps for the hub what tables say meanwhile."))
    click.echo()
    sys.stdout.flush()
