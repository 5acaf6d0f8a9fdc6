"""The words of pages in one language, as a script that loads before all others. English needs none."""

import json

from flask import Blueprint, Response, abort, request

from table import languages
from table.languages.language import Translated

_AS_LONG_AS_IT_IS_NEW = "no-cache"  # a browser asks whether it has changed


def blueprint() -> Blueprint:
    routes = Blueprint("words", __name__)

    @routes.get("/words/<code>.js")
    def words(code: str) -> Response:
        if not languages.known(code):
            abort(404)
        found = languages.find(code)
        said = {
            "code": found.code,
            "signed": code == languages.SIGNED,
            "messages": found.pages if isinstance(found, Translated) else {},
        }
        body = f"globalThis.words={json.dumps(said, ensure_ascii=False, separators=(',', ':'))}"
        response = Response(body, mimetype="text/javascript")
        response.headers["Cache-Control"] = _AS_LONG_AS_IT_IS_NEW
        response.add_etag()
        response.make_conditional(request)
        return response

    return routes
