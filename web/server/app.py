"""The table on phones: a Flask application over the board's pictures. Nothing is built at import."""

from flask import Flask

from web.access import phones
from web.access.registry import Registry
from web.given import Application, Config, Table
from web.pages import setting_up
from web.pages.together import files
from web.server import budget, errors, guard, lighter, routes
from web.spoken import chosen


def create_app(table: Table, config: Config | None = None, registry: Registry | None = None) -> Flask:
    """Return the application for one table; without a registry offices end with the process."""
    config = config or Config()
    app = Application("web")
    app.config["MAX_CONTENT_LENGTH"] = config.most_bytes
    chosen.speak(app, config.language)
    phones.remember(app, registry or Registry())
    budget.limit(app, budget.Budget())
    guard.protect(app)
    lighter.lighten(app)
    files.announce(app)
    setting_up.lead_there(app, table)
    errors.explain(app)
    for blueprint in routes.blueprints(table, config):
        app.register_blueprint(blueprint)
    return app
