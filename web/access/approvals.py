"""Approvals: a phone asks to be host or to get a seat back, and people agree by phone or button.

Everybody sees which phone is asking: it and all others show the same sign. Only one request is open at a time, so it is
clear what a held button means; a second request cancels both. A press that began before the request does not count.
"""

import secrets
from collections import OrderedDict
from collections.abc import Callable, Mapping
from math import ceil
from threading import Lock

from table.complaints import UserError
from table.saying import say
from table.values import Value, replace
from web.access.pin import Throttle, spoken
from web.delivery.room import OpenClaim, Sign

HOST = 0  # the host's role, requested like a seat
TWO_AT_ONCE = say("Two phones asked at once: ask again, one after the other.")
_SECOND = 1_000_000_000
_NS_PER_US = 1000  # the table's clock counts microseconds
_OPEN_NS = 30 * _SECOND
_TOLD_NS = 5 * _SECOND  # how long after a claim ends its phone can still ask how it ended
_OBJECTION_NS = 5 * _SECOND  # how long everybody may object before a seat changes phones
_MOST_TOLD = 16
_WORDS = (
    "Badger", "Bear", "Beaver", "Cat", "Crane", "Deer", "Dolphin", "Eagle", "Falcon", "Fox", "Goose", "Hare",
    "Heron", "Horse", "Lion", "Lynx", "Mole", "Otter", "Owl", "Panda", "Raven", "Seal", "Swan", "Tiger", "Wolf",
)  # fmt: skip
_COLOURS = ("red", "blue", "green", "violet", "brown")


class MayAgree(Value):
    """The people who may agree: `phones` are the seats that may do so by phone, `buttons` by holding the button."""

    phones: frozenset[int] = frozenset()
    buttons: frozenset[int] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.phones or self.buttons)


class Asked(Value):
    """The state of a claim: its token, whether it was granted, how many seconds are left, and its sign."""

    token: str
    granted: bool
    left_s: int
    sign: Sign | None = None
    agreed: bool = False


class Refused(UserError):
    """A failed request; the message is shown on the phone that sent it."""


class NotYours(UserError):
    """Raised for an answer from a phone that may not answer this request."""


class TooSoon(UserError):
    """Raised if too many requests have failed; the next request is possible in `wait_s` seconds."""

    def __init__(self, wait_s: int) -> None:
        super().__init__(say("That was asked too often: wait {time}.", time=spoken(wait_s)))
        self.wait_s = wait_s


class _Claim(Value):
    name: str  # public; answers use it to name the claim
    token: str  # secret; only the requesting phone knows it
    wish: int
    sign: Sign
    since_ns: int
    hands: MayAgree
    agreed: bool = False


class Claims:
    """Holds the open claim, if there is one. `now_ns` is the clock that stamps presses. Thread-safe."""

    def __init__(self, now_ns: Callable[[], int]) -> None:
        self._now_ns = now_ns
        self._lock = Lock()
        self._open: _Claim | None = None
        self._ended: OrderedDict[str, tuple[int, str | None]] = OrderedDict()  # by token: when and why a claim ended
        self._vain = Throttle(free=4, first_s=5, longest_s=60)

    def ask(self, wish: int, token: str | None, held: Mapping[int, int], hands: MayAgree) -> Asked:
        """Open a claim, or check on an open one by its token; `wish` is HOST or a seat.

        `held` maps each seat to when its latest long press began, in us; `hands` are the people who may agree. For a
        claim that has timed out, return a state with no seconds left, once. Raise Refused if the claim was ended, and
        TooSoon if too many claims have failed.
        """
        with self._lock:
            now_ns = self._now_ns()
            self._let_run_out(now_ns)
            self._tell(token, now_ns)
            if token is not None and self._ended.pop(token, None) is not None:
                return Asked(token, granted=False, left_s=0)
            claim = self._open
            if claim is None or not _is_by(claim, token):
                claim = self._opened(wish, hands, now_ns)
            elif claim.wish != wish:
                self._open = None
                claim = self._opened(wish, hands, now_ns)
            return self._stands(claim, held, hands, now_ns)

    def agree(self, name: str, seats: frozenset[int], token: str | None, *, host: bool = False) -> None:
        """Agree to the open claim called `name`, for a phone that holds `seats`. Raise NotYours if it may not agree."""
        with self._lock:
            claim = self._named(name)
            if _is_by(claim, token):
                raise NotYours(say("Somebody else has to agree."))
            if not (host or seats & claim.hands.phones):
                raise NotYours(say("Only players who sat here before may agree."))
            self._open = replace(claim, agreed=True)

    def refuse(self, name: str, seats: frozenset[int], token: str | None, *, host: bool = False) -> None:
        """Object to the open claim called `name`; the objection ends it.

        An objection may come from the requesting phone, the phone that holds the seat, or anybody who may agree. Raise
        NotYours for anybody else.
        """
        with self._lock:
            claim = self._named(name)
            if _is_by(claim, token):
                self._end(None)
            elif claim.wish in seats:
                self._end(say("The phone at that seat says: I am still here."))
            elif host or seats & claim.hands.phones:
                self._end(say("Somebody at the table says no."))
            else:
                raise NotYours(say("Only players who sat here before may say no."))

    def keep(self, hands: MayAgree) -> None:
        """Drop approvers who are not in `hands`: people who take those seats later may not agree to this claim."""
        with self._lock:
            if self._open is not None:
                left = MayAgree(self._open.hands.phones & hands.phones, self._open.hands.buttons & hands.buttons)
                self._open = replace(self._open, hands=left)

    @property
    def shown(self) -> OpenClaim | None:
        """The public part of the open claim, where seat 0 means the host’s role, or None if no claim is open."""
        claim = self._open
        if claim is None or claim.since_ns + _OPEN_NS <= self._now_ns():
            return None
        return OpenClaim(claim.name, claim.wish, claim.sign, claim.agreed, tuple(sorted(claim.hands.phones)))

    # -- with the lock held

    def _let_run_out(self, now_ns: int) -> None:
        claim = self._open
        if claim is not None and claim.since_ns + _OPEN_NS <= now_ns:
            self._open = None
            self._vain.note_wrong(now_ns)
            if now_ns < claim.since_ns + _OPEN_NS + _TOLD_NS:
                self._remember(claim.token, None, now_ns)

    def _tell(self, token: str | None, now_ns: int) -> None:
        """Raise Refused, once, if the claim with this token was ended."""
        at_ns, why = self._ended.get(token or "", (now_ns, None))
        if why is not None:
            self._ended.pop(token or "")
            if now_ns - at_ns < _TOLD_NS:
                raise Refused(why)

    def _opened(self, wish: int, hands: MayAgree, now_ns: int) -> _Claim:
        if self._open is not None:
            self._end(TWO_AT_ONCE)
            raise Refused(TWO_AT_ONCE)
        if wait_s := self._vain.wait_s(now_ns):
            raise TooSoon(wait_s)
        claim = _Claim(secrets.token_hex(8), secrets.token_hex(16), wish, _sign(), now_ns, hands)
        self._open = claim
        return claim

    def _stands(self, claim: _Claim, held: Mapping[int, int], hands: MayAgree, now_ns: int) -> Asked:
        """Return the state of an open claim; close the claim if it is granted."""
        buttons = hands.buttons if claim.wish == HOST else hands.buttons & claim.hands.buttons
        pressed = any(held[seat] >= claim.since_ns // _NS_PER_US for seat in buttons & held.keys())
        agreed = claim.agreed or pressed
        left_s = ceil((claim.since_ns + _OPEN_NS - now_ns) / _SECOND)
        if agreed and (claim.wish == HOST or now_ns - claim.since_ns >= _OBJECTION_NS):
            self._open, self._vain = None, Throttle(free=4, first_s=5, longest_s=60)
            return Asked(claim.token, granted=True, left_s=0)
        self._open = replace(claim, agreed=agreed)
        return Asked(claim.token, granted=False, left_s=left_s, sign=claim.sign, agreed=agreed)

    def _named(self, name: str) -> _Claim:
        claim = self._open
        if claim is None or claim.name != name or claim.since_ns + _OPEN_NS <= self._now_ns():
            raise Refused(say("That request is over."))
        return claim

    def _end(self, why: str | None) -> None:
        assert self._open is not None, "a claim is open"  # noqa: S101
        now_ns = self._now_ns()
        self._vain.note_wrong(now_ns)
        if why is not None:
            self._remember(self._open.token, why, now_ns)
        self._open = None

    def _remember(self, token: str, why: str | None, now_ns: int) -> None:
        self._ended[token] = (now_ns, why)
        if len(self._ended) > _MOST_TOLD:
            self._ended.popitem(last=False)


def _sign() -> Sign:
    """Return a random sign, one of several thousand."""
    return Sign(secrets.choice(_WORDS), 10 + secrets.randbelow(90), secrets.choice(_COLOURS))


def _is_by(claim: _Claim, token: str | None) -> bool:
    return secrets.compare_digest(token or "", claim.token)
