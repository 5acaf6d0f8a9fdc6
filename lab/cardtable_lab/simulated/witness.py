"""Records the ground truth of hands that do not belong to the population: robots and people.

A witness uses the population's own rule book. It gets the movements of hands and the public events; the population
compares the result.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from cardtable_lab.simulated.comparing import Record
from table.robots.environment import EventObject
from table.view import View

LATE_S = 1.8  # a card that was fair so shortly before it came is told as late
HOLD_S = 0.5  # a finger that stays this long holds the button
_ANSWERED_S = 3.0  # a card of which nothing was told by then lies there unnoticed
_SETTLED = ("card_played", "pile_refilled", "card_paid")


class Held(Protocol):
    """Who holds what, and what lies where: the truth of the cards."""

    @property
    def hands(self) -> Mapping[int, tuple[str, ...]]:
        """The cards of each seat."""
        ...

    @property
    def piles(self) -> Mapping[str, tuple[str, ...]]:
        """What lies on each zone, the last card on top."""
        ...

    @property
    def gone(self) -> Mapping[int, tuple[str, ...]]:
        """The cards that each seat let vanish."""
        ...

    @property
    def draw(self) -> tuple[str, ...]: ...

    @property
    def up(self) -> Mapping[str, int]:
        """Which side is up of cards with two."""
        ...


class Press:
    """A finger on a button: since when, and for how long, if it is lifted."""

    def __init__(self, seat: int, t: float) -> None:
        self.seat, self.t = seat, t
        self.for_s: float | None = None

    @property
    def holds(self) -> bool:
        """Whether it was a hold, not a tap."""
        return self.for_s is not None and self.for_s >= HOLD_S


class Witness:
    """The ground truth of one game, in `deeds`. A game says what is `judged` of a card, and what follows from events.

    `held` is who held what when it was last looked at, `views` what each seat's phone showed then.
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
        self._laid: list[dict[str, Any]] = []  # of which nothing was told yet
        self._unseen: dict[str, tuple[int, float]] = {}  # cards in hands that nobody else has seen, since when
        self._ended: list[str] = []  # rounds or the game, to be counted when hands are quiet

    # -- what it is told

    def touches(self, t: float, cards: Sequence[str], zone: str, by: int | None, held: Held) -> None:
        """See a hand on its way to a pad with cards, while everybody holds what is `held`."""
        self._coming.append((t, tuple(cards), zone, by, held))
        self._coming.sort(key=lambda one: one[0])

    def finger(self, t: float, seat: int, *, down: bool) -> None:
        """See a finger come down on a button, or be lifted."""
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
        """Handle an event, before hands act on it."""
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
        """Record who holds what, after hands have acted."""
        self._come(now_s)
        for note in [one for one in self._laid if now_s - one["t"] > _ANSWERED_S]:
            self._laid.remove(note)
            if any(note["card"] in pile for pile in held.piles.values()):
                self.lies(now_s, note)  # and the comparison finds that nobody was told
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
        """What was done, in order of time."""
        return sorted(self._deeds, key=lambda deed: float(deed["t"]))

    @property
    def secrets(self) -> Mapping[str, float]:
        """The cards that only their owner may know now, and since when, in s."""
        return {card: since for card, (_, since) in self._unseen.items()} | self.hidden

    @property
    def owners(self) -> Mapping[str, int]:
        """The seats that may know some of them."""
        return {card: seat for card, (seat, _) in self._unseen.items()} | self.hiders

    # -- what a game says

    @property
    def hidden(self) -> dict[str, float]:
        """The cards that are secret where they lie, and since when."""
        return {}

    @property
    def hiders(self) -> dict[str, int]:
        """The seats that may know some of them nevertheless."""
        return {}

    def judged(self, t: float, seat: int, cards: Sequence[str], zone: str, held: Held) -> dict[str, Any] | None:
        """Return the verdict of the population's book on laid cards, as fields of a deed; None: no verdict."""
        raise NotImplementedError

    def lies(self, t: float, laid: dict[str, Any]) -> None:
        """Note that laid cards stay where they are."""
        self.note(t, "lies", seat=laid["seat"], cards=laid["cards"][::-1], zone=laid["zone"])
        self.played(t, laid)

    def played(self, t: float, laid: dict[str, Any]) -> None:
        """Go on as the book says after a card was played."""

    def moves(self, t: float, cards: Sequence[str], zone: str, by: int | None, held: Held) -> None:
        """See cards touch a pad that do not come from a hand."""

    def follows(self, event: EventObject) -> None:
        """Go on as the book says after an event."""

    def sees(self, now_s: float) -> None:
        """Look at phones and hands."""

    def counts(self) -> dict[str, Any]:
        """Count a round that is over; return the points, and what else is known."""
        raise NotImplementedError

    def result(self) -> tuple[Mapping[int, int], Sequence[int]]:
        """Return everybody's points in the whole game, and who has won it."""
        raise NotImplementedError

    # -- what games need

    def note(self, t: float, deed: str, **of: Any) -> dict[str, Any]:
        """Write down what was done."""
        written = {"t": round(t, 6), "deed": deed, **of}
        self._deeds.append(written)
        return written

    def strike(self, deed: dict[str, Any]) -> None:
        """Cross out what was not done after all."""
        self._deeds = [one for one in self._deeds if one is not deed]

    def pressed_by(self, seat: int, since_s: float) -> Press | None:
        """Return a seat's last press after a time."""
        return next((one for one in reversed(self.presses) if one.seat == seat and one.t >= since_s), None)

    def after(self, seat: int) -> int:
        """Return the next seat, clockwise."""
        return self.seats[(self.seats.index(seat) + 1) % len(self.seats)]

    def hand(self, seat: int) -> tuple[str, ...]:
        assert self.held is not None, "somebody has looked"  # noqa: S101
        return self.held.hands.get(seat, ())

    def _come(self, until_s: float) -> None:
        """Finish movements of hands that were on their way."""
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
        """Yield cards that came from the draw pile into a hand and are still there."""
        drawn = set(before.draw)
        for seat, hand in now.hands.items():
            for card in hand:
                if card in self._unseen and self._unseen[card][0] == seat:
                    yield card, self._unseen[card]
                elif card in drawn:
                    yield card, (seat, now_s)


def _is_of(event: EventObject, laid: Mapping[str, Any]) -> bool:
    """Return whether a ruling may be about a card; events do not name a card face down, some no pile."""
    return event.get("zone", laid["zone"]) == laid["zone"] and event.get("card", laid["card"]) in laid["cards"]
