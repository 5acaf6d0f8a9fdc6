"""The table on phones: a Flask application over the board's pictures. Nothing is built at import."""

from flask import Flask

from web import access, errors, guard, routes
from web.given import Config, Table
from web.registry import Registry


def create_app(table: Table, config: Config | None = None, registry: Registry | None = None) -> Flask:
    """Make the application for one table; without a registry nobody is known any more when the process ends."""
    config = config or Config()
    app = Flask(__name__)
    app.config["MAX_CONTENT_LENGTH"] = config.most_bytes
    app.json.sort_keys = False  # type: ignore[attr-defined]
    access.remember(app, registry or Registry())
    guard.protect(app)
    errors.explain(app)
    for blueprint in routes.blueprints(table, config):
        app.register_blueprint(blueprint)
    return app
