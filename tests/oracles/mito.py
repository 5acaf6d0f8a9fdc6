"""Mito by its ledger (MITO-F-.., MITO-E-..): plays, powers, races, the guard's calls, the count. No code of `table`."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tests.oracles.expected import Expected, expect, sure, text

DISCARD = "discard"
_USUAL: Mapping[str, Any] = {
    "wrap": True, "rounds": None, "first_guard": None, "use_ant": True, "mosquito_includes_player": True,
    "mosquito_penalty": "gift", "cockroach_includes_player": True, "cockroach_next_turn": "winner",
    "guard_may_play_moth": True, "guard_moth_follows_value": True, "tie_break": None,
}  # fmt: skip
DEALT = 8  # MITO-F-07, MITO-E-07
COSTS = {"number": 1, "spider": 5, "mosquito": 5, "cockroach": 5, "ant": 5, "moth": 10}  # MITO-F-41 to F-43
_COUNTED = "MITO-E-62 MITO-E-68 MITO-F-41 MITO-F-42 MITO-F-43 MITO-E-65 MITO-E-66 MITO-E-67"
_TURNS = "MITO-F-12 MITO-E-20 MITO-E-21"
_NEIGHBOURS = "MITO-F-15 MITO-E-15"
_AT_THE_ENDS = {5: "MITO-E-18", 1: "MITO-E-19"}
WRONG, BACK = "MITO-T-09", "MITO-T-03"
Slap = tuple[int, float]  # seat, and seconds after the mosquito was read


class Mito:
    """One game. Every method is something that somebody does, and returns the events that follow."""

    def __init__(self, seats: int, cards: Mapping[str, tuple[str, int]], **agreed: Any) -> None:
        """`cards` has kind and number of each but the Guard Bug."""
        self.agreed = {**_USUAL, **agreed}
        self.cards = cards
        self.seats = range(1, seats + 1)
        self.rounds = self.agreed["rounds"] or seats  # MITO-F-46, MITO-E-72
        self.totals = dict.fromkeys(self.seats, 0)
        self.round, self.over = 1, False
        self.starter = self.agreed["first_guard"] or 1
        self._deal()

    def _deal(self) -> None:
        self.guard = self.starter  # MITO-F-44, MITO-E-70
        self.stock = len(self.cards) - DEALT * len(self.seats)
        self.lying: list[str] = []
        self.turn: int | None = None
        self.wrong: set[str] = set()
        self.called = False
        self.racing: tuple[int, str] | None = None  # who laid a cockroach that waits for its answer
        self.last: tuple[int, str] | None = None  # what may be taken back
        self.worked: tuple[int, str, list[int]] | None = None  # whose card has just done something, and who drew for it
        self.out: int | None = None
        self.counted: dict[int, int] = {}
        self.waits = False

    def after(self, seat: int) -> int:
        """Return the left neighbour's seat (MITO-F-12)."""
        return seat % len(self.seats) + 1

    @property
    def top(self) -> str:
        """The card that everybody sees on the discard."""
        return self.lying[-1]

    def kind(self, card: str) -> str:
        """Return number, moth, or the insect."""
        return self.cards[card][0]

    def number(self, card: str) -> int:
        """Return the number that every card carries."""
        return self.cards[card][1]

    def fits(self, card: str) -> bool:
        """Return whether a card's number is one above or below, 1 above 5 (MITO-E-16, MITO-E-17)."""
        low, high = sorted((self.number(card), self.number(self.top)))
        return high - low == 1 or (self.agreed["wrap"] and (low, high) == (1, 5))

    def objection(self, card: str) -> tuple[str, str] | None:
        """Return why a card may not be laid on one's turn, and by which rules; None if it may."""
        moth = self.kind(card) == "moth"
        if moth and (self.turn != self.guard or not self.agreed["guard_may_play_moth"]):
            return "moth_not_playable", "MITO-E-27 MITO-E-29" + (
                " MITO-E-50" if self.agreed["guard_may_play_moth"] else ""
            )
        if moth and not self.agreed["guard_moth_follows_value"]:
            return None
        return None if self.fits(card) else ("not_adjacent", self._about_numbers(card))

    def _about_numbers(self, card: str) -> str:
        on = self.number(self.top)
        ends = _AT_THE_ENDS.get(on, "") if self.agreed["wrap"] else ""
        example = "MITO-E-16" if on == 4 else ""
        moth = "MITO-E-50" if self.kind(card) == "moth" else ""
        return f"{_NEIGHBOURS} {ends} {example} {moth} {'MITO-E-17' if ends else ''}"

    # -- cards

    def lay(self, seat: int | None, card: str) -> list[Expected]:
        """Let somebody lay a card on the discard; a mosquito's race is told by `slapped`."""
        if card in self.wrong:
            return self.put_right(card)
        if self.last is not None and self.last[1] == card:
            return self.take_back()
        if not self.lying:
            return self._turns_up(card)
        if self.called:
            return self._refuses("paused", card, "MITO-F-30 MITO-E-41")
        if seat != self.turn:
            return self._refuses("not_now", card, f"{_TURNS} MITO-F-14")
        if self.wrong:
            return self._refuses("correction_pending", card, WRONG)
        if (objection := self.objection(card)) is not None:
            return self._refuses(objection[0], card, objection[1])
        return self._lies(sure(seat), card)

    def _turns_up(self, card: str) -> list[Expected]:
        self.lying.append(card)
        self.stock -= 1
        counts = "" if self.kind(card) == "number" else " MITO-F-10 MITO-F-11"
        events = [expect("pile_started", f"MITO-F-09 MITO-E-10{counts}", card=card)]
        return events + self._turn(self.starter, "MITO-F-13 MITO-E-14")

    def _lies(self, seat: int, card: str) -> list[Expected]:
        free = self.kind(card) == "moth" and not self.agreed["guard_moth_follows_value"] and not self.fits(card)
        rules = "MITO-E-50" if free else self._about_numbers(card)
        self.lying.append(card)
        self.last, self.worked = (seat, card), None
        events = [expect("card_played", f"{rules} MITO-F-14 MITO-E-21", seat=seat, zone=DISCARD, card=card)]
        match self.kind(card):
            case "mosquito":
                racing = self._racing(seat, "mosquito_includes_player")
                self.worked, self.last, self.turn = (seat, card, []), None, None
                return [*events, expect("race_opened", "MITO-E-25 MITO-E-24", race="slap", seats=racing)]
            case "cockroach":
                racing = self._racing(seat, "cockroach_includes_player")
                self.worked, self.racing, self.last, self.turn = (seat, card, []), (seat, card), None, None
                rules = "MITO-E-30 MITO-E-24" + self._example(card)
                return [*events, expect("race_opened", rules, race="match", seats=racing)]
            case "spider":
                self.worked = (seat, card, [])
                events.append(self._gift(seat, None, "MITO-E-34 MITO-E-35 MITO-E-36 MITO-E-24"))
            case "ant" if self.agreed["use_ant"]:
                others = [other for other in self.seats if other != seat]
                self.worked = (seat, card, others)
                events += self._draws(others, "MITO-E-37 MITO-E-24")
        return events + self._turn(self.after(seat), _TURNS)

    def _racing(self, seat: int, includes: str) -> list[int]:
        return [one for one in self.seats if self.agreed[includes] or one != seat]

    def _example(self, cockroach: str) -> str:
        return " MITO-E-31" if self.number(cockroach) == 4 else ""

    def _refuses(self, reason: str, card: str, rules: str) -> list[Expected]:
        opened = [] if self.wrong else [expect("correction_opened", WRONG, zone=DISCARD)]
        self.wrong.add(card)
        return [expect("play_refused", rules, zone=DISCARD, card=card, reason=reason), *opened]

    def put_right(self, card: str) -> list[Expected]:
        """Let a refused card go back to its hand."""
        self.wrong.discard(card)
        return [] if self.wrong else [expect("correction_closed", WRONG, zone=DISCARD)]

    def take_back(self) -> list[Expected]:
        """Let who played last take the card back, before anybody goes on (MITO-T-03)."""
        seat, card = sure(self.last)
        self.lying.remove(card)
        self.last = self.worked = None
        back = expect("play_taken_back", BACK, seat=seat, zone=DISCARD, card=card)
        return [back, *self._turn(seat, BACK)]

    # -- races

    def slapped(self, slaps: Iterable[Slap], drawn: int | None) -> list[Expected]:
        """Close a mosquito's race (MITO-E-25, MITO-E-26); `drawn`: whom the table drew, if it had to."""
        player, _, _ = sure(self.worked)
        racing = self._racing(player, "mosquito_includes_player")
        order = sorted((slap for slap in slaps if slap[0] in racing), key=lambda slap: slap[1])
        missing = [seat for seat in racing if seat not in dict(order)]
        lot = len(missing) > 1
        last = drawn if lot and drawn in missing else (missing or [order[-1][0]])[0]
        rules = "MITO-E-26 MITO-E-25" + (" MITO-T-04" if missing else "")
        placed = [{"seat": seat, "at_ms": round(at * 1000, 3)} for seat, at in order]
        events = [expect("race_closed", rules, race="slap", order=placed, last=last, missing=missing, lot=lot, ties=[])]
        if self.agreed["mosquito_penalty"] == "draw":
            self.worked = (player, sure(self.worked)[1], [last])
            events += self._draws([last], "MITO-E-26")
        else:
            events += [self._gift(seat, last, "MITO-E-26 MITO-E-28") for seat in self.seats if seat != last]
        return events + self._turn(self.after(player), _TURNS)

    def answers(self, seat: int, card: str, after_s: float) -> list[Expected]:
        """Let somebody answer a cockroach: the first of its number stays (MITO-E-32)."""
        player, cockroach = sure(self.racing)
        if card in self.wrong:
            return self.put_right(card)
        if not self.agreed["cockroach_includes_player"] and seat == player:
            return self._refuses("not_now", card, "MITO-E-30")
        if self.kind(card) == "moth":
            return self._refuses("moth_not_playable", card, "MITO-T-11 MITO-E-27 MITO-E-30")
        if self.number(card) != self.number(cockroach):
            return self._refuses("no_match", card, "MITO-E-30" + self._example(cockroach))
        self.lying.append(card)
        self.racing = self.worked = None
        rules = "MITO-E-30 MITO-E-32" + self._example(cockroach)
        wins = self.agreed["cockroach_next_turn"] == "winner"
        placed = [{"seat": seat, "at_ms": round(after_s * 1000, 3)}]
        return [
            expect("card_played", rules, zone=DISCARD, card=card),
            expect("race_closed", "MITO-E-32" + " MITO-E-33" * wins, race="match", order=placed, last=None),
            *self._turn(seat if wins else self.after(player), "MITO-E-33" if wins else _TURNS),
        ]

    def unanswered(self) -> list[Expected]:
        """Let ten seconds pass without an answer (MITO-T-05)."""
        player, _ = sure(self.racing)
        self.racing = None  # it is the last play still: a hold says that it was the last card (MITO-T-06)
        closed = expect("race_closed", "MITO-T-05 MITO-E-30", race="match", order=[], last=None)
        return [closed, *self._turn(self.after(player), "MITO-T-05 " + _TURNS)]

    # -- presses

    def tap(self, seat: int) -> list[Expected]:
        """Draw on one's turn (MITO-T-01); the guard calls on another's; the accused says innocent."""
        if self.called:
            return self._pleads(seat, guilty=False) if seat != self.guard else []
        if seat == self.turn:
            if self.wrong:
                return [expect("press_refused", WRONG, seat=seat, reason="correction_pending")]
            self.last = None
            return [*self._draws([seat], "MITO-T-01"), *self._turn(self.after(seat), _TURNS)]
        return self.calls(seat) if seat == self.guard and self.turn is not None else []

    def calls(self, seat: int) -> list[Expected]:
        """Let the guard call: "Vu!" (MITO-F-28, MITO-E-40)."""
        self.called, self.last = True, None
        return [expect("call_made", "MITO-F-28 MITO-F-29 MITO-F-30 MITO-E-40 MITO-E-41 MITO-E-51", seat=seat)]

    def hold(self, seat: int) -> list[Expected]:
        """Say guilty, withdraw a call, open the next round, or say that a hand is empty."""
        if self.waits:
            return self._next_round() if seat == self.after(self.starter) else []
        if not self.called:
            return self._says_out(seat)
        if seat != self.guard:
            return self._pleads(seat, guilty=True)
        self.called = False
        withdrawn = expect("call_withdrawn", "MITO-T-07", seat=seat)
        return [withdrawn, *self._turn(sure(self.turn), "MITO-F-37")]

    def _pleads(self, accused: int, *, guilty: bool) -> list[Expected]:
        caller, self.called = self.guard, False
        self.guard = accused if guilty else caller
        rules = "MITO-F-34 MITO-E-44" if guilty else "MITO-F-36 MITO-E-46"
        events = [
            expect(
                "call_settled", f"MITO-F-31 MITO-E-43 MITO-E-49 {rules}",
                accused=accused, guilty=guilty, guard=self.guard,
            )
        ]  # fmt: skip
        if guilty:
            events.append(self._gift(caller, accused, "MITO-F-33 MITO-E-44 MITO-E-28"))
        else:
            events += self._draws([caller], "MITO-F-35 MITO-E-45")
        return events + self._turn(sure(self.turn), "MITO-F-37")

    def _says_out(self, seat: int) -> list[Expected]:
        events = []
        if self.racing is not None or (self.worked is not None and self.turn is None):
            kind = "match" if self.racing is not None else "slap"
            events.append(expect("race_closed", "MITO-F-40 MITO-T-06", race=kind, last=None))
            self.turn, self.racing = self.after(sure(self.worked)[0]), None
        if self.worked is not None and self.worked[0] == seat:
            self.stock += len(self.worked[2])
            events.append(expect("effect_cancelled", "MITO-T-06", seat=seat, card=self.worked[1]))
            events += [expect("card_put_back", "MITO-T-06", seat=one) for one in reversed(self.worked[2])]
        self.out, self.counted, self.last, self.worked = seat, {}, None, None
        due = [one for one in self.seats if one != seat]
        one_round = "MITO-E-59" if self.rounds == 1 else "MITO-E-60"
        return [*events, expect("hands_due", f"MITO-F-40 MITO-E-64 MITO-E-22 {one_round}", seats=due)]

    # -- the count

    def counts(self, seat: int, hand: Sequence[str]) -> list[Expected]:
        """Write down what a hand costs; with the last one the round is over."""
        self.counted[seat] = sum(COSTS[self.kind(card)] for card in hand)
        events = [expect("hand_counted", _COUNTED, seat=seat, points=self.counted[seat])]
        return events if len(self.counted) < len(self.seats) - 1 else events + self._ends()

    def _ends(self) -> list[Expected]:
        scores = {seat: self.counted.get(seat, 0) for seat in self.seats}  # MITO-E-69
        for seat in self.seats:
            self.totals[seat] += scores[seat]
        several = "MITO-E-59" if self.rounds == 1 else "MITO-E-60"
        rules = f"MITO-F-40 MITO-E-69 MITO-E-61 {several}"
        events = [expect("round_ended", rules, round=self.round, scores=text(scores), out=self.out)]
        out, self.turn, self.out = self.out, None, None
        if self.round < self.rounds:
            self.waits = True
            return events
        self.over = True
        all_began = " MITO-F-46 MITO-E-72" if self.rounds == len(self.seats) else ""
        won = "MITO-F-47 MITO-E-73" + (" MITO-E-59" if self.rounds == 1 else "") + all_began
        return [*events, expect("game_ended", won, totals=text(self.totals), winners=self._winners(sure(out)))]

    def _winners(self, out: int) -> list[int]:
        fewest = [seat for seat in self.seats if self.totals[seat] == min(self.totals.values())]
        alone = self.agreed["tie_break"] or ("out" if self.rounds == 1 else "shared")
        return [out] if alone == "out" and out in fewest else fewest

    def _next_round(self) -> list[Expected]:
        self.starter, self.round = self.after(self.starter), self.round + 1  # MITO-F-44, MITO-E-71
        self._deal()
        which = "MITO-E-70" if self.round == 2 else "MITO-E-71"
        begins = expect(
            "round_started", f"MITO-F-44 MITO-F-45 {which}", round=self.round, starter=self.starter, guard=self.guard
        )
        return [begins]

    # -- debts and turns

    def _gift(self, giver: int, receiver: int | None, rules: str) -> Expected:
        return expect("gift_owed", rules, giver=giver, receiver=receiver, count=1)

    def _draws(self, seats: Iterable[int], rules: str) -> list[Expected]:
        events: list[Expected] = []
        for seat in seats:
            if self.stock == 0:  # MITO-T-02: all but the top of the discard
                self.stock = len(self.lying) - 1
                self.lying = self.lying[-1:]
                events.append(expect("pile_reshuffled", "MITO-T-02", zone=DISCARD))
            self.stock -= 1
            events.append(expect("draw_owed", rules, seat=seat, count=1))
        return events

    def _turn(self, seat: int, rules: str) -> list[Expected]:
        self.turn = seat
        return [expect("turn_started", rules, seat=seat)]
