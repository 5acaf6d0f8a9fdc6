"""Mytho by its ledger (MYTHO-..): two piles, bluffs and contests. Shares no code with `table`."""

from collections.abc import Mapping, Sequence
from typing import Any

from tests.oracles.expected import Expected, expect, sure, text

VISIBLE, HIDDEN = "visible", "hidden"
_USUAL: Mapping[str, Any] = {
    "hand_size": 5, "colour_means": "suit", "first_player": None, "direction": "clockwise", "draw_per_turn": 1,
    "allow_pass": False, "contest_window_s": 5, "after_contest": "left", "rounds": 1,
}  # fmt: skip
BACK, TURNED = "MYTHO-T-03", "MYTHO-T-09 MYTHO-22"
ENDS = "MYTHO-12 MYTHO-T-08"
Card = Mapping[str, Any]  # number and colour, as in a catalogue


class Mytho:
    """One game. Every method is something that somebody does, and returns the events that follow."""

    def __init__(self, seats: int, cards: Mapping[str, Card], **agreed: Any) -> None:
        self.agreed = {**_USUAL, **agreed}
        self.printed = cards
        self.seats = range(1, seats + 1)
        self.totals = dict.fromkeys(self.seats, 0)
        self.round, self.starter, self.over = 1, self.agreed["first_player"] or 1, False
        self._deal()

    def _deal(self) -> None:
        self.hands = dict.fromkeys(self.seats, self.agreed["hand_size"])  # MYTHO-02
        self.stock = len(self.printed) - sum(self.hands.values())  # MYTHO-03
        self.reference: str | None = None
        self.lying: dict[str, set[str]] = {VISIBLE: set(), HIDDEN: set()}
        self.turn: int | None = None
        self.drawn = 0
        self.doubtful: tuple[int, str, float] | None = None  # who laid the newest hidden card, and when
        self.turned: str | None = None  # it still has to go to the visible pile
        self.wrong: dict[str, str] = {}
        self.lay_wrong: set[str] = set()  # rules about what lay on the hidden pile in this correction
        self.last: tuple[int, str, str] | None = None
        self.before_last: tuple[int, str | None, int] = (0, None, 0)
        self.waits = False

    # -- what anybody can work out

    def after(self, seat: int) -> int:
        """Return whose turn it is after a seat's (MYTHO-09)."""
        step = 1 if self.agreed["direction"] == "clockwise" else -1
        return (seat - 1 + step) % len(self.seats) + 1

    def fits(self, card: str) -> bool:
        """Return whether a card shares number or colour with the reference (MYTHO-15)."""
        new, on = self.printed[card], self.printed[sure(self.reference)]
        return bool(new["number"] == on["number"] or self._colour(new) == self._colour(on))

    def _colour(self, card: Card) -> str:
        colour = str(card["colour"])
        if self.agreed["colour_means"] == "suit":
            return colour
        return "red" if colour in ("hearts", "diamonds") else "black"

    @property
    def drawable(self) -> bool:
        """Whether there is a card to draw, perhaps after shuffling (MYTHO-T-01)."""
        return self.stock > 0 or self._buried() > 0

    def _buried(self) -> int:
        return len(self.lying[VISIBLE]) + len(self.lying[HIDDEN]) - 1

    # -- cards

    def lay(self, seat: int | None, zone: str, card: str, at: float) -> list[Expected]:
        """Let somebody lay a card; `seat` is None before the first turn."""
        if self.wrong.get(card) == zone or (card == self.turned and zone == VISIBLE):
            return self._put_right(card)
        if self.last is not None and self.last[1:] == (zone, card):
            return self.take_back()
        closed = self._put_right(card)
        if self.reference is None:
            return closed + self._turns_up(zone, card)
        turn = self.after(self.doubtful[0]) if self.doubtful else sure(self.turn)
        if seat != turn:
            return closed + self._refuses("not_now", zone, card, "MYTHO-09")
        if self.wrong or self.turned:
            return closed + self._refuses("correction_pending", zone, card, f"{TURNED} {BACK}" if self.turned else BACK)
        if zone == VISIBLE and not self.fits(card):
            return closed + self._refuses("no_match", zone, card, "MYTHO-15")
        return closed + self._lies(seat, zone, card, at)

    def _turns_up(self, zone: str, card: str) -> list[Expected]:
        if zone == HIDDEN:
            return self._refuses("wrong_zone", zone, card, "MYTHO-06 MYTHO-04")
        if self.wrong:
            return self._refuses("correction_pending", zone, card, BACK)
        self.reference, self.stock = card, self.stock - 1
        self.lying[VISIBLE].add(card)
        return [expect("pile_started", "MYTHO-04 MYTHO-05 MYTHO-07", card=card), *self._turn(self.starter, "MYTHO-09")]

    def _lies(self, seat: int, zone: str, card: str, at: float) -> list[Expected]:
        events = self.let_pass("MYTHO-T-04 MYTHO-28") if self.doubtful else []  # who plays on lets it pass
        self.before_last = (seat, self.reference, self.drawn)
        self.hands[seat] -= 1
        self.lying[zone].add(card)
        self.last = (seat, zone, card)
        if zone == HIDDEN:
            self.doubtful, self.turn = (seat, card, at), None
            return [*events, expect("card_played", "MYTHO-14 MYTHO-27 MYTHO-11", seat=seat, zone=zone, card=card)]
        self.reference = card
        rules = "MYTHO-15 MYTHO-16 MYTHO-13 MYTHO-11"
        events.append(expect("card_played", rules, seat=seat, zone=zone, card=card))
        if self.hands[seat] == 0:
            return events + self._ends(seat, "MYTHO-08")
        return events + self._turn(self.after(seat), "MYTHO-09")

    def along(self, zone: str, card: str) -> list[Expected]:
        """Let a card come together with the one just laid: one card a turn (MYTHO-11)."""
        return self._refuses("too_many_plays", zone, card, "MYTHO-11")

    def _refuses(self, reason: str, zone: str, card: str, rules: str) -> list[Expected]:
        opened = [] if zone in self.wrong.values() or self._turned_on(zone) else [
            expect("correction_opened", BACK, zone=zone)
        ]  # fmt: skip
        self.wrong[card] = zone
        if zone == HIDDEN:
            self.lay_wrong |= {*BACK.split()}
        return [expect("play_refused", rules, zone=zone, card=card, reason=reason), *opened]

    def _turned_on(self, zone: str) -> bool:
        return self.turned is not None and zone == HIDDEN

    def _put_right(self, card: str) -> list[Expected]:
        if card == self.turned:
            self.turned = None
            return [] if HIDDEN in self.wrong.values() else [self._closes(HIDDEN)]
        zone = self.wrong.pop(card, None)
        if zone is None or zone in self.wrong.values() or self._turned_on(zone):
            return []
        return [self._closes(zone)]

    def _closes(self, zone: str) -> Expected:
        """Close a correction by the rules about all that lay wrong there: its event names no card."""
        rules = BACK
        if zone == HIDDEN:
            rules, self.lay_wrong = " ".join(self.lay_wrong), set()
        return expect("correction_closed", rules, zone=zone)

    def lift(self, zone: str, card: str) -> list[Expected]:
        """Let somebody lift a card off a pile."""
        if self.wrong.get(card) == zone:
            return self._put_right(card)
        if self.last is not None and self.last[1:] == (zone, card):
            return self.take_back()
        return []

    def take_back(self) -> list[Expected]:
        """Let who played last take the card back (MYTHO-T-02)."""
        seat, zone, card = sure(self.last)
        _, self.reference, drawn = self.before_last
        self.hands[seat] += 1
        self.lying[zone].discard(card)
        self.last = self.doubtful = None
        back = expect("play_taken_back", "MYTHO-T-02", seat=seat, zone=zone, card=card)
        events = [back, *self._turn(seat, "MYTHO-T-02 MYTHO-09")]
        self.drawn = drawn
        return events

    # -- buttons

    def tap(self, seat: int) -> list[Expected]:
        """Draw; after drawing, or with nothing to draw: end the turn (MYTHO-10, MYTHO-12)."""
        if seat != self.turn:
            return []
        self.last = None
        if self.wrong or self.turned:
            rules = f"{TURNED} {BACK}" if self.turned else BACK
            return [expect("press_refused", rules, seat=seat, reason="correction_pending")]
        if self.drawn < self.agreed["draw_per_turn"] and self.drawable:
            self.drawn += 1
            return [*self._draw(seat), expect("card_drawn", "MYTHO-10 MYTHO-12", seat=seat, count=1)]
        return self._passes(seat)

    def _passes(self, seat: int) -> list[Expected]:
        passed = expect("turn_passed", ENDS, seat=seat, how="pass")
        return [passed, *self._turn(self.after(seat), "MYTHO-09")]

    def hold(self, seat: int) -> list[Expected]:
        """End the turn where a tap draws; let a hidden card pass; open the next round."""
        if self.waits:
            return self._next_round() if seat == self.after(self.starter) else []
        if self.doubtful is not None:
            passes = seat == self.after(self.doubtful[0])
            return self.shut("MYTHO-T-04 MYTHO-28 MYTHO-09") if passes else []
        if seat != self.turn:
            return []
        self.last = None
        if not (self.agreed["allow_pass"] or self.agreed["draw_per_turn"] > 1):
            return []
        if self.wrong or self.turned:
            rules = f"{TURNED} {BACK}" if self.turned else BACK
            return [expect("press_refused", rules, seat=seat, reason="correction_pending")]
        if self.drawn or self.agreed["allow_pass"] or not self.drawable:
            return self._passes(seat)
        return [expect("press_refused", ENDS, seat=seat, reason="not_now")]

    def let_pass(self, rules: str) -> list[Expected]:
        """Let the hidden card lie: its last card has won (MYTHO-25), else the next player has the turn."""
        seat, _, _ = sure(self.doubtful)
        self.doubtful = None
        return self._turn(self.after(seat), f"{rules} MYTHO-09")

    def shut(self, rules: str) -> list[Expected]:
        """Let nobody contest any more."""
        seat, _, _ = sure(self.doubtful)
        if self.hands[seat] == 0:
            self.doubtful = None
            return self._ends(seat, "MYTHO-25 MYTHO-08")
        return self.let_pass(rules)

    def passes(self, now: float) -> list[Expected]:
        """Let time pass: who has not contested within the window cannot any more (MYTHO-T-04)."""
        late = self.doubtful is not None and now >= self.doubtful[2] + self.agreed["contest_window_s"]
        return self.shut("MYTHO-T-04 MYTHO-28") if late else []

    def contest(self, challenger: int) -> list[Expected]:
        """Let the first who doubts have the card turned over (MYTHO-17, MYTHO-18)."""
        player, card, _ = sure(self.doubtful)
        honest = self.fits(card)
        self.doubtful = self.last = None
        self.reference, self.turned = card, card  # MYTHO-22
        self.lying[HIDDEN].discard(card)
        self.lying[VISIBLE].add(card)
        about = "MYTHO-19 MYTHO-23 MYTHO-22" if honest else "MYTHO-20 MYTHO-21 MYTHO-22"
        events = [
            expect("contest_made", "MYTHO-17 MYTHO-18 MYTHO-T-04 MYTHO-T-05", seat=challenger),
            expect("contest_settled", about, challenger=challenger, player=player, truthful=honest, card=card),
        ]
        paid = self._pays(player, challenger, honest=honest)
        out = player if honest else challenger
        if self.hands[out] == 0:
            return events + paid + self._ends(out, "MYTHO-08 " + ("MYTHO-25" if honest else "MYTHO-26"))
        self.lay_wrong |= {*TURNED.split()}
        events += [] if HIDDEN in self.wrong.values() else [expect("correction_opened", TURNED, zone=HIDDEN)]
        next_seat = self.after(player) if self.agreed["after_contest"] == "left" else challenger
        return events + paid + self._turn(next_seat, "MYTHO-T-06 MYTHO-09")

    def _pays(self, player: int, challenger: int, *, honest: bool) -> list[Expected]:
        loser, rules = (challenger, "MYTHO-19 MYTHO-23") if honest else (player, "MYTHO-20")
        events = []
        if self.drawable:
            events = [*self._draw(loser), expect("draw_owed", rules, seat=loser, count=1)]
        if not honest:  # MYTHO-21
            self.hands[challenger] -= 1
            self.hands[player] += 1
            events.append(expect("gift_owed", "MYTHO-21 MYTHO-24", giver=challenger, receiver=player, count=1))
        return events

    def _draw(self, seat: int) -> list[Expected]:
        events = []
        if self.stock == 0:  # MYTHO-T-01
            top = {sure(self.reference)}
            zones = [zone for zone in (VISIBLE, HIDDEN) if self.lying[zone] - top]
            events = [expect("pile_reshuffled", "MYTHO-T-01", zone=zone) for zone in zones]
            self.stock, self.lying = self._buried(), {VISIBLE: top, HIDDEN: set()}
        self.stock -= 1
        self.hands[seat] += 1
        return events

    # -- turns and rounds

    def _turn(self, seat: int, rules: str) -> list[Expected]:
        self.turn, self.drawn = seat, 0
        return [expect("turn_started", rules, seat=seat)]

    def _ends(self, out: int, rules: str) -> list[Expected]:
        for seat in self.seats:
            self.totals[seat] += self.hands[seat]  # MYTHO-T-07
        events = [self._closes(zone) for zone in sorted({*self.wrong.values()})]
        events += [expect("round_ended", f"{rules} MYTHO-T-07", round=self.round, out=out, scores=text(self.hands))]
        self.turn = self.last = self.turned = None
        self.wrong = {}
        if self.round < self.agreed["rounds"]:
            self.waits = True
            return events
        self.over = True
        return [*events, expect("game_ended", "MYTHO-08 MYTHO-T-07", totals=text(self.totals), winners=self._fewest())]

    def _fewest(self) -> Sequence[int]:
        return [seat for seat in self.seats if self.totals[seat] == min(self.totals.values())]

    def _next_round(self) -> list[Expected]:
        self.starter, self.round = self.after(self.starter), self.round + 1  # MYTHO-T-07
        self._deal()
        return [expect("round_started", "MYTHO-T-07 MYTHO-09", round=self.round, starter=self.starter)]
