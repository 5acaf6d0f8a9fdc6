"""Mytho played at random: cards that fit and others, bluffs, contests, races to contest, cards taken back."""

from random import Random
from typing import Any

from table.facts import Fact
from tests.oracles.driven import Action, EventObject, Played
from tests.oracles.mytho import HIDDEN, VISIBLE, Mytho

_RANKS: dict[str, Any] = {"a": "ace", **{str(n): n for n in range(2, 11)}, "j": "jack", "q": "queen", "k": "king"}
_SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
_AGREED: list[dict[str, Any]] = [
    {}, {}, {}, {"rounds": 2}, {"direction": "counterclockwise"}, {"after_contest": "challenger"},
    {"allow_pass": True}, {"draw_per_turn": 2}, {"contest_window_s": 3}, {"colour_means": "red_black"},
    {"first_player": 2},
]  # fmt: skip
_AN_INSTANT_S = 0.0001  # what falls due at the time of a fact comes after it
_ACTIONS = (
    "open",
    "open",
    "open",
    "hidden",
    "hidden",
    "misfit",
    "tap",
    "hold",
    "double",
    "astray",
    "press",
    "back",
    "two",
)
_IN_WINDOW = ("contest", "contest", "race", "pass", "open", "hidden", "astray", "own_tap", "back", "wait")


class MythoPlayed(Played):
    """One game, and what was found in it."""

    known = Played.known | {
        "card_drawn",
        "contest_made",
        "contest_settled",
        "draw_owed",
        "gift_owed",
        "pile_reshuffled",
    }

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        seats = self.chance.randint(2, 4)
        agreed = {"hand_size": self.chance.randint(2, 5), **self.chance.choice(_AGREED)}
        deck = _deck(self.chance, 4 * self.chance.randint(6, 13))
        self.begins("mytho", seats, deck, (VISIBLE, HIDDEN), agreed)
        self.oracle = Mytho(seats, {card["code"]: card for card in deck}, **agreed)
        self._deal()

    def _deal(self) -> None:
        self.stock = self.chance.sample([*self.oracle.printed], len(self.oracle.printed))
        size = self.oracle.agreed["hand_size"]
        self.hands = {seat: [self.stock.pop() for _ in range(size)] for seat in self.oracle.seats}
        self.piles: dict[str, list[str]] = {VISIBLE: [], HIDDEN: []}

    # -- what is done next

    def next(self) -> Action:
        oracle, chance = self.oracle, self.chance
        self.early = oracle.passes(self.table.now - _AN_INSTANT_S)
        if oracle.waits:
            return self._press(oracle.after(oracle.starter), "hold")
        if oracle.wrong and chance.random() < 0.9:
            return self._puts_right()
        if oracle.reference is None:
            card = next(card for card in reversed(self.stock) if card not in oracle.wrong)
            return self._lays(None, chance.choice((VISIBLE, VISIBLE, HIDDEN)), card)
        if oracle.turned and chance.random() < 0.7:
            return self._shows_turned()
        if oracle.doubtful is not None:
            return self._in_window(chance.choice(_IN_WINDOW))
        return self._acts(oracle.turn, chance.choice(_ACTIONS))

    def _acts(self, seat: int, action: str) -> Action:
        oracle, chance = self.oracle, self.chance
        if action == "back" and oracle.last is not None and not oracle.wrong:
            return self._takes_back()
        if action in ("tap", "hold", "double"):
            return self._press(seat, action)
        if action == "press":
            return self._press(chance.choice(self.others(seat)), chance.choice(("tap", "hold")))
        if action == "two" and not oracle.wrong and not oracle.turned and len(self.hands[seat]) > 2:
            return self._lays_two(seat)
        if oracle.wrong:
            return self._puts_right()
        by = chance.choice(self.others(seat)) if action == "astray" else seat
        zone = HIDDEN if action == "hidden" or (action == "astray" and chance.random() < 0.3) else VISIBLE
        return self._lays_some(by, zone, fitting=action != "misfit")

    def _in_window(self, action: str) -> Action:
        oracle, chance = self.oracle, self.chance
        player = oracle.doubtful[0]
        next_one = oracle.after(player)
        match action:
            case "contest":
                return self._contests([chance.choice(self.others(player))])
            case "race":
                return self._contests(chance.sample(self.others(player), chance.randint(1, len(self.others(player)))))
            case "pass":
                return self._press(next_one, "hold")
            case "own_tap":
                return self._press(player, "tap")
            case "back" if oracle.last is not None and not oracle.wrong:
                return self._takes_back()
            case "open" | "hidden" if not oracle.wrong and oracle.hands[player]:
                return self._lays_some(next_one, VISIBLE if action == "open" else HIDDEN, fitting=True)
            case "astray" if len(oracle.seats) > 2 and not oracle.wrong:
                return self._lays_some(chance.choice([one for one in self.others(player) if one != next_one]), VISIBLE)
            case _:
                return self._waits()

    # -- actions

    def _done(self, did: str, expected: list[Any], *facts: Fact) -> Action:
        """Let the table take what the oracle has taken, and both let the same time pass."""
        heard = self.table.takes(*facts)
        return did, self.compared([*self.early, *expected, *self.oracle.passes(self.table.settled)], heard)

    def _lays_some(self, seat: int, zone: str, *, fitting: bool = True) -> Action:
        hand = self.hands[seat]
        right = [card for card in hand if self.oracle.fits(card) == fitting]
        return self._lays(seat, zone, self.chance.choice(right if right and zone == VISIBLE else hand))

    def _lays(self, seat: int | None, zone: str, card: str) -> Action:
        expected = self.oracle.lay(seat, zone, card, self.table.now)
        return self._done(f"{seat} lays {card} on {zone}", expected, self.arrives(seat, zone, card))

    def _lays_two(self, seat: int) -> Action:
        """Lay two cards as one, where the first is a whole turn."""
        right = [card for card in self.hands[seat] if self.oracle.fits(card)]
        if not right:
            return self._press(seat, "tap")
        other = next(card for card in self.hands[seat] if card != right[0])
        expected = self.oracle.lay(seat, VISIBLE, right[0], self.table.now) + self.oracle.along(VISIBLE, other)
        facts = self.arrives(seat, VISIBLE, right[0]), self.arrives(seat, VISIBLE, other, 0.1)
        return self._done(f"{seat} lays {right[0]} and {other}", expected, *facts)

    def _puts_right(self) -> Action:
        card, zone = next(iter(self.oracle.wrong.items()))
        if not self.pads:
            return self._lifts(zone, card)
        seat = next((seat for seat, hand in self.hands.items() if card in hand), None)
        return self._lays(seat, zone, card)

    def _shows_turned(self) -> Action:
        """Move the card that was turned over to the visible pile."""
        card = self.oracle.turned
        expected = self.oracle.lay(None, VISIBLE, card, self.table.now)
        lifted = [] if self.pads else [self.leaves(HIDDEN, card)]
        return self._done(f"{card} is shown", expected, *lifted, self.arrives(None, VISIBLE, card, 0.5))

    def _takes_back(self) -> Action:
        seat, zone, card = self.oracle.last
        return self._lays(seat, zone, card) if self.pads else self._lifts(zone, card)

    def _lifts(self, zone: str, card: str) -> Action:
        return self._done(f"{card} is lifted off {zone}", self.oracle.lift(zone, card), self.leaves(zone, card))

    def _press(self, seat: int, how: str) -> Action:
        if self.oracle.doubtful is not None and how != "hold" and seat != self.oracle.doubtful[0]:
            return self._contests([seat])
        expected = getattr(self.oracle, "hold" if how == "hold" else "tap")(seat)
        return self._done(f"{seat}: {how}", expected, *self.table.press(seat, how))

    def _contests(self, seats: list[int]) -> Action:
        """Let several tap, one after the other: the first counts (MYTHO-T-05)."""
        facts = sorted(
            (fact for at, seat in enumerate(seats) for fact in self.table.press(seat, "tap", 0.05 * at)),
            key=lambda fact: fact.t,
        )
        return self._done(f"{seats} contest", self.oracle.contest(seats[0]), *facts)

    def _waits(self) -> Action:
        self.table.now += 1.0
        return self._done("nobody does anything", [], self.table.clock())

    # -- cards in hands

    def follows(self, event: EventObject) -> None:
        match event:
            case {"event": "card_played", "seat": seat, "card": card, "zone": zone}:
                self.hands[seat].remove(card)
                self.piles[zone].append(card)
            case {"event": "pile_started", "card": card}:
                self.stock.remove(card)
                self.piles[VISIBLE].append(card)
            case {"event": "play_taken_back", "seat": seat, "card": card, "zone": zone}:
                self.piles[zone].remove(card)
                self.hands[seat].append(card)
            case {"event": "card_drawn" | "draw_owed", "seat": seat}:
                self.hands[seat].append(self.stock.pop())
            case {"event": "gift_owed", "giver": giver, "receiver": receiver}:
                self.hands[receiver].append(self.hands[giver].pop(self.chance.randrange(len(self.hands[giver]))))
            case {"event": "contest_settled", "card": card}:
                self.piles[HIDDEN].remove(card)
                self.piles[VISIBLE].append(card)
            case {"event": "pile_reshuffled", "zone": zone}:
                kept = [card for card in self.piles[zone] if card == self.oracle.reference]
                self.stock = [card for card in self.piles[zone] if card not in kept] + self.stock
                self.piles[zone] = kept
            case {"event": "round_started"}:
                self._deal()


def _deck(chance: Random, size: int) -> list[dict[str, Any]]:
    whole = [
        {"code": rank + suit, "number": number, "colour": name}
        for rank, number in _RANKS.items()
        for suit, name in _SUITS.items()
    ]
    return chance.sample(whole, size)
