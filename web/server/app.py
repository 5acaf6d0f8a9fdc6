"""The Flask application over the board's snapshots. Nothing is built at import."""

from collections.abc import Iterable

from flask import Blueprint, Flask

from web.access import phones
from web.access.registry import Registry
from web.api import recovery
from web.context import Application, Config, Recovery, Table
from web.locale import negotiation, words
from web.pages import assets, setting_up
from web.pages import recovery as recovery_page
from web.server import compression, errors, guard, routes


def create_app(table: Table, config: Config | None = None, registry: Registry | None = None) -> Flask:
    """Return the application for one table; without a registry, roles end with the process."""
    config = config or Config()
    app = _app(config, registry, by_hand=table.people is not None)
    setting_up.lead_there(app, table)
    return _with(app, routes.blueprints(table, config))


def create_recovery(shown: Recovery, config: Config | None = None, registry: Registry | None = None) -> Flask:
    """Return the application that is served where a table does not come up: one page, and nothing of the table."""
    config = config or Config()
    app = _app(config, registry)
    recovery_page.lead_there(app)
    blueprints = (recovery.blueprint(shown, config), recovery_page.blueprint(shown))
    return _with(app, (*blueprints, words.blueprint()))


def _app(config: Config, registry: Registry | None, *, by_hand: bool = False) -> Flask:
    app = Application("web")
    app.config["MAX_CONTENT_LENGTH"] = config.most_bytes
    negotiation.speak(app, config.language, by_hand=by_hand)
    phones.remember(app, registry or Registry())
    guard.protect(app)
    compression.lighten(app)
    assets.announce(app)
    return app


def _with(app: Flask, blueprints: Iterable[Blueprint]) -> Flask:
    errors.explain(app)
    for blueprint in blueprints:
        app.register_blueprint(blueprint)
    return app
