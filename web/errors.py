"""Errors in one sentence: JSON for programs, and nothing of the program's inside."""

from flask import Flask, Response, jsonify
from werkzeug.exceptions import HTTPException

from table.complaints import BadInput


def explain(app: Flask) -> None:
    """Answer every error of an application with a sentence."""
    app.register_error_handler(BadInput, _bad_input)
    app.register_error_handler(HTTPException, _http)


def _bad_input(error: BadInput) -> tuple[Response, int]:
    return jsonify(error=str(error)), 400


def _http(error: HTTPException) -> tuple[Response, int]:
    return jsonify(error=error.description), error.code or 500
