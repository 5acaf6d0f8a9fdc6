"""Records what hands of robots and people do at Mythology GO: open cards, closed ones, and their effects."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from cardtable_lab.simulated.findings import Record
from cardtable_lab.simulated.mythology_go.book import ROUNDS, Book
from cardtable_lab.simulated.mythology_go.counting import Lying, points
from cardtable_lab.simulated.mythology_go.players import BESIDES, DISCARD
from cardtable_lab.simulated.witness import Held, Witness
from table.games.mythology_go.views import MgoView
from table.robots.environment import EventObject

_TOGETHER_S = 2.0  # two copies that touch the pad so shortly after each other become one (MGO-35)
_ENDED_S = 1.5  # who ends a turn has pressed so shortly before


class MythologyGoWitness(Witness):
    """The ground truth of a game of Mythology GO."""

    def __init__(self, seats: Sequence[int], deck: Sequence[Record], agreed: Record) -> None:
        super().__init__(seats, deck, agreed)
        self.book = Book(self.seats, self.printed, agreed.get("rounds", ROUNDS))
        self._secret: dict[str, tuple[int, float]] = {}
        self._struck: list[dict[str, Any]] = []  # cards on their way to the discard
        self._fusing: list[dict[str, Any]] = []
        self._last: dict[str, Any] = {}  # the card that was laid last
        self._begun = False
        self._now_s = 0.0
        self._anew()

    def _anew(self) -> None:
        self._deities: dict[int, str] = {}
        self._aims: dict[str, str] = {}
        self._accused: dict[int, tuple[int | None, str | None]] = {}
        self._named: list[tuple[int, int]] = []

    @property
    def hidden(self) -> dict[str, float]:
        """The cards that lie closed, and Deities."""
        return {card: since for card, (_, since) in self._secret.items()}

    @property
    def hiders(self) -> dict[str, int]:
        """Whose they are."""
        return {card: seat for card, (seat, _) in self._secret.items()}

    # -- cards

    def judged(self, t: float, seat: int, cards: Sequence[str], zone: str, held: Held) -> dict[str, Any] | None:
        """Return whether a card may lie before its player, and whether closed."""
        card, book = cards[0], self.book
        closed = self._is_down(seat, t)
        if closed:
            self._secret[card] = (seat, t)
        if book.kind(card) in BESIDES:
            (self._deities if book.kind(card) == "deity" else book.beliefs)[seat] = card
            return None
        objection = book.objection(seat, card, closed=closed)
        forbidden = closed and book.forbidden(seat, card)
        return {"closed": closed, "objection": objection, "forbidden": forbidden, "shown": None}

    def _is_down(self, seat: int, t: float) -> bool:
        press = next((one for one in reversed(self.presses) if one.seat == seat and one.t <= t), None)
        return press is not None and (press.for_s is None or press.t + press.for_s >= t)

    def moves(self, t: float, cards: Sequence[str], zone: str, by: int | None, held: Held) -> None:
        """See cards go to the discard, or two of a terrain touch its pad."""
        if zone == DISCARD:
            self._is_struck(t, cards[0])
        elif by is not None and len(cards) > 1 and all(card in self.book.rows[by].cards for card in cards):
            self._fusing.append(self.note(t, "fuses", seat=by, cards=list(cards)))

    def _is_struck(self, t: float, card: str) -> None:
        """See a card be destroyed that is due, or stay; one that is fused with it goes along."""
        owner = next((seat for seat, row in self.book.rows.items() if card in row.cards), None)
        due = self.book.cause(card)
        if owner is None or due is None or any(card in deed["together"] for deed in self._struck):
            return
        together = self.book.rows[owner].together(card)
        stays = any(_has(self.printed[one], "resurrection") for one in together)
        self.book.strikes(due, together)
        for code in together:
            self._secret.pop(code, None)
            deed = self.note(t, "destroys", seat=owner, card=code, stays=stays, by=due.by, together=together)
            self._struck.append(deed)

    def lies(self, t: float, laid: dict[str, Any]) -> None:
        """Let a card lie before its player, as the book says."""
        seat, card, closed, book = laid["seat"], laid["card"], laid["closed"], self.book
        book.lays(seat, card, closed=closed)
        self.note(t, "lies", seat=seat, cards=[card], zone=laid["zone"], closed=closed)
        before, self._last = self._last, laid
        if self._become_one(before, laid):
            self._fusing.append(self.note(t, "fuses", seat=seat, cards=[before["card"], card]))
            book.rows[seat].pairs.append((before["card"], card))

    def _become_one(self, one: dict[str, Any], other: dict[str, Any]) -> bool:
        """Return whether two cards were laid so shortly after each other that they are fused."""
        book, cards = self.book, [one.get("card", ""), other["card"]]
        if one.get("seat") != other["seat"] or one["closed"] or other["closed"] or not book.may_merge(other["seat"]):
            return False
        fusible = all(_has(self.printed[card], "fusion") for card in cards)
        return fusible and book.name(cards[0]) == book.name(cards[1]) and other["t"] - one["t"] <= _TOGETHER_S

    # -- looks, words and events

    def sees(self, now_s: float) -> None:
        """Check on each player's own phone how the table took a card, and what was taken back."""
        self._now_s = now_s
        for note in list(self._laid):
            view = self.views.get(f"seat:{note['seat']}")
            own = view.mine if isinstance(view, MgoView) else None
            row = {} if own is None else {one.card: one.forbidden for one in own.terrain}
            if own is not None and (note["card"] in row or note["card"] in (own.laid or ())):
                self._laid.remove(note)
                note |= {"until": round(now_s, 6), "told_forbidden": row.get(note["card"]) is not None}
                self.lies(now_s, note)
        for seat in self.seats:
            for card in [card for card in self.book.laid if card in self.hand(seat)]:
                self._returns(now_s, seat, card)

    def _returns(self, now_s: float, seat: int, card: str) -> None:
        self.book.takes_back(seat, card)
        self._secret.pop(card, None)
        for deed in [deed for deed in self._fusing if card in deed["cards"]]:
            self._fusing.remove(deed)
            self.strike(deed)
        self.note(now_s, "took_back", seat=seat, card=card)

    def says(self, t: float, seat: int, choice: str, value: Any) -> None:
        """Record somebody's target, or whose Deity they name."""
        if choice == "target":
            card, target = value.split()
            self.note(t, "aims", seat=seat, card=card, target=target)
            self._aims[card] = target
        elif choice == "accuse":
            accused, _, deity = value.partition(" ")
            self._accused[seat] = (int(accused), deity)

    def _accusing(self) -> None:
        """Record who named whose Deity, by seat; a player who must and does not, names nobody (MGO-45)."""
        for seat in self.seats:
            has_to = _has(self.printed[self._deities[seat]], "identification")
            accused, deity = self._accused.get(seat, (None, None))
            right = has_to and accused is not None and self.book.name(self._deities[accused]) == deity
            if has_to or accused is not None:
                self.note(self._now_s, "accuses", seat=seat, accused=accused, deity=deity, right=right)
            if right and accused is not None:
                self._named.append((seat, accused))

    def follows(self, event: EventObject) -> None:
        """Go on as the book says."""
        does: Callable[[EventObject], None] | None = {
            "round_started": self._opens,
            "turn_started": self._begins,
            "count_opened": self._opens_count,
            "card_destroyed": self._is_gone,
            "card_resurrected": self._is_gone,
            "cards_fused": self._is_fused,
        }.get(event["event"])
        if does is not None:
            does(event)

    def _opens(self, event: EventObject) -> None:
        self.book.begin(self.seats[0])
        self._begun = False
        self._secret = {}
        self._anew()

    def _begins(self, event: EventObject) -> None:
        """End the turn before; the first of a round begins as the table says."""
        if self._begun:
            self._ends(event["t"])
            if self.book.turn != event["seat"]:
                self.note(event["t"], "disputed", turn=self.book.turn, table=event["seat"])
        self._begun, self.book.turn = True, event["seat"]

    def _opens_count(self, event: EventObject) -> None:
        self._ends(event["t"])
        self._secret = {card: one for card, one in self._secret.items() if card in self._deities.values()}
        for row in self.book.rows.values():
            row.closed.clear()

    def _ends(self, t: float) -> None:
        """Note the open cards of the turn that is over."""
        seat, book = self.book.turn, self.book
        assert seat is not None, "somebody had the turn"  # noqa: S101
        press = self.pressed_by(seat, t - _ENDED_S)
        brought = [card for card in book.laid if card not in book.rows[seat].closed]
        self.note(t - 0.001 if press is None else press.t, "ends_turn", seat=seat, brought=brought)
        book.follower()

    def _is_gone(self, event: EventObject) -> None:
        for deed in [deed for deed in self._struck if deed["card"] == event["card"]]:
            self._struck.remove(deed)
            row = self.book.rows[deed["seat"]]
            if deed["stays"]:
                row.risen.add(deed["card"])
                row.closed.discard(deed["card"])
            else:
                row.loses(deed["card"])

    def _is_fused(self, event: EventObject) -> None:
        for deed in [deed for deed in self._fusing if deed["seat"] == event["seat"]]:
            self._fusing.remove(deed)
            one, other = deed["cards"]
            pairs = self.book.rows[deed["seat"]].pairs
            if (one, other) not in pairs:
                pairs.append((one, other))

    def counts(self) -> dict[str, Any]:
        """Count the terrains."""
        book = self.book
        self._accusing()
        lying = Lying(book.rows, self.printed, self._deities, book.beliefs, self._aims, self._named)
        scores = points(lying)
        book.results.append(scores)
        self._secret = {}
        return {"scores": scores, "totals": book.totals}

    def result(self) -> tuple[Mapping[int, int], Sequence[int]]:
        """Return everybody's points in all rounds, and who has won."""
        return self.book.totals, self.book.winners()


def _has(card: Record, keyword: str) -> bool:
    return any(effect["keyword"] == keyword for effect in card.get("effects") or ())
