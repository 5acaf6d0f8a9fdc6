"""Checks a game's methods as the table calls them: what they return, and that they leave the state unchanged."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from types import NoneType
from typing import Any

from table.checking.findings import Broken, Findings
from table.event import Event
from table.facts import Fact
from table.games.game import PUBLIC, SHARED_REASONS, Audience, IllegalAction, Reading, Setup, Why
from table.games.kit.lateness import Before
from table.saying import NOTHING, Text
from table.values import Value, fields, to_json
from table.view import View

_RARELY = 16  # for methods that are called often, only every sixteenth call is checked
_PLAIN = frozenset({str, int, float, bool, NoneType})
Step = tuple[Any, tuple[Event, ...]]
PEOPLE = (  # names that occur in no message, as many as a table has seats
    "Quirin", "Xanthe", "Yusra", "Zeno", "Wim", "Vigdis", "Ulla", "Taio",
    "Oddny", "Piotr", "Ruxandra", "Soizic", "Nkechi", "Mbali", "Lowri", "Jorunn",
)  # fmt: skip


class Watched:
    """Forwards every call to a game, and records deviations from the protocol `table.games.game.Game`."""

    def __init__(self, game: Any, findings: Findings, on_text: Callable[[Text], None]) -> None:
        """`on_text` is called with each text that people read."""
        self._on_text = on_text
        self._game = game
        self._findings = findings
        self._reasons = {*SHARED_REASONS, *getattr(game, "reasons", {})}
        self.read: set[str] = set()  # the choices for which the game had a reading
        self._calls = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    # -- methods that change the state

    def start(self, setup: Setup) -> Step:
        """Begin a game."""
        return self._step("start", self._game.start(setup), self._game.start)

    def readings(self, state: Any, fact: Fact) -> tuple[Reading[Any, Any], ...]:
        """Return the readings of a fact; the game must not raise IllegalAction here."""
        try:
            found: tuple[Reading[Any, Any], ...] = self._unchanged(
                state, lambda: self._game.readings(state, fact), type(state), each=_RARELY
            )
        except IllegalAction as why:
            text = (
                f"readings of {type(fact).__name__} raise IllegalAction: return the action, and let `apply` refuse it"
            )
            raise Broken("reading", text, self._reader(fact)) from why
        if not isinstance(found, tuple) or not all(isinstance(one, Reading) for one in found):
            text = (
                f"readings of {type(fact).__name__} are {_kind(found)}: return a tuple of Reading, which may be empty"
            )
            self._findings.add("tuple", text, self._reader(fact))
        if found and getattr(fact, "fact", None) == "choice_made":
            self.read.add(getattr(fact, "choice", ""))
        return found

    def apply(self, state: Any, action: Any, *, ruled: bool = False) -> Step:
        """Carry out an action."""
        try:
            hash(action)
        except TypeError:
            text = (
                f"the action {type(action).__name__} cannot be hashed: give it tuples and frozensets, no lists or dicts"
            )
            self._findings.add("hashable", text, type(action))
        self._check_rule(state, action, ruled=ruled)
        try:
            done = self._unchanged(state, lambda: self._game.apply(state, action, ruled=ruled), type(action))
        except IllegalAction as why:
            self._check_refusal(why, action)
            raise
        return self._step(f"`apply` of {type(action).__name__}", done, type(action))

    def refuse(self, state: Any, action: Any, why: IllegalAction) -> Step:
        """Report a refusal."""
        done = self._unchanged(state, lambda: self._game.refuse(state, action, why), type(action))
        return self._step(f"`refuse` of {type(action).__name__}", done, type(action))

    def restored(self, marked: Any, now: Any, lying: Any) -> Step:
        """Restore an earlier state."""
        done = self._unchanged(marked, lambda: self._game.restored(marked, now, lying), type(now))
        after, _ = step = self._step("`restored`", done, type(now))
        back, meant = (_standing(self._game.view(state, PUBLIC)) for state in (after, marked))
        if name := next((name for name in meant if back.get(name) != meant[name]), None):
            text = f"`restored` leaves the view's {name} at {back.get(name)!r}, before it was {meant[name]!r}"
            self._findings.add("undo", text, self._game.restored)
        return step

    def actions(self, state: Any, seat: int, hand: Sequence[str]) -> tuple[Any, ...]:
        """Return a seat's possible actions; the game has to accept each of them."""
        found = self._unchanged(state, lambda: self._game.actions(state, seat, hand), type(state), each=_RARELY)
        for action in found:
            try:
                self._game.apply(state, action)
            except IllegalAction as why:
                text = f"`actions` lists {type(action).__name__}, which `apply` refuses: {why}"
                self._findings.add("listed", text, type(action))
        return tuple(found)

    # -- methods that deliver

    def show(self, event: Event, audience: Audience) -> Event | None:
        """Return what an audience may know of an event."""
        shown: Event | None = self._game.show(event, audience)
        if shown is not None and not isinstance(shown, Event):
            self._findings.add("tuple", f"`show` returns {_kind(shown)}: return an event or None", type(event))
        return shown

    def view(self, state: Any, audience: Audience) -> View:
        """Return an audience's view; it must be serializable as JSON for phones."""
        view: View = self._unchanged(state, lambda: self._game.view(state, audience), type(state), each=_RARELY)
        kind = type(view)
        if not isinstance(view, View):
            self._findings.add("view", f"`view` returns {_kind(view)}: return a table.view.View", kind)
            return view
        if view.game != self._game.name:
            self._findings.add("view", f"`view` says the game {view.game!r}, which is {self._game.name!r}", kind)
        try:
            json.dumps(to_json(view), allow_nan=False)
        except (TypeError, ValueError) as error:
            self._findings.add("view", f"the view cannot be written as JSON: {error}", kind)
        self._check_seats(view, state.round.setup if hasattr(state, "round") else state.setup)
        for name, said in (("headline", view.headline), *(("prompt", one) for one in view.sentences or ())):
            if isinstance(said, str):
                self.says(said, f"the view's {name}", kind)
        return view

    def why(self, seq: int, setup: Setup, delivered: Sequence[Any]) -> Why:
        """Return why an event happened."""
        event = next(one.event for one in delivered if one.seq == seq)
        try:
            why: Why = self._game.why(seq, setup, delivered)
        except KeyError as error:
            self._findings.add("why", f"nothing answers why {event.name} was told: no answer for {error}", type(event))
            return Why((), NOTHING)
        if not isinstance(why, Why):
            self._findings.add("why", f"why {event.name} was told is {_kind(why)}: return a Why", type(event))
            return Why((), NOTHING)
        self.says(why.seen, f"why {event.name} was told", type(event))
        return why

    def says(self, text: object, what: str, at: Any) -> None:
        """Record a text that cannot be translated because it is a plain or concatenated string."""
        if not isinstance(text, Text):
            if text:
                self._findings.add("glued", f"{what} is the plain string {text!r}: use say(...)", at)
            return
        self._on_text(text)
        message = text.message
        if message is None:
            for part in text.parts:
                self.says(part, what, at) if isinstance(part, Text) or " " in part.strip() else None
        elif name := next((one for one in PEOPLE if one in message), None):
            self._findings.add(
                "glued", f"{what} has the name {name} in its message {message!r}: give it as a value", at
            )

    # -- checks

    def _unchanged(self, state: Any, does: Callable[[], Any], at: Any, *, each: int = 1) -> Any:
        """Call `does`, and record any state change. Comparing is slow, so it is done only every `each` calls."""
        self._calls += 1
        if self._calls % each:
            return does()
        before = content(state)
        try:
            return does()
        finally:
            if content(state) != before:
                text = f"{at.__name__}: the state was changed in place: return replace(state, ...) instead"
                self._findings.add("mutated", text, at)

    def _step(self, what: str, done: Any, at: Any) -> Step:
        match done:
            case (state, tuple() as delivered) if all(isinstance(one, Event) for one in delivered):
                if self._calls % _RARELY == 0 and (mutable := _mutable(state)) is not None:
                    text = f"the field {mutable} of {type(state).__name__} can be changed: use a tuple or a frozenset"
                    self._findings.add("frozen", text, type(state))
                return state, delivered
        text = f"{what} returns {_kind(done)}: return the next state and a tuple of events, (state, (event,))"
        raise Broken("tuple", text, at)

    def _check_rule(self, state: Any, action: Any, *, ruled: bool) -> None:
        """Record an action that has no rule in the book, or whose rule does not return a step."""
        book, kind = getattr(getattr(self._game, "rules", None), "BOOK", None), type(action)
        if book is None:
            return
        if kind not in book.rules:
            raise Broken("book", f"the rule book has no Rule for {kind.__name__}: add a line to BOOK", kind)
        rule = book.rules[kind]
        round_ = getattr(state, "round", state)
        if ruled or rule.why_not(round_, action) is None:
            self._step(f"what {kind.__name__} does", rule.carry_out(round_, action), rule.carry_out)

    def _check_refusal(self, why: IllegalAction, action: Any) -> None:
        at = type(action)
        if why.reason not in self._reasons:
            text = f"{at.__name__} is refused with the reason {why.reason!r}: add it to `reasons`, with a headline"
            self._findings.add("reason", text, at)
        self.says(why.text, f"why {at.__name__} is refused", at)

    def _check_seats(self, view: View, setup: Setup) -> None:
        known = {*setup.seats}
        named = [seat.seat for seat in view.seats]
        if {*named} != known:
            self._findings.add("seats", f"the view has the seats {named}, at the table are {sorted(known)}", type(view))
        for name in ("turn", "waiting", "winners"):
            seats = getattr(view, name)
            if any(
                seat is not None and seat not in known for seat in (seats if isinstance(seats, tuple) else (seats,))
            ):
                self._findings.add("seats", f"the view's {name} is {seats!r}: seats count from 1", type(view))

    def _reader(self, fact: Fact) -> Any:
        return getattr(self._game, "readers", {}).get(type(fact), type(self._game))


def content(part: Any) -> Any:
    """Return the contents of a state, without its set-up, in a form that can be compared later."""
    if type(part) in _PLAIN:
        return part
    match part:
        case Setup() | Before():  # a set-up never changes, and an earlier state has already been compared
            return None
        case Value():
            return (type(part), tuple(content(getattr(part, name)) for name in fields(part)))
        case Mapping():
            return tuple((key, content(one)) for key, one in part.items())
        case AbstractSet():
            return frozenset(part)
        case tuple() | list():
            return tuple(map(content, part))
        case _:
            return part


def _standing(view: View) -> dict[str, Any]:
    """Return what an undo brings back as it was: whose turn it is, what each seat holds, and the scores."""
    hands, scores = ({seat.seat: getattr(seat, name) for seat in view.seats} for name in ("hand", "score"))
    turn = {} if view.turn is None else {"turn": view.turn}  # while a race is open it may be nobody's
    return {"hands": hands, "scores": scores, "winners": view.winners} | turn


def _mutable(part: Any, name: str = "") -> str | None:
    """Return the name of a field that can be changed in place, or None if there is none."""
    if type(part) in _PLAIN:
        return None
    match part:
        case Setup() | Before():
            return None
        case Mapping():  # the kit never writes to a mapping itself, and `content` notices changes
            return _first(_mutable(one, name) for one in part.values())
        case list() | set() | bytearray():
            return name
        case Value():
            return _first(_mutable(getattr(part, one), one) for one in fields(part))
        case tuple():
            return _first(_mutable(one, name) for one in part)
    return None


def _first(found: Iterable[str | None]) -> str | None:
    return next((one for one in found if one is not None), None)


def _kind(value: Any) -> str:
    """Return a description of a value's type in words."""
    if isinstance(value, tuple):
        return f"a tuple of {', '.join(type(one).__name__ for one in value) or 'nothing'}"
    return "None" if value is None else f"a value of the type {type(value).__name__}"
