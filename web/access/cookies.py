"""Signed cookies that do not depend on the wall clock.

Flask's own hold the time at which they were made and expire, by the machine's clock. A Pi's clock is wrong until a
network corrects it: a cookie made two days ago, or two days ahead, would be worthless, and one that expired "two days
ago" would be dropped at once. So only the table's registry says how long an office lasts.
"""

from flask import Flask, Request, Response
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature

_KEPT_S = 30 * 24 * 3600  # counted by the phone, from when it got the cookie


class Cookies(SecureCookieSessionInterface):
    """Reads and writes cookies; their name and scope are in the configuration."""

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        """Return the session in a cookie, of any age; empty unless we have signed it."""
        serializer = self.get_signing_serializer(app)
        assert serializer is not None, "an application that knows people has a key"  # noqa: S101 - `remember` gave it
        try:
            return self.session_class(serializer.loads(request.cookies.get(self.get_cookie_name(app), "")))
        except BadSignature:
            return self.session_class()

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Write a cookie if its contents have changed."""
        if session.accessed:
            response.vary.add("Cookie")
        if not session.modified:
            return
        serializer = self.get_signing_serializer(app)
        assert serializer is not None, "an application that knows people has a key"  # noqa: S101 - `remember` gave it
        response.set_cookie(
            self.get_cookie_name(app),
            serializer.dumps(dict(session)),
            max_age=_KEPT_S if session else 0,
            path=self.get_cookie_path(app),
            httponly=self.get_cookie_httponly(app),
            secure=self.get_cookie_secure(app),
            samesite=self.get_cookie_samesite(app),
        )
