"""Nur Mut by its ledger (NUR-..), for people who see which side of a card is up. Shares no code with `table`."""

from collections.abc import Callable, Mapping
from copy import copy
from typing import Any

from tests.oracles.expected import Expected, expect, sure, text

PILES = ("pile.1", "pile.2", "pile.3")
JOKER = "joker"
Face = int | str
Lot = Callable[[list[str]], str]  # which of several piles was drawn, as the table told it

_USUAL: Mapping[str, Any] = {
    "hand_size": 10, "wrap": False, "min_number": 1, "reward_turn": True, "joker_courage_reward": False,
    "after_joker_fit": False, "joker_last_card": True, "refill_always": True, "refill_costs_turn": True,
    "misfit_is_pass": False, "rounds": 1, "first_player": None,
}  # fmt: skip
BACK = "NUR-T-03"
BACK_TO_NEXT = "NUR-14 NUR-25"


class NurMut:
    """One game. Every method is something that somebody does, and returns the events that follow."""

    def __init__(self, seats: int, *, pads: bool, **agreed: Any) -> None:
        """`pads`: cards touch a pad on their way to a pile; else they lie over an antenna."""
        self.pads = pads
        self.agreed = {**_USUAL, **agreed}
        self.seats = range(1, seats + 1)
        self.totals = dict.fromkeys(self.seats, 0)
        self.round, self.starter = 1, self.agreed["first_player"] or 1  # NUR-13
        self.over = False
        self._deal()

    def _deal(self) -> None:
        self.left = dict.fromkeys(self.seats, self.agreed["hand_size"])  # NUR-07
        self.shown: dict[str, Face] = {}
        self.under: dict[str, Face | None] = {}  # a joker: the number that it covers
        self.cards: dict[str, list[str]] = {}
        self.turn: int | None = None
        self.brave = False
        self.cover: str | None = None
        self.anew: str | None = None
        self.taking: tuple[int, str, list[str]] | None = None
        self.passed: list[int] = []
        self.wrong: dict[str, str] = {}
        self.wrong_by: dict[str, int | None] = {}
        self.last: tuple[int, str, str] | None = None
        self.before_last: dict[str, Any] = {}  # all that was, as it was before the card that may be taken back
        self.joker_was: set[str] = set()
        self.waits = False  # for the next round

    # -- what anybody can see

    def after(self, seat: int | None) -> int:
        """Return the next seat, clockwise (NUR-14)."""
        return (seat or 0) % len(self.seats) + 1

    @property
    def begun(self) -> bool:
        """Whether all three piles have begun."""
        return self.turn is not None

    @property
    def must_dare(self) -> bool:
        """Whether everybody has passed, so that the first who did has to be brave (NUR-43)."""
        return len(self.passed) >= len(self.seats) and not self.brave

    def fits(self, zone: str, face: Face) -> bool:
        """Return whether a card with this side up may lie there, for its number's sake."""
        if self.cover == zone:
            on = self.under[zone] if self.agreed["after_joker_fit"] else None  # NUR-40
        else:
            on = self.shown.get(zone)
        if on is None or JOKER in (face, on):  # NUR-20, NUR-33
            return True
        apart = abs(int(face) - int(on))
        return apart == 1 or (self.agreed["wrap"] and apart == 9 - self.agreed["min_number"])  # NUR-16, NUR-19

    def highest(self) -> list[str]:
        """Return the piles whose top card shows the highest number (NUR-30)."""
        number = {zone: 0 if face == JOKER else int(face) for zone, face in sorted(self.shown.items())}
        return [zone for zone in number if number[zone] == max(number.values())]

    # -- cards

    def lay(self, seat: int | None, zone: str, card: str, face: Face) -> list[Expected]:
        """Let somebody lay a card; `seat` is None before the first turn, when anybody does."""
        if self.wrong.get(card) == zone:
            return self.lift(zone, card)
        if self.last is not None and self.last[1:] == (zone, card):
            return self._takes_back()
        self.last = None  # play goes on (NUR-T-02)
        closed = self._put_right(card)
        if not self.begun:
            return closed + self._turn_up(zone, card, face)
        if (refused := self._refused(seat, zone, card, face)) is not None:
            return closed + refused
        before = {name: copy(value) for name, value in vars(self).items() if name != "before_last"}
        closed += self._dares() if self.must_dare and not (self.cover or self.anew) else []  # a card says so, too
        if not self._may_lie(seat, zone, face):
            rules = "NUR-16 NUR-15 " + self._example(self.shown.get(zone)) if face != JOKER else "NUR-T-04 NUR-04"
            return closed + self._refuses("no_fit", zone, card, rules, seat)
        return closed + self._lies(sure(seat), zone, card, face, before)

    def _turn_up(self, zone: str, card: str, face: Face) -> list[Expected]:
        if self.wrong:
            return self._refuses("correction_pending", zone, card, BACK)
        if face == JOKER:
            self.joker_was.add(zone)
            return self._refuses("not_in_play", zone, card, "NUR-11")
        if zone in self.shown:
            return self._refuses("not_now", zone, card, "NUR-09 NUR-10")
        self.shown[zone], self.cards[zone] = face, [card]
        rules = "NUR-09 NUR-10" + (" NUR-11" if zone in self.joker_was else "")
        events = [expect("pile_started", rules, zone=zone, card=card)]
        return events + (self._turn(self.starter, "NUR-13") if len(self.shown) == len(PILES) else [])

    def _refused(self, seat: int | None, zone: str, card: str, face: Face) -> list[Expected] | None:
        """Refuse a card that has no business there, whatever it shows."""
        if self.taking is None and seat != self.turn:
            return self._refuses("not_now", zone, card, "NUR-14 NUR-15", seat)
        if self.wrong:
            return self._refuses("correction_pending", zone, card, BACK, seat)
        if self.taking is not None:
            return self._refuses("not_now", zone, card, "NUR-30 NUR-31", seat)
        if self.cover not in (None, zone):
            return self._refuses("wrong_zone", zone, card, "NUR-40", seat)
        if self.cover is None and self.anew not in (None, zone):
            return self._refuses("wrong_zone", zone, card, "NUR-33", seat)
        return None

    def _may_lie(self, seat: int | None, zone: str, face: Face) -> bool:
        last_joker = face == JOKER and self.left[sure(seat)] == 1 and self.cover is None
        return self.fits(zone, face) and not (last_joker and not self.agreed["joker_last_card"])

    def _refuses(self, reason: str, zone: str, card: str, rules: str, seat: int | None = None) -> list[Expected]:
        self.wrong_by[card] = seat
        opened = [] if zone in self.wrong.values() else [expect("correction_opened", BACK, zone=zone)]
        self.wrong[card] = zone
        return [expect("play_refused", rules, zone=zone, card=card, reason=reason), *opened]

    def _put_right(self, card: str) -> list[Expected]:
        zone = self.wrong.pop(card, None)
        return [] if zone in (None, *self.wrong.values()) else [expect("correction_closed", BACK, zone=zone)]

    @staticmethod
    def _example(on: Face | None) -> str:
        return {3: "NUR-17", 4: "NUR-18", 9: "NUR-19"}.get(on, "") if isinstance(on, int) else ""

    def _lies(self, seat: int, zone: str, card: str, face: Face, before: dict[str, Any]) -> list[Expected]:
        self.before_last = before
        begins, covers, on = zone not in self.shown, self.cover == zone, self.shown.get(zone)
        self.under[zone] = (self.under[zone] if covers else on) if face == JOKER else None
        self.shown[zone], self.last = face, (seat, zone, card)
        self.cards[zone] = [*self.cards.get(zone, []), card]
        self.left[seat] -= 1
        self.passed, self.cover, self.anew = [], None, None
        events = [self._laid(seat, zone, card, face, on=on, begins=begins, covers=covers)]
        if self.left[seat] == 0:  # NUR-44
            return events + self._ends(seat)
        if face == JOKER:
            self.cover = zone
            return events
        if begins:
            costs = self.agreed["refill_costs_turn"]
            return events + self._turn(self.after(seat) if costs else seat, "NUR-34 NUR-14")
        if self.brave and (not covers or self.agreed["joker_courage_reward"]):
            again = self.agreed["reward_turn"]
            events.append(expect("courage_rewarded", "NUR-35 NUR-36 NUR-37", seat=seat))
            return events + self._turn(seat if again else self.after(seat), "NUR-36 NUR-37" if again else BACK_TO_NEXT)
        return events + self._turn(self.after(seat), BACK_TO_NEXT + (" NUR-42" if covers else ""))

    def _laid(
        self, seat: int, zone: str, card: str, face: Face, *, on: Face | None, begins: bool, covers: bool
    ) -> Expected:
        if begins:
            return expect("pile_refilled", "NUR-33 NUR-34", seat=seat, zone=zone, card=card, face=face)
        if face == JOKER:
            rules = "NUR-20 NUR-38 NUR-39" + (" NUR-41 NUR-40" if covers else "")
        elif covers:
            rules = "NUR-40 NUR-41"
        else:
            rules = f"NUR-15 NUR-16 NUR-22 NUR-23 {self._example(on)}" + (" NUR-35" if self.brave else "")
        return expect("card_played", rules, seat=seat, zone=zone, card=card, face=face)

    def _takes_back(self) -> list[Expected]:
        seat, zone, card = sure(self.last)
        vars(self).update(self.before_last)
        self.last = None
        back = expect("play_taken_back", "NUR-T-02", seat=seat, zone=zone, card=card)
        return [back, *self._again(seat)]

    def _again(self, seat: int) -> list[Expected]:
        """Let it be the turn again of who took a card back, as brave as before."""
        self.turn = seat
        return [expect("turn_started", "NUR-T-02", seat=seat)]

    def lift(self, zone: str, card: str) -> list[Expected]:
        """Let somebody take a card off a pile: a refused one, or the top of a pile that has to be taken."""
        if card in self.wrong:
            return self._put_right(card)
        if self.last is not None and self.last[1:] == (zone, card):
            return self._takes_back()
        if self.taking is not None and zone == self.taking[1] and self.cards[zone][-1] == card:
            return self._take()
        return []

    # -- buttons

    @property
    def _others_lie_wrong(self) -> bool:
        return any(self.wrong_by[card] not in (None, self.turn) for card in self.wrong)

    def tap(self, seat: int) -> list[Expected]:
        """Courage! (NUR-27)."""
        self.last = None  # play goes on (NUR-T-02)
        if seat != self.turn or self.taking or self.brave:
            return []
        if self.wrong:
            return [expect("press_refused", BACK, seat=seat, reason="correction_pending")]
        return self._dares()

    def hold(self, seat: int) -> list[Expected]:
        """Pass (NUR-26); after Courage: the card does not fit (NUR-29)."""
        self.last = None  # play goes on (NUR-T-02)
        if self.waits:
            return self._next_round() if seat == self.after(self.starter) else []
        if seat != self.turn or self.taking:
            return []
        if self.brave:
            return []  # `fail` has it: a lot is drawn
        if self.must_dare:
            return [expect("press_refused", "NUR-43", seat=seat, reason="not_now")]
        if self.wrong:
            return [expect("press_refused", BACK, seat=seat, reason="correction_pending")]
        self.passed.append(seat)
        rules = "NUR-26" + (" NUR-43" if len(self.passed) >= len(self.seats) else "")
        return [expect("turn_passed", rules, seat=seat, how="pass"), *self._turn(self.after(seat), BACK_TO_NEXT)]

    def fail(self, seat: int, lot: Lot) -> list[Expected]:
        """Hold after Courage: the pile with the highest number has to be taken, of several one by lot."""
        self.last = None  # play goes on (NUR-T-02)
        if self._others_lie_wrong:
            return [expect("press_refused", BACK, seat=seat, reason="correction_pending")]
        among = self.highest()
        zone = lot(among) if len(among) > 1 else among[0]  # NUR-32
        drawn = " NUR-32" if len(among) > 1 else ""
        events = []
        if self.pads:  # a card that has only touched a pad is in its hand again
            events = [one for card in [*self.wrong] for one in self._put_right(card)]
        events.append(
            expect("courage_failed", f"NUR-29 NUR-30 NUR-31{drawn}", seat=seat, zone=zone, lot=len(among) > 1)
        )
        self.taking = (seat, zone, among)
        return events + (self._take() if self.pads else [])

    def _take(self) -> list[Expected]:
        seat, zone, among = sure(self.taking)
        self.taking = self.last = None
        self.left[seat] += len(self.cards.pop(zone))  # NUR-31
        del self.shown[zone]
        anew = self.agreed["refill_always"] or len(among) > 1
        self.anew = zone if anew else None
        rules = "NUR-33 NUR-14" if anew else "NUR-14"
        return [expect("pile_taken", "NUR-30 NUR-31", seat=seat, zone=zone), *self._turn(self.after(seat), rules)]

    def double(self, seat: int) -> list[Expected]:
        """Put a card that does not fit under the own pile (NUR-24)."""
        self.last = None  # play goes on (NUR-T-02)
        if seat != self.turn or self.taking or self.brave:
            return []
        if self.must_dare:
            return [expect("press_refused", "NUR-43", seat=seat, reason="not_now")]
        if self._others_lie_wrong or (self.wrong and not self.pads):  # it is lifted first
            return [expect("press_refused", BACK, seat=seat, reason="correction_pending")]
        events = [one for card in [*self.wrong] for one in self._put_right(card)]
        self.passed = [*self.passed, seat] if self.agreed["misfit_is_pass"] else []
        events.append(expect("turn_passed", "NUR-24 NUR-25", seat=seat, how="under"))
        return events + self._turn(self.after(seat), BACK_TO_NEXT)

    def _dares(self) -> list[Expected]:
        forced, self.brave, self.passed = self.must_dare, True, []
        return [expect("courage_declared", "NUR-27 NUR-28" + (" NUR-43" if forced else ""), seat=self.turn)]

    # -- turns and rounds

    def _turn(self, seat: int, rules: str) -> list[Expected]:
        self.turn, self.brave = seat, False
        return [expect("turn_started", rules, seat=seat)]

    def _ends(self, out: int) -> list[Expected]:
        for seat in self.seats:
            self.totals[seat] += self.left[seat]  # NUR-47
        events = [
            expect("round_ended", "NUR-44 NUR-47 NUR-48 NUR-49", round=self.round, out=out, scores=text(self.left))
        ]
        self.wrong, self.brave, self.turn, self.last = {}, False, None, None
        if self.round < self.agreed["rounds"]:
            self.waits = True
            return events
        self.over = True
        fewest = [seat for seat in self.seats if self.totals[seat] == min(self.totals.values())]  # NUR-50
        rules = "NUR-45" if self.agreed["rounds"] == 1 else "NUR-46 NUR-50"
        return [*events, expect("game_ended", rules, totals=text(self.totals), winners=fewest)]

    def _next_round(self) -> list[Expected]:
        self.starter, self.round = self.after(self.starter), self.round + 1  # NUR-T-05
        self._deal()
        return [expect("round_started", "NUR-T-05 NUR-46", round=self.round, starter=self.starter)]
