"""Who a request is from: the host, somebody at a seat, or anybody. Asked by pages, answered by the phone's cookie.

The cookie carries a nonce for each office, signed; the registry knows which nonces are believed. So a host can be
logged out and a seat be freed for good, whatever an old cookie says.
"""

from collections.abc import Callable

from flask import Flask, abort, current_app, session

from web.access.cookies import Cookies
from web.access.registry import Registry

COOKIE = "cardtable"
_REGISTRY = "cardtable.registry"


def remember(app: Flask, registry: Registry) -> None:
    """Let an application know people by their cookies. No `Secure`: there is no TLS in a living room."""
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


# -- questions; each wants a request


def host() -> bool:
    """Tell whether the host asks."""
    return _registry().is_host(session.get("host"))


def seats() -> frozenset[int]:
    """Tell which seats the phone that asks holds."""
    return frozenset(int(seat) for seat in _nonces() if _registry().holds(int(seat), _nonces()[seat]))


def holders() -> frozenset[int]:
    """Tell which seats some phone holds."""
    return _registry().holders


def held_by_anybody() -> Callable[[], frozenset[int]]:
    """Return what tells, outside of the request too, which seats some phone holds."""
    registry = _registry()
    return lambda: registry.holders


def require_host() -> None:
    """Let only the host pass: anybody else gets 401, or 403 if he sits at a seat."""
    if not host():
        abort(403 if seats() else 401, description="Only the host may do that: log in with the host’s PIN.")


def require_seat(seat: int) -> None:
    """Let only the phone pass that holds a seat: 401 if it holds nothing, 403 if something else."""
    if seat not in seats():
        abort(403 if seats() or host() else 401, description=f"This phone does not hold seat {seat}: take it first.")


def require_person() -> None:
    """Let the host pass, and every phone that holds a seat; anybody else gets 401."""
    if not (host() or seats()):
        abort(401, description="Only who sits at the table may do that: take a seat first.")


def host_stays() -> Callable[[], bool]:
    """Return what tells, outside of the request too, whether whoever asks is still host."""
    registry, nonce = _registry(), session.get("host")
    return lambda: registry.is_host(nonce)


def seat_stays(seat: int) -> Callable[[], bool]:
    """Return what tells, outside of the request too, whether whoever asks still holds a seat."""
    registry, nonce = _registry(), _nonces().get(str(seat))
    return lambda: registry.holds(seat, nonce)


# -- changes; each wants a request, and whoever makes one stirs the board


def become_host() -> None:
    """Make the phone that asks the host's, under a new nonce."""
    if host():
        leave_host()
    _remember("host", _registry().admit_host())


def leave_host() -> None:
    """Make the phone that asks anybody's."""
    _registry().dismiss_host(session.pop("host", None))


def take_seat(seat: int) -> bool:
    """Give a seat to the phone that asks; False if another one holds it."""
    if seat in seats():
        return True
    nonce = _registry().take(seat)
    if nonce is not None:
        _remember("seats", {**_nonces(), str(seat): nonce})
    return nonce is not None


def be_handed_seat(seat: int) -> None:
    """Give a seat to the phone that asks, whichever one holds it."""
    _remember("seats", {**_nonces(), str(seat): _registry().hand_over(seat)})


def leave_seat(seat: int) -> None:
    """Free a seat that the phone that asks holds."""
    _registry().free(seat)
    _remember("seats", {held: nonce for held, nonce in _nonces().items() if held != str(seat)})


def free_seat(seat: int) -> None:
    """Free a seat, whoever holds it."""
    _registry().free(seat)


def _registry() -> Registry:
    registry: Registry = current_app.extensions[_REGISTRY]
    return registry


def _nonces() -> dict[str, str]:
    nonces: dict[str, str] = session.get("seats", {})
    return nonces


def _remember(name: str, value: object) -> None:
    session[name] = value
