"""The Flask application that serves the board's snapshots, with all its routes. Importing it builds nothing."""

from collections.abc import Iterable, Iterator

from flask import Blueprint, Flask

from web import locale
from web.access import claiming, phones, roles
from web.access.approvals import Claims
from web.access.registry import Registry
from web.api import (
    choices,
    corrections,
    decks,
    hands,
    history,
    joining,
    keeping,
    new_game,
    people,
    pictures,
    practice,
    pressing,
    recovery,
    seating,
    touching,
    updating,
    why,
)
from web.api import setting_up as setup_api
from web.context import Application, Config, Recovery, Table
from web.described import route as description
from web.pages import assets, guests, hosting, results, seats
from web.server import compression, errors, guard

# -- All routes of the application: pages and API


def blueprints(table: Table, config: Config) -> Iterator[Blueprint]:
    """Yield the routes for one table, including those for emulated hands if it has any."""
    claims = Claims(config.now_ns)
    yield results.scoreboard(table)
    yield guests.rules(table)
    yield why.blueprint(table)
    yield pictures.blueprint(table, config, claims)
    yield pictures.streams(table.board, config, pictures.STREAMS)
    yield roles.blueprint(table, config, claims)
    yield claiming.blueprint(table, config, claims)
    yield choices.blueprint(table, config)
    yield choices.ending(table, config)
    yield pressing.blueprint(table)
    yield touching.blueprint(table, config)
    yield description.blueprint()
    yield decks.blueprint(table, config)
    yield corrections.blueprint(table, config)
    yield results.score(table)
    yield history.blueprint(table)
    yield people.blueprint(table)
    yield keeping.blueprint(table, config)
    yield keeping.reports(table, config)
    yield updating.blueprint(table, config)
    yield new_game.blueprint(table, config)
    yield seating.places(table, config, claims)
    yield hosting.host(table)
    yield setup_api.blueprint(table)
    yield hosting.setting_up(table)
    yield joining.blueprint(table)
    yield hosting.joining_home(table)
    yield recovery.blueprint(None, config)
    yield hosting.recovery(None)
    yield seats.console(table)
    yield results.finished_games(table)
    yield results.known_people(table)
    yield results.tournaments(table)
    yield locale.blueprint()
    yield guests.who_to_ask(emulated=table.people is not None)
    yield guests.home_screen()
    yield guests.joining(emulated=table.people is not None)
    yield seating.robots(table, table.people, config)
    for one in table.following:
        yield from one.pages()
    if table.tabletop is not None and table.people is not None:
        yield seats.virtual(table, table.tabletop, table.people, config)
        yield hands.blueprint(table, config, table.people)
        yield seats.ear(table)
        yield practice.blueprint(table, table.people, config)


def create_app(table: Table, config: Config | None = None, registry: Registry | None = None) -> Flask:
    """Return the application for one table; without a registry, roles are lost when the process ends."""
    config = config or Config()
    app = _app(config, registry, by_hand=table.people is not None)
    hosting.lead_to_setup(app, table)
    return _with(app, blueprints(table, config))


def create_recovery(shown: Recovery, config: Config | None = None, registry: Registry | None = None) -> Flask:
    """Return the application for a table that fails to start: one page and its API, without the table itself."""
    config = config or Config()
    app = _app(config, registry)
    hosting.lead_to_recovery(app)
    blueprints = (recovery.blueprint(shown, config), hosting.recovery(shown))
    return _with(app, (*blueprints, locale.blueprint()))


def _app(config: Config, registry: Registry | None, *, by_hand: bool = False) -> Flask:
    app = Application("web")
    app.config["MAX_CONTENT_LENGTH"] = config.most_bytes
    locale.speak(app, config.language, by_hand=by_hand)
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
