"""Mito played at random: cards that fit and others, races, calls, draws, and hands that are counted at the end."""

from typing import Any

from table.facts import Fact
from tests.oracles.driven import Action, EventObject, Played
from tests.oracles.mito import DISCARD, Mito

_INSECTS = ("spider", "mosquito", "cockroach", "ant")
_CARDS = {
    **{f"number{number}.{copy}": ("number", number) for number in range(1, 6) for copy in range(1, 9)},
    **{f"{kind}{number}.1": (kind, number) for kind in _INSECTS for number in range(1, 6)},
    **{f"moth{number}.{copy}": ("moth", number) for number in range(2, 6) for copy in (1, 2)},
}
_AGREED: list[dict[str, Any]] = [
    {}, {}, {}, {"wrap": False}, {"use_ant": False}, {"mosquito_includes_player": False}, {"mosquito_penalty": "draw"},
    {"cockroach_includes_player": False}, {"cockroach_next_turn": "left"}, {"guard_may_play_moth": False},
    {"guard_moth_follows_value": False}, {"tie_break": "out"}, {"first_guard": 2},
]  # fmt: skip
_ACTIONS = (*["lay"] * 8, "misfit", "moth", "astray", "tap", "tap", "other_tap", "call", "call", "back")
_FEW_LEFT = 12  # with so few cards on the draw pile a game over antennas ends: nobody lifts that pile to shuffle it
_BEFORE_S = 0.35  # people see a mosquito so long before its tag is read


class MitoPlayed(Played):
    """One game, and what was found in it."""

    known = Played.known | {
        "call_made",
        "call_settled",
        "call_withdrawn",
        "card_put_back",
        "draw_owed",
        "effect_cancelled",
        "gift_owed",
        "hand_counted",
        "hands_due",
        "pile_reshuffled",
        "race_closed",
        "race_opened",
    }
    most_actions = 200

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        seats = self.chance.randint(3, 5)
        agreed = {"rounds": self.chance.choice((1, 2, None)), **self.chance.choice(_AGREED)}
        deck = [{"code": code, "kind": kind, "number": number} for code, (kind, number) in _CARDS.items()]
        deck.append({"code": "guard", "kind": "guard"})
        self.begins("mito", seats, deck, (DISCARD,), agreed)
        self.oracle = Mito(seats, _CARDS, **agreed)
        self._deal()

    def _deal(self) -> None:
        self.stock = self.chance.sample([*_CARDS], len(_CARDS))
        self.hands = {seat: [self.stock.pop() for _ in range(8)] for seat in self.oracle.seats}
        self.pile: list[str] = []

    # -- what is done next

    def next(self) -> Action:
        oracle, chance = self.oracle, self.chance
        if oracle.waits:
            return self._press(oracle.after(oracle.starter), "hold")
        if not oracle.lying:
            return self._lays(None, self.stock[-1])
        if oracle.out is not None:
            return self._counts()
        if oracle.wrong:
            return self._puts_right()
        if oracle.called:
            return self._settles()
        if (empty := next((seat for seat in oracle.seats if not self.hands[seat]), None)) is not None:
            return self._press(empty, "hold")
        if not self.pads and oracle.stock < _FEW_LEFT:
            return self._press(chance.choice(oracle.seats), "hold")  # somebody says so without being out
        return self._acts(chance.choice(_ACTIONS))

    def _acts(self, action: str) -> Action:
        oracle, chance = self.oracle, self.chance
        seat = oracle.turn
        match action:
            case "tap":
                return self._press(seat, "tap")
            case "other_tap":
                return self._press(chance.choice(self.others(seat)), "tap")
            case "call":
                return self._calls()
            case "back" if oracle.last is not None and oracle.worked is None:
                return self._takes_back()
            case "astray":
                return self._lays_one_of(other := chance.choice(self.others(seat)), self.hands[other])
            case "misfit" | "moth":
                hand = [card for card in self.hands[seat] if action == "misfit" or oracle.kind(card) == "moth"]
                return self._lays_one_of(seat, hand)
            case _:
                return self._lays_one_of(seat, [card for card in self.hands[seat] if oracle.objection(card) is None])

    def _lays_one_of(self, seat: int, cards: list[str]) -> Action:
        if not cards:
            return self._press(self.oracle.turn, "tap")
        return self._lays(seat, self.chance.choice(cards))

    # -- actions

    def _done(self, did: str, expected: list[Any], *facts: Fact, settled_s: float = 2.0) -> Action:
        return did, self.compared(expected, self.table.takes(*facts, settled_s=settled_s))

    def _lays(self, seat: int | None, card: str) -> Action:
        oracle = self.oracle
        waits = oracle.called or oracle.wrong or seat is None or seat != oracle.turn
        if not waits and oracle.last != (seat, card) and oracle.objection(card) is None:
            if oracle.kind(card) == "mosquito" and len(self.hands[seat or 0]) > 1:
                return self._races_for(seat or 0, card)
            if oracle.kind(card) == "cockroach" and len(self.hands[seat or 0]) > 1:
                return self._cockroach(seat or 0, card)
        expected = oracle.lay(seat, card)
        return self._done(f"{seat} lays {card}", expected, self.arrives(seat, DISCARD, card))

    def _races_for(self, seat: int, card: str) -> Action:
        """Lay a mosquito, and let hands come down, some of them a moment before its tag is read; some not at all."""
        chance, oracle = self.chance, self.oracle
        expected = oracle.lay(seat, card)
        racing = [one for one in oracle.seats if one != seat or oracle.agreed["mosquito_includes_player"]]
        hands = chance.sample(racing, len(racing) - chance.choice((0, 0, 0, 1, 2)))
        times = sorted(chance.sample(range(6, 60), len(hands)))
        slaps = [(one, round(at * 0.05, 2)) for one, at in zip(hands, times, strict=True)]
        if slaps and chance.random() < 0.3:
            slaps[0] = (slaps[0][0], -0.25)
        facts: list[Fact] = [self.arrives(seat, DISCARD, card, _BEFORE_S)]
        facts += [fact for one, at in slaps for fact in self.table.press(one, "tap", _BEFORE_S + at)]
        heard = self.table.takes(*sorted(facts, key=lambda fact: fact.t), settled_s=7.0)
        drawn = next((one["last"] for one in heard["sealed"] if one["event"] == "race_closed"), None)
        return f"{seat} lays {card}, slaps {slaps}", self.compared([*expected, *oracle.slapped(slaps, drawn)], heard)

    def _cockroach(self, seat: int, card: str) -> Action:
        """Lay a cockroach; somebody answers it, or a wrong card comes and goes, or nobody does."""
        chance, oracle = self.chance, self.oracle
        expected = oracle.lay(seat, card)
        facts: list[Fact] = [self.arrives(seat, DISCARD, card)]
        offers = [(one, held) for one in oracle.seats for held in self.hands[one] if held != card]
        right = [(one, held) for one, held in offers if oracle.number(held) == oracle.number(card)]
        wrong = [offer for offer in offers if offer not in right or oracle.kind(offer[1]) == "moth"]
        at = 1.0
        if wrong and chance.random() < 0.4:
            one, held = chance.choice(wrong)
            expected += oracle.answers(one, held, at) + oracle.put_right(held)
            gone = self.arrives(one, DISCARD, held, at + 1) if self.pads else self.leaves(DISCARD, held, at + 1)
            facts += [self.arrives(one, DISCARD, held, at), gone]
            at += 2.0
        right = [offer for offer in right if oracle.kind(offer[1]) != "moth" and self._may_race(offer[0], seat)]
        if right and chance.random() < 0.8:
            one, held = chance.choice(right)
            facts.append(self.arrives(one, DISCARD, held, at))
            return self._done(f"{one} answers {card} with {held}", expected + oracle.answers(one, held, at), *facts)
        return self._done(f"nobody answers {card}", expected + oracle.unanswered(), *facts, settled_s=11.0)

    def _may_race(self, one: int, player: int) -> bool:
        return bool(self.oracle.agreed["cockroach_includes_player"]) or one != player

    def _puts_right(self) -> Action:
        card = next(iter(self.oracle.wrong))
        if not self.pads:
            return self._done(f"{card} is lifted", self.oracle.put_right(card), self.leaves(DISCARD, card))
        seat = next(seat for seat, hand in self.hands.items() if card in hand)
        return self._lays(seat, card)

    def _takes_back(self) -> Action:
        seat, card = self.oracle.last
        gone = self.arrives(seat, DISCARD, card) if self.pads else self.leaves(DISCARD, card)
        return self._done(f"{seat} takes {card} back", self.oracle.take_back(), gone)

    def _press(self, seat: int, how: str) -> Action:
        return self._done(f"{seat}: {how}", getattr(self.oracle, how)(seat), *self.table.press(seat, how))

    def _calls(self) -> Action:
        guard = self.oracle.guard
        how = "double" if guard == self.oracle.turn else "tap"
        return self._done(f"{guard} calls", self.oracle.calls(guard), *self.table.press(guard, how))

    def _settles(self) -> Action:
        """Settle a call: somebody presses first, the guard thinks better of it, or lays a card meanwhile."""
        oracle, chance = self.oracle, self.chance
        match chance.choice(("tap", "tap", "hold", "withdraw", "card")):
            case "withdraw":
                return self._press(oracle.guard, "hold")
            case "card":
                return self._lays(oracle.turn, chance.choice(self.hands[oracle.turn]))
            case how:
                return self._press(chance.choice(self.others(oracle.guard)), how)

    def _counts(self) -> Action:
        """Touch a whole hand to its pad, card after card, and tap."""
        oracle = self.oracle
        seat = next(one for one in self.others(oracle.out) if one not in oracle.counted)
        hand = self.hands[seat]
        touches: list[Fact] = [self.arrives(seat, f"seat.{seat}", card, 0.5 * at) for at, card in enumerate(hand)]
        facts = touches + self.table.press(seat, "tap", 0.5 * len(hand) + 0.5)
        return self._done(f"{seat} counts {len(hand)} cards", oracle.counts(seat, hand), *facts)

    # -- cards in hands

    def follows(self, event: EventObject) -> None:
        match event:
            case {"event": "pile_started", "card": card}:
                self.stock.remove(card)
                self.pile.append(card)
            case {"event": "card_played", "card": card}:
                next(hand for hand in self.hands.values() if card in hand).remove(card)
                self.pile.append(card)
            case {"event": "play_taken_back", "seat": seat, "card": card}:
                self.pile.remove(card)
                self.hands[seat].append(card)
            case {"event": "draw_owed", "seat": seat}:
                self.hands[seat].append(self.stock.pop())
            case {"event": "card_put_back", "seat": seat}:
                self.stock.append(self.hands[seat].pop())
            case {"event": "gift_owed", "giver": giver, "receiver": receiver}:
                self._gives(giver, receiver or self.chance.choice(self.others(giver)))
            case {"event": "pile_reshuffled"}:
                self.stock = self.pile[:-1] + self.stock
                self.pile = self.pile[-1:]
            case {"event": "round_started"}:
                self._deal()

    def _gives(self, giver: int, receiver: int) -> None:
        """Let a card go from hand to hand: no moth (MITO-E-28), and never the last one here."""
        may_go = [card for card in self.hands[giver] if self.oracle.kind(card) != "moth"]
        if len(self.hands[giver]) > 1 and may_go:
            self.hands[giver].remove(card := self.chance.choice(may_go))
            self.hands[receiver].append(card)
