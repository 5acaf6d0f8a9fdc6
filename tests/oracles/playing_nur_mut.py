"""Nur Mut played at random, lawfully and not, by people who see which side of a card is up."""

from typing import Any

from table.facts import Fact
from tests.oracles.driven import Action, EventObject, Played
from tests.oracles.nur_mut import JOKER, PILES, NurMut

AGREED: list[dict[str, Any]] = [
    {}, {}, {}, {"rounds": 2}, {"wrap": True}, {"misfit_is_pass": True}, {"reward_turn": False},
    {"joker_courage_reward": True}, {"after_joker_fit": True}, {"joker_last_card": False}, {"refill_always": False},
    {"refill_costs_turn": False}, {"first_player": 2}, {"min_number": 2, "wrap": True},
]  # fmt: skip
_ACTIONS = ("lay", "lay", "lay", "tap", "tap", "hold", "double", "astray", "anywhere", "other_press", "back")


class NurMutPlayed(Played):
    """One game, and what was found in it."""

    known = Played.known | {"courage_declared", "courage_failed", "courage_rewarded", "pile_refilled", "pile_taken"}

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        seats = self.chance.randint(2, 4)
        agreed = {"hand_size": self.chance.randint(2, 5), **self.chance.choice(AGREED)}
        self.sides = self._deck(agreed.get("min_number", 1))
        deck = [{"code": code, "faces": list(sides)} for code, sides in self.sides.items()]
        self.begins("nur_mut", seats, deck, PILES, agreed)
        self.oracle = NurMut(seats, pads=self.pads, **agreed)
        self.laid: dict[str, str] = {}
        self._deal()

    def _deck(self, lowest: int) -> dict[str, tuple[Any, Any]]:
        numbers = [number for number in range(lowest, 10) for _ in range(8)]
        pairs = [(number, self.chance.choice([*range(lowest, 10), JOKER])) for number in numbers]
        return {f"nm{at:02}": pair for at, pair in enumerate(pairs, 1)}

    def _deal(self) -> None:
        cards = self.chance.sample([*self.sides], len(self.sides))
        size = self.oracle.agreed["hand_size"]
        self.hands = {seat: [cards.pop() for _ in range(size)] for seat in self.oracle.seats}
        self.spare = cards
        self.up = {card: self.chance.choice((0, 1)) for card in self.sides}

    def next(self) -> Action:
        oracle, chance = self.oracle, self.chance
        if oracle.waits:
            return self._press(oracle.after(oracle.starter), "hold")
        if not oracle.begun:
            return self._turns_up()
        if oracle.wrong and chance.random() < 0.8:
            return self._puts_right()
        if oracle.taking is not None and chance.random() < 0.7:
            return self._takes()
        return self._acts(chance.choice(_ACTIONS))

    def _acts(self, action: str) -> Action:
        oracle, chance = self.oracle, self.chance
        seat = oracle.turn
        if action == "back" and oracle.last is not None and not oracle.wrong:
            return self._takes_back(*oracle.last)
        if oracle.wrong and (oracle.cover or oracle.anew):
            return self._puts_right()
        if action in ("tap", "hold", "double"):
            return self._waits() if oracle.cover or oracle.anew else self._press(seat, action)
        if action == "other_press":
            return self._press(chance.choice(self.others(seat)), chance.choice(("tap", "hold")))
        if oracle.wrong:
            return self._puts_right()
        if oracle.must_dare and not (oracle.cover or oracle.anew):
            return self._press(seat, "tap")  # which side a card shows that says Courage itself is not told
        laid_by = chance.choice(self.others(seat)) if action == "astray" else seat
        return self._lays(laid_by, any_pile=action == "anywhere")

    def _waits(self) -> Action:
        """While a card is awaited buttons say nothing that counts: only a card does."""
        return self._lays(self.oracle.turn, any_pile=False)

    # -- actions

    def _face(self, card: str) -> Any:
        side = self.up[card]
        return self.sides[card][1 - side if self.oracle.brave or self.oracle.must_dare else side]

    def _lays(self, seat: Any, *, any_pile: bool) -> Action:
        if not self.hands[seat]:
            return "nothing", []
        card = self.hands[seat][0]
        face, oracle = self._face(card), self.oracle
        wanted = oracle.cover or oracle.anew
        right = [wanted] if wanted else [zone for zone in PILES if oracle.fits(zone, face)]
        zone = self.chance.choice([*PILES] if any_pile or not right else right)
        return self._card(seat, zone, card, face)

    def _card(self, seat: int | None, zone: str, card: str, face: Any) -> Action:
        heard = self.table.takes(self.arrives(seat, zone, card, face=face))
        wrong = self.compared(self.oracle.lay(seat, zone, card, face), heard)
        return f"{seat} lays {card} ({face}) on {zone}", wrong

    def _turns_up(self) -> Action:
        oracle = self.oracle
        if oracle.wrong:
            return self._puts_right()
        zone = self.chance.choice([one for one in PILES if one not in oracle.shown or self.chance.random() < 0.1])
        card = self.spare.pop()
        return self._card(None, zone, card, self.sides[card][self.up[card]])

    def _puts_right(self) -> Action:
        """Take a refused card away, or try it on another pile."""
        card, zone = next(iter(self.oracle.wrong.items()))
        seat = next((one for one, hand in self.hands.items() if card in hand), None)
        if not self.pads:
            return self._lifts(zone, card)
        if seat is not None and self.chance.random() < 0.3:
            return self._card(seat, self.chance.choice(PILES), card, self._face(card))
        return self._card(seat, zone, card, self._face(card))

    def _takes_back(self, seat: int, zone: str, card: str) -> Action:
        return self._card(seat, zone, card, self._face(card)) if self.pads else self._lifts(zone, card)

    def _lifts(self, zone: str, card: str) -> Action:
        heard = self.table.takes(self.leaves(zone, card))
        return f"{card} is lifted off {zone}", self.compared(self.oracle.lift(zone, card), heard)

    def _takes(self) -> Action:
        """Lift the pile that has to be taken: its top card leaves first."""
        _, zone, _ = self.oracle.taking or (0, "", [])
        lifted = [*reversed(self.oracle.cards[zone])]
        facts: list[Fact] = [self.leaves(zone, card, 0.05 * at) for at, card in enumerate(lifted)]
        return f"{zone} is taken", self.compared(self.oracle.lift(zone, lifted[0]), self.table.takes(*facts))

    def _press(self, seat: Any, how: str) -> Action:
        heard = self.table.takes(*self.table.press(seat, how))
        oracle = self.oracle
        if how == "hold" and oracle.brave and seat == oracle.turn and oracle.taking is None:
            drawn = [one["zone"] for one in heard["sealed"] if one["event"] == "courage_failed"]
            expected = oracle.fail(seat, lambda among: next((z for z in drawn if z in among), among[0]))
        else:
            expected = getattr(oracle, how)(seat)
        return f"{seat}: {how}", self.compared(expected, heard)

    def follows(self, event: EventObject) -> None:
        """Move cards from hand to hand as the table has told it."""
        match event:
            case {"event": "card_played" | "pile_refilled", "seat": seat, "card": card}:
                self.hands[seat].remove(card)
                self.laid = self.laid | {card: event["zone"]}
            case {"event": "play_taken_back", "seat": seat, "card": card}:
                self.hands[seat].insert(0, card)
                del self.laid[card]
            case {"event": "pile_started", "zone": zone, "card": card}:
                self.laid = self.laid | {card: zone}
            case {"event": "pile_taken", "seat": seat, "zone": zone}:
                taken = [card for card, on in self.laid.items() if on == zone]
                self.laid = {card: on for card, on in self.laid.items() if on != zone}
                self.hands[seat] = self.chance.sample([*self.hands[seat], *taken], len(self.hands[seat]) + len(taken))
                self.up |= {card: self.chance.choice((0, 1)) for card in self.hands[seat]}
            case {"event": "turn_passed", "how": "under", "seat": seat}:
                self.hands[seat].append(self.hands[seat].pop(0))
            case {"event": "round_started"}:
                self.laid = {}
                self._deal()
