"""Errors in one sentence: JSON for programs, a small page for people."""

from flask import Flask, Response, current_app, jsonify, make_response, render_template, request
from werkzeug.exceptions import HTTPException

from table.complaints import BadInput
from table.running.health import NotJudged, NotKept
from table.running.owner import TableStopped
from table.saying import say
from web.locale import chosen

PAGE = "ERROR_PAGE"  # a key of an application's configuration: its own error template, if it has one
STOPPED = say("The table has stopped.")
# These replace Werkzeug's descriptions, which are written for programmers.
_SENTENCES = {
    404: say("There is nothing here."),
    405: say("That cannot be done here."),
    413: say("That is too much at once."),
    500: say("Something went wrong at the table; its log says what."),
}


def explain(app: Flask) -> None:
    """Make an application respond to every error with one sentence."""
    app.register_error_handler(BadInput, _bad_input)
    app.register_error_handler(TableStopped, lambda _: error_response(STOPPED, 503))
    app.register_error_handler(NotJudged, lambda error: error_response(error.text, 500))
    app.register_error_handler(NotKept, lambda error: error_response(error.text, 503))
    app.register_error_handler(TimeoutError, lambda _: error_response(say("The table does not answer."), 503))
    app.register_error_handler(HTTPException, _http)


def _bad_input(error: BadInput) -> Response:
    return error_response(error.text, 400)


def _http(error: HTTPException) -> Response:
    code, text = error.code or 500, error.description or ""
    answer = error_response(_SENTENCES.get(code, text) if text == type(error).description else text, code)
    for name, value in error.get_headers():  # such as Retry-After or Allow
        answer.headers.setdefault(name, value)
    return answer


def error_response(text: str, code: int) -> Response:
    """Return a response with one sentence: JSON for programs, a page for people."""
    if request.accept_mimetypes.best_match(["application/json", "text/html"]) == "text/html":
        page = current_app.config.get(PAGE, "error.html")
        return make_response(render_template(page, text=chosen().says(text)), code)
    return make_response(jsonify(error=text), code)
