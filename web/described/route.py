"""The routes of the descriptions: they are made when somebody asks for them."""

from functools import cache

from flask import Blueprint, Response, current_app


def blueprint() -> Blueprint:
    """Return the routes."""
    routes = Blueprint("openapi", __name__)

    @cache
    def text() -> str:
        from web.described.openapi import described

        return current_app.json.dumps(described(rule.rule for rule in current_app.url_map.iter_rules()))

    @routes.get("/api/v1/openapi.json")
    def openapi() -> Response:
        return Response(text(), mimetype="application/json")

    _add_published(routes)
    return routes


def published() -> Blueprint:
    """Return the route of what tables of a club publish, which is the same at a hub."""
    routes = Blueprint("asyncapi", __name__)
    _add_published(routes)
    return routes


def _add_published(routes: Blueprint) -> None:
    @cache
    def text() -> str:
        from web.described.asyncapi import described

        return current_app.json.dumps(described())

    @routes.get("/asyncapi.json")
    def asyncapi() -> Response:
        return Response(text(), mimetype="application/json")
