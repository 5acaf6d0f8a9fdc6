"""Protection against other sites' pages: strict headers, known host names, and changes only from our own pages."""

from collections.abc import Collection
from urllib.parse import SplitResult, urlsplit

from flask import Flask, Response, abort, current_app, request

from table.saying import say
from web.access.addresses import is_own, page_for

NAMES = "OWN_NAMES"  # a key of an application's configuration: host names in addition to this computer's own
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_ALWAYS = {
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",  # cacheable files set their own value
}
_HEADERS = _ALWAYS | {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self';"
        " connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none';"
        " form-action 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": (
        "camera=(), display-capture=(), geolocation=(), microphone=(), midi=(), payment=(), serial=(), usb=()"
    ),
    "Referrer-Policy": "no-referrer",
}
_PARTS = frozenset({"text/css", "text/javascript", "font/woff2", "image/webp"})
_PARTS_IN = ("/static/", "/games/", "/words/")


def protect(app: Flask) -> None:
    """Add these protections to every route of an application."""
    app.before_request(_refuse_other_names)
    app.before_request(_refuse_strangers)
    app.after_request(_set_headers)


def _refuse_other_names() -> Response | None:
    """Refuse requests for host names and addresses that are not this computer's.

    On the table's own Wi-Fi, our DNS server resolves every name to this computer. A GET request for any other name is
    redirected to the table's address there, and gets nothing else.
    """
    try:
        address = urlsplit(f"//{request.host}")
    except ValueError:
        address = SplitResult("", "", "", "", "")
    if "@" not in address.netloc and (is_own(address.hostname or "") or address.hostname in _given()):
        return None
    page = page_for(request.remote_addr, request.environ["SERVER_PORT"]) if request.method == "GET" else None
    if page is None:
        abort(400, description=say("This table does not have that name."))
    return Response(status=302, headers={"Location": page})


def _given() -> Collection[str]:
    """Return the additional host names from the configuration."""
    names: Collection[str] = current_app.config.get(NAMES, ())
    return names


def _refuse_strangers() -> None:
    """Refuse changes from other sites' pages, which a browser's `Origin` header reveals.

    A request without `Origin` did not come from a browser, or the header was stripped, so it is refused if it carries a
    cookie.
    """
    if request.method in _SAFE:
        return
    origin = request.headers.get("Origin")
    if origin is None and request.cookies:
        abort(403, description=say("A request with a cookie needs an Origin, too: the address of this table."))
    # A configured name means that a reverse proxy may terminate TLS for us.
    schemes = ("http", "https") if request.host.partition(":")[0] in _given() else (request.scheme,)
    if origin is not None and origin not in [f"{scheme}://{request.host}" for scheme in schemes]:
        abort(403, description=say("This request comes from another page."))
    says_all = request.method == "DELETE" and not request.content_length  # its path says everything
    if not (request.is_json or says_all):
        abort(415, description=say("Expected a JSON object."))


def _set_headers(response: Response) -> Response:
    """Set the security headers of a response.

    Style sheets, modules, fonts and photos are not pages: the headers for pages have no effect on them, and would make
    up half the size of many of these small files. An SVG drawing can be opened like a page, so it gets all headers.
    """
    is_part = response.mimetype in _PARTS and request.path.startswith(_PARTS_IN)
    for name, value in (_ALWAYS if is_part else _HEADERS).items():
        response.headers.setdefault(name, value)
    return response
