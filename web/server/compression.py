"""Compresses static text files, because eight people may open pages over a Pi's own Wi-Fi at once.

Only public files are compressed. Private data never is, because if it is compressed together with text chosen by an
attacker, the size reveals the private part (as in BREACH).
"""

import gzip
from functools import lru_cache

from flask import Flask, Response, request

# Routes of public files.
_FILES = frozenset({"static", "scoreboard.part", "scoreboard.emblem", "words.words", "joining.code"})
_TEXT = frozenset({"text/css", "text/javascript", "image/svg+xml"})
_MOST_KEPT = 128  # more files than phones request in an evening
_LEVEL = 9  # a file is compressed once


def lighten(app: Flask) -> None:
    """Compress an application's files for clients that accept gzip."""
    app.after_request(_compress)


def _compress(response: Response) -> Response:
    if request.endpoint not in _FILES or response.mimetype not in _TEXT or response.status_code not in (200, 304):
        return response
    response.vary.add("Accept-Encoding")
    if not request.accept_encodings["gzip"]:
        return response
    etag, _ = response.get_etag()
    if etag is not None:
        response.set_etag(etag, weak=True)  # same content, different bytes
    if response.status_code == 200 and request.method == "GET":
        response.direct_passthrough = False
        response.set_data(_compressed(response.get_data()))
        response.content_encoding = "gzip"
    return response


@lru_cache(maxsize=_MOST_KEPT)
def _compressed(data: bytes) -> bytes:
    return gzip.compress(data, _LEVEL, mtime=0)
