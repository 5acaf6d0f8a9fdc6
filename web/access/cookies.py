"""Signed cookies in which no wall clock has a say: neither when they are read nor in how long a phone keeps them.

Flask's own say when they were made and until when they hold, by the clock of the machine. A Pi's is wrong until a
network corrects it: a cookie that was made two days ago, or in two days, would be worth nothing, and one that ends
"two days ago" would be thrown away at once. So the table's registry alone says how long an office lasts.
"""

from flask import Flask, Request, Response
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature

_KEPT_S = 30 * 24 * 3600  # by the phone's own count, from when it got the cookie


class Cookies(SecureCookieSessionInterface):
    """Reads and writes them; what they are called and to whom browsers give them stands in the configuration."""

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        """Read a cookie; an empty one if there is none that we have signed, whenever that was."""
        serializer = self.get_signing_serializer(app)
        assert serializer is not None, "an application that knows people has a key"  # noqa: S101 - `remember` gave it
        try:
            return self.session_class(serializer.loads(request.cookies.get(self.get_cookie_name(app), "")))
        except BadSignature:
            return self.session_class()

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Write a cookie, if something in it has changed."""
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
