"""Who sent a request: the host, somebody at a seat, or anybody. The phone's cookie says so.

The cookie carries a signed nonce for each role, and the registry knows which nonces are valid. So logging a host out or
freeing a seat is final, even if the phone still sends its old cookie.
"""

from collections.abc import Callable, Mapping, Sequence

from flask import Flask, Request, Response, abort, current_app, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature

from table.saying import say
from web.access.registry import Registry

# -- Signed cookies that do not depend on the wall clock
#
# Flask's own cookies contain the time at which they were signed, and an expiry date, both by the computer's clock. The
# clock of a Pi is wrong until a network corrects it. So a valid cookie could look too old, or signed in the future, and
# a phone could drop a new cookie that looks expired. Here only the registry decides how long a role lasts.

_KEPT_S = 30 * 24 * 3600  # relative: the phone counts from when it got the cookie


class Cookies(SecureCookieSessionInterface):
    """Reads and writes cookies; the application's configuration sets their name and scope."""

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        """Return the session from a cookie of any age, or an empty session if the signature is invalid."""
        serializer = self.get_signing_serializer(app)
        assert serializer is not None, "the application has a secret key"  # noqa: S101 - `remember` gave it
        try:
            return self.session_class(serializer.loads(request.cookies.get(self.get_cookie_name(app), "")))
        except BadSignature:
            return self.session_class()

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Write the cookie if the session has changed."""
        if session.accessed:
            response.vary.add("Cookie")
        if not session.modified:
            return
        serializer = self.get_signing_serializer(app)
        assert serializer is not None, "the application has a secret key"  # noqa: S101 - `remember` gave it
        response.set_cookie(
            self.get_cookie_name(app),
            serializer.dumps(dict(session)),
            max_age=_KEPT_S if session else 0,
            path=self.get_cookie_path(app),
            httponly=self.get_cookie_httponly(app),
            secure=self.get_cookie_secure(app),
            samesite=self.get_cookie_samesite(app),
        )


COOKIE = "cardtable"
_REGISTRY = "cardtable.registry"
_TOURNAMENTS = "tournaments"  # their key in the cookie
_MOST_REMEMBERED = 20


def remember(app: Flask, registry: Registry) -> None:
    """Set up the cookies of an application, without `Secure`, because a table at home has no TLS."""
    key, *old_keys = registry.keys
    app.extensions[_REGISTRY] = registry
    app.secret_key = key
    app.config.update(
        SECRET_KEY_FALLBACKS=old_keys,
        SESSION_COOKIE_NAME=COOKIE,
        SESSION_COOKIE_PATH="/",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Strict",
        SESSION_COOKIE_SECURE=False,
    )
    app.session_interface = Cookies()


# -- queries; each needs a request


def host() -> bool:
    """Return whether the request is from the host."""
    return _registry().is_host(session.get("host"))


def seats() -> frozenset[int]:
    """Return the seats that the requesting phone holds."""
    return frozenset(_nonces())


def holders() -> frozenset[int]:
    """Return the seats that some phone holds."""
    return _registry().holders


def held_by_anybody() -> Callable[[], frozenset[int]]:
    """Return a function that returns the seats currently held by a phone; it also works outside the request."""
    registry = _registry()
    return lambda: registry.holders


def require_host() -> None:
    """Abort unless the request is from the host: with 403 for a phone at a seat, otherwise with 401."""
    if not host():
        abort(403 if seats() else 401, description=say("Only the host may do that: log in with the host’s PIN."))


def require_seat(seat: int) -> None:
    """Abort unless this phone holds the seat: with 403 if it has another role, otherwise with 401."""
    if seat not in seats():
        abort(
            403 if seats() or host() else 401,
            description=say("This phone does not hold seat {seat}: take it first.", seat=seat),
        )


def require_person() -> None:
    """Abort with 401 unless this is the host's phone or holds a seat."""
    if not (host() or seats()):
        abort(401, description=say("Only people at the table may do that: take a seat first."))


def host_stays() -> Callable[[], bool]:
    """Return a function that returns whether this phone is still host; it also works outside the request."""
    registry, nonce = _registry(), session.get("host")
    return lambda: registry.is_host(nonce)


def seat_stays(seat: int) -> Callable[[], bool]:
    """Return a function that returns whether this phone still holds a seat; it also works outside the request."""
    registry, nonce = _registry(), _nonces().get(seat)
    return lambda: registry.holds(seat, nonce)


def tournaments() -> frozenset[str]:
    """Return the marks of the tournaments that this phone has begun; only the latest are remembered."""
    return frozenset(session.get(_TOURNAMENTS, ()))


# -- changes; each needs a request, and the caller must stir the board afterwards


def become_host() -> None:
    """Make this phone the host's, with a new nonce."""
    if host():
        leave_host()
    _remember("host", _registry().admit_host())


def leave_host() -> None:
    """End this phone's role as host."""
    _registry().dismiss_host(session.pop("host", None))


def take_seat(seat: int) -> bool:
    """Give a seat to this phone; return False if another phone holds it."""
    if seat in seats():
        return True
    nonce = _registry().take(seat)
    if nonce is not None:
        _hold({**_nonces(), seat: nonce})
    return nonce is not None


def be_handed_seat(seat: int) -> None:
    """Give a seat to this phone, no matter which phone held it."""
    _hold({**_nonces(), seat: _registry().hand_over(seat)})


def leave_seat(seat: int) -> None:
    """Free a seat that this phone holds."""
    _registry().free(seat)
    _hold(_nonces())


def free_seat(seat: int) -> None:
    """Free a seat, no matter which phone holds it."""
    _registry().free(seat)


def change_seats(order: Sequence[int]) -> None:
    """Give phones new seats: seat 1 goes to the phone that holds the first seat in `order`, and so on."""
    _registry().change_seats(order)


def remember_tournament(mark: str) -> None:
    """Remember that this phone has begun a tournament."""
    _remember(_TOURNAMENTS, [*session.get(_TOURNAMENTS, ()), mark][-_MOST_REMEMBERED:])


def _registry() -> Registry:
    registry: Registry = current_app.extensions[_REGISTRY]
    return registry


def _nonces() -> dict[int, str]:
    """Return the nonces of this phone by the seats that it holds now, which may differ from those in its cookie."""
    carried: dict[str, str] = session.get("seats", {})
    held = {_registry().seat_of(nonce): nonce for nonce in carried.values()}
    return {seat: nonce for seat, nonce in held.items() if seat is not None}


def _hold(nonces: Mapping[int, str]) -> None:
    _remember("seats", {str(seat): nonce for seat, nonce in nonces.items()})


def _remember(name: str, value: object) -> None:
    session[name] = value
