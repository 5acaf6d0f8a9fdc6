"""Records the ground truth for hands that the population does not move: those of robots and people.

A witness uses the population's own rule book. It receives the movements of hands and the public events; the
population compares its record with the events.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from cardtable_lab.simulated.comparing import Record
from table.robots.environment import EventObject
from table.view import View

LATE_S = 1.8  # a card that was legal at most this long before it arrived counts as late
HOLD_S = 0.5  # a press this long is a hold
_ANSWERED_S = 3.0  # a laid card that no event has mentioned for this long was not noticed
_SETTLED = ("card_played", "pile_refilled", "card_paid")


class Held(Protocol):
    """Where each card really is: in which hand or on which pile."""

    @property
    def hands(self) -> Mapping[int, tuple[str, ...]]:
        """The cards of each seat."""
        ...

    @property
    def piles(self) -> Mapping[str, tuple[str, ...]]:
        """The cards in each zone; the last one is on top."""
        ...

    @property
    def gone(self) -> Mapping[int, tuple[str, ...]]:
        """The cards that each seat has made vanish."""
        ...

    @property
    def draw(self) -> tuple[str, ...]: ...

    @property
    def up(self) -> Mapping[str, int]:
        """The index of the upper side of each two-sided card."""
        ...


class Press:
    """A button press: when it began and, once the finger has been lifted, how long it lasted."""

    def __init__(self, seat: int, t: float) -> None:
        self.seat, self.t = seat, t
        self.for_s: float | None = None

    @property
    def holds(self) -> bool:
        """Whether the press was a hold, not a tap."""
        return self.for_s is not None and self.for_s >= HOLD_S


class Witness:
    """The ground truth of one game, in `deeds`. Each game defines how a card is `judged`, and what an event changes.

    `held` shows where all cards were at the last look, and `views` what each audience saw then.
    """

    secret_hands = True

    def __init__(self, seats: Sequence[int], deck: Sequence[Record], agreed: Record) -> None:
        self.seats, self.agreed = tuple(seats), agreed
        self.printed = {str(card["code"]): card for card in deck}
        self.held: Held | None = None
        self.views: Mapping[str, View] = {}
        self.presses: list[Press] = []
        self._deeds: list[dict[str, Any]] = []
        self._coming: list[tuple[float, tuple[str, ...], str, int | None, Held]] = []
        self._laid: list[dict[str, Any]] = []  # cards that have been neither accepted nor refused yet
        self._unseen: dict[str, tuple[int, float]] = {}  # cards only seen by their holder, and when they were drawn
        self._ended: list[str] = []  # the events that ended a round or the game, to be counted at the next look

    # -- input

    def touches(self, t: float, cards: Sequence[str], zone: str, by: int | None, held: Held) -> None:
        """Record that a hand will touch a pad with cards at time `t`; `held` says where all cards are now."""
        self._coming.append((t, tuple(cards), zone, by, held))
        self._coming.sort(key=lambda one: one[0])

    def finger(self, t: float, seat: int, *, down: bool) -> None:
        """Record that a finger presses or releases a button."""
        if down:
            self.presses.append(Press(seat, t))
            self.note(t, "pressed", seat=seat)
            return
        press = next((one for one in reversed(self.presses) if one.seat == seat), None)
        if press is not None and press.for_s is None:
            press.for_s = t - press.t

    def says(self, t: float, seat: int, choice: str, value: Any) -> None:
        """Record a choice on a phone."""

    def hears(self, event: EventObject) -> None:
        """Handle an event; called before any hand acts on the event."""
        self._come(event["t"])
        if event["event"] in (*_SETTLED, "play_refused"):
            for note in [one for one in self._laid if _is_of(event, one)][:1]:
                self._laid.remove(note)
                note["until"] = event["t"]
                if event["event"] in _SETTLED:
                    self.lies(event["t"], note)
        self.follows(event)
        if event["event"] in ("round_ended", "game_ended"):
            self._ended.append(event["event"])

    def looks(self, now_s: float, held: Held, views: Mapping[str, View]) -> None:
        """Record where all cards are and what each audience sees; called after hands have acted."""
        self._come(now_s)
        for note in [one for one in self._laid if now_s - one["t"] > _ANSWERED_S]:
            self._laid.remove(note)
            if any(note["card"] in pile for pile in held.piles.values()):
                self.lies(now_s, note)  # the comparison then finds that no event reported this card
            else:
                self.note(now_s, "touched_again", seat=note["seat"], cards=note["cards"])
        if self.secret_hands and self.held is not None:
            self._unseen = dict(self._still_unseen(now_s, self.held, held))
        self.held, self.views = held, views
        self.sees(now_s)
        for what in self._ended:
            if what == "round_ended":
                self.note(now_s, "counted", **self.counts())
            else:
                totals, winners = self.result()
                self.note(now_s, "ended", totals=dict(totals), winners=list(winners))
        self._ended.clear()

    @property
    def deeds(self) -> list[dict[str, Any]]:
        """What people and robots did, in chronological order."""
        return sorted(self._deeds, key=lambda deed: float(deed["t"]))

    @property
    def secrets(self) -> Mapping[str, float]:
        """Each card that nobody, or only its owner, may know now, mapped to the time (s) at which it became secret."""
        return {card: since for card, (_, since) in self._unseen.items()} | self.hidden

    @property
    def owners(self) -> Mapping[str, int]:
        """Each secret card, mapped to the seat that may know it."""
        return {card: seat for card, (seat, _) in self._unseen.items()} | self.hiders

    # -- what each game defines

    @property
    def hidden(self) -> dict[str, float]:
        """Each secret card that is in no hand, mapped to the time (s) at which it became secret."""
        return {}

    @property
    def hiders(self) -> dict[str, int]:
        """Each hidden card, mapped to the one seat that may know it."""
        return {}

    def judged(self, t: float, seat: int, cards: Sequence[str], zone: str, held: Held) -> dict[str, Any] | None:
        """Return the book's verdict on laid cards, as fields of an action, or None if they are not being played."""
        raise NotImplementedError

    def lies(self, t: float, laid: dict[str, Any]) -> None:
        """Record that laid cards stay where they are."""
        self.note(t, "lies", seat=laid["seat"], cards=laid["cards"][::-1], zone=laid["zone"])
        self.played(t, laid)

    def played(self, t: float, laid: dict[str, Any]) -> None:
        """Update the book after a card was played."""

    def moves(self, t: float, cards: Sequence[str], zone: str, by: int | None, held: Held) -> None:
        """Handle cards that touch a pad but do not come from a hand."""

    def follows(self, event: EventObject) -> None:
        """Update the book after an event."""

    def sees(self, now_s: float) -> None:
        """Handle the new `held` and `views`."""

    def counts(self) -> dict[str, Any]:
        """Score a finished round; return the points, and other fields of the action."""
        raise NotImplementedError

    def result(self) -> tuple[Mapping[int, int], Sequence[int]]:
        """Return each seat's total points, and the winners."""
        raise NotImplementedError

    # -- helpers for the games

    def note(self, t: float, deed: str, **of: Any) -> dict[str, Any]:
        """Add an action to the ground truth."""
        written = {"t": round(t, 6), "deed": deed, **of}
        self._deeds.append(written)
        return written

    def strike(self, deed: dict[str, Any]) -> None:
        """Remove an action that was not carried out after all."""
        self._deeds = [one for one in self._deeds if one is not deed]

    def pressed_by(self, seat: int, since_s: float) -> Press | None:
        """Return a seat's latest press at or after `since_s`, or None."""
        return next((one for one in reversed(self.presses) if one.seat == seat and one.t >= since_s), None)

    def after(self, seat: int) -> int:
        """Return the next seat, clockwise."""
        return self.seats[(self.seats.index(seat) + 1) % len(self.seats)]

    def hand(self, seat: int) -> tuple[str, ...]:
        assert self.held is not None, "somebody has looked"  # noqa: S101
        return self.held.hands.get(seat, ())

    def _come(self, until_s: float) -> None:
        """Record the touches of all hands that arrive by `until_s`."""
        while self._coming and self._coming[0][0] <= until_s:
            t, cards, zone, by, held = self._coming.pop(0)
            self.note(t, "touched", seat=by, cards=list(cards), zone=zone)
            self._unseen = {card: one for card, one in self._unseen.items() if card not in cards}
            judged = None
            if by is not None and all(card in held.hands.get(by, ()) for card in cards):
                judged = self.judged(t, by, cards, zone, held)
            if judged is None:
                self.moves(t, cards, zone, by, held)
                continue
            shown = list(reversed(cards))
            deed = {"deed": "laid", "seat": by, "card": shown[0], "cards": shown, "zone": zone, "touches": 1} | judged
            self._laid.append(self.note(t, **deed))

    def _still_unseen(self, now_s: float, before: Held, now: Held) -> Iterator[tuple[str, tuple[int, float]]]:
        """Yield each card that was drawn into a hand and is still in it, with the seat and the time of the draw."""
        drawn = set(before.draw)
        for seat, hand in now.hands.items():
            for card in hand:
                if card in self._unseen and self._unseen[card][0] == seat:
                    yield card, self._unseen[card]
                elif card in drawn:
                    yield card, (seat, now_s)


def _is_of(event: EventObject, laid: Mapping[str, Any]) -> bool:
    """Return whether an event may be about a laid card. Events do not name a face-down card, and some name no pile."""
    return event.get("zone", laid["zone"]) == laid["zone"] and event.get("card", laid["card"]) in laid["cards"]
