"""The route of the API's description, which is made at the first request."""

from functools import cache

from flask import Blueprint, Response, current_app


def blueprint() -> Blueprint:
    routes = Blueprint("openapi", __name__)

    @cache
    def text() -> str:
        from web.described.openapi import described

        return current_app.json.dumps(described(rule.rule for rule in current_app.url_map.iter_rules()))

    @routes.get("/api/v1/openapi.json")
    def openapi() -> Response:
        return Response(text(), mimetype="application/json")

    return routes
