"""What keeps other people's pages out: strict headers, and no change but from our own pages."""

from urllib.parse import SplitResult, urlsplit

from flask import Flask, Response, abort, request

from web.access.addresses import is_own

_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self';"
        " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": (
        "camera=(), display-capture=(), geolocation=(), microphone=(), midi=(), payment=(), serial=(), usb=()"
    ),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",  # files that never change say otherwise
}


def protect(app: Flask) -> None:
    """Guard every route of an application."""
    app.before_request(_refuse_other_names)
    app.before_request(_refuse_strangers)
    app.after_request(_set_headers)


def _refuse_other_names() -> None:
    """Answer only to names and addresses of this machine: any other was made to point here by somebody else."""
    try:
        address = urlsplit(f"//{request.host}")
    except ValueError:
        address = SplitResult("", "", "", "", "")
    if "@" in address.netloc or not is_own(address.hostname or ""):
        abort(400, description="This table does not go by that name.")


def _refuse_strangers() -> None:
    """Let nobody change anything from a page that is not ours; a browser says where a request comes from.

    A request without `Origin` is no browser's, unless something hides it: then it must not bring a cookie either.
    """
    if request.method in _SAFE:
        return
    origin = request.headers.get("Origin")
    if origin is None and request.cookies:
        abort(403, description="A request with a cookie needs an Origin, too: the address of this table.")
    if origin is not None and origin != f"{request.scheme}://{request.host}":
        abort(403, description="This request comes from another page.")
    if not request.is_json:
        abort(415, description="Expected a JSON object.")


def _set_headers(response: Response) -> Response:
    for name, value in _HEADERS.items():
        response.headers.setdefault(name, value)
    return response
