"""The language of a request, and the translated words of pages.

Responses are built from untranslated texts; this module translates them just before they are sent.
"""

import json
from collections.abc import Iterator
from typing import Any

from flask import Blueprint, Flask, Response, abort, current_app, g, request
from flask.json.provider import DefaultJSONProvider

from table import languages
from table.complaints import BadInput
from table.languages.language import Language, Translated
from table.saying import many, say
from table.values import Value, to_json

# -- The language of a request: from its URL, the phone's choice, the browser, or the table
#
# Templates and all texts in JSON responses are translated into this language.

COOKIE = "language"
_SETTING = "LANGUAGE"
_FINDS = "FINDS_LANGUAGE"
_YEAR_S = 365 * 24 * 3600


def speak(app: Flask, usual: str, *, by_hand: bool = False) -> None:
    """Make an application respond in the language of each request; `usual` is the table's language.

    `by_hand` means that the table has no pads, so players lay cards on their phones.
    """
    app.config |= {_SETTING: usual, _FINDS: languages.find_by_hand if by_hand else languages.find}
    app.json = _Spoken(app)
    app.jinja_env.globals |= {
        "say": lambda message, **given: chosen().says(say(message, **given)),
        "many": lambda one, several, count, **given: chosen().says(many(one, several, count, **given)),
        "spoken": chosen,
        "all_languages": lambda: ";".join(f"{code}={languages.find(code).name}" for code in languages.codes()),
    }
    app.before_request(_check)
    app.after_request(_remember)


def chosen() -> Language:
    """Return the language of the current request; outside a request, the table's language."""
    if not request:
        return _find(str(current_app.config[_SETTING])) if current_app else languages.find(languages.USUAL)
    if "language" not in g:
        g.language = _find(_asked() or _preferred())
    found: Language = g.language
    return found


def _find(code: str) -> Language:
    found: Language = current_app.config[_FINDS](code)
    return found


def as_the_table_speaks() -> None:
    """Respond to this request in the table's language, unless it names another one; set no language cookie."""
    g.language = _find(_asked() or str(current_app.config[_SETTING]))
    g.is_nobodys = True


def _asked() -> str | None:
    """Return the language that the request names, if the table speaks it."""
    asked = request.args.get("lang", "").lower()
    return asked if languages.known(asked) else None


def _check() -> None:
    """Refuse a request for a language that the table does not speak: 404 for a page, 400 for the API."""
    asked = request.args.get("lang")
    if not asked or _asked() is not None:
        return
    why = say("The table does not speak {language}.", language=repr(asked[:20]))
    if request.path.startswith("/api/"):
        raise BadInput(why)
    abort(404, description=why)


def _preferred() -> str:
    kept = request.cookies.get(COOKIE)
    if kept is not None and languages.known(kept):
        return kept
    return next(wanted(), str(current_app.config[_SETTING]))


def wanted() -> Iterator[str]:
    """Yield the browser's preferred languages that the table speaks, the most preferred first; de-CH means German."""
    accepted = ((tag, quality) for tag, quality in request.accept_languages if quality > 0)  # 0: not at all
    codes = (tag.partition("-")[0].lower() for tag, _ in accepted)
    return (code for code in codes if languages.known(code))


def _remember(response: Response) -> Response:
    """Set a page's language headers, and store the language named by its URL in a cookie."""
    if response.mimetype == "text/html":
        response.vary.add("Accept-Language")
        response.vary.add("Cookie")
        if (asked := _asked()) is not None and "is_nobodys" not in g:
            response.set_cookie(COOKIE, asked, max_age=_YEAR_S, samesite="Lax")
        response.content_language.add(chosen().code)
    return response


def _record(value: Any) -> Any:
    return to_json(value) if isinstance(value, Value) else DefaultJSONProvider.default(value)


class _Spoken(DefaultJSONProvider):
    """Translates every text in a response into the language of its request."""

    sort_keys = False
    default = staticmethod(_record)

    def dumps(self, obj: Any, **kwargs: Any) -> str:
        """Return an object as JSON, with its texts translated."""
        return super().dumps(chosen().of(obj), **kwargs)


# -- The texts of pages in one language, as a script that loads before all others. English needs no such script.

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
