"""A hub on the network: its application, and what serves it until it is interrupted."""

import sys

import click
from flask import Flask

from table import languages
from table.cli.shared import output
from table.hub.database import DatabaseAway
from table.hub.listener import Hub
from table.keeping.pin import random_pin
from table.saying import say
from web.access import phones
from web.access.addresses import lan_address
from web.access.registry import Registry
from web.api import streams as shared
from web.context import Application, Config
from web.described import route as described
from web.hub import api, director, pages, tournaments
from web.hub.context import Club
from web.hub.stream import STREAMS, Streams
from web.locale import negotiation, words
from web.pages import assets
from web.server import compression, errors, guard
from web.server.port import Port, announce, hashed, make_server, serve, stop_on_signal

COOKIE = "cardtable_hub"  # a table on the same machine has another one


def create_app(club: Club, config: Config | None = None, registry: Registry | None = None) -> Flask:
    """Return the application of a hub; without a registry whoever is director is so until the process ends."""
    config = config or Config()
    app = Application("web")
    app.config["MAX_CONTENT_LENGTH"] = config.most_bytes
    app.config[guard.NAMES] = frozenset(name.lower() for name in club.names)
    negotiation.speak(app, config.language)
    phones.remember(app, registry or Registry())
    app.config["SESSION_COOKIE_NAME"] = COOKIE
    guard.protect(app)
    compression.lighten(app)
    assets.announce(app)
    app.jinja_env.globals["of_hub"] = True
    errors.explain(app)
    app.register_error_handler(DatabaseAway, lambda away: errors.told(away.text, 503))
    streams = Streams(club.hub.wall, config)
    for blueprint in (
        api.blueprint(club),
        director.blueprint(config),
        pages.blueprint(club, streams),
        shared.blueprint(club.hub.wall, config, STREAMS),
        tournaments.blueprint(club),
        words.blueprint(),
        described.published(),
    ):
        app.register_blueprint(blueprint)
    return app


class BoundHub(Port):
    """A port that a hub is served on."""

    def run(self, hub: Hub, *, password: str | None, names: tuple[str, ...], language: str = languages.USUAL) -> None:
        """Serve a hub until it is interrupted. Without a director's `password` a PIN is made, and shown."""
        secret = password or random_pin()
        config = Config(pin_hash=hashed(secret), language=language)
        server = make_server(create_app(Club(hub, names), config), hub.wall, self.listener, config)
        stop_on_signal(hub.wall.close)
        _welcome(self.port, None if password else secret)
        try:
            serve(server)
        except SystemExit:  # the signal came before the server was there to catch it
            hub.wall.close()
        server.teller.wait()  # type: ignore[attr-defined]
        server.close()


def _welcome(port: int, pin: str | None) -> None:
    address = lan_address()
    rows = [(say("The club"), f"http://{address or 'localhost'}:{port}/")]
    if pin is not None:
        rows.append((say("Director’s PIN"), pin))
    announce(rows)
    output.tell(say("  Ctrl-C stops; the broker keeps for the hub what tables say meanwhile."))
    click.echo()
    sys.stdout.flush()
