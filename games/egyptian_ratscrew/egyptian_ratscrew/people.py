"""Simulated Egyptian Ratscrew players for the lab. Their rules are implemented separately, from the README."""

from dataclasses import dataclass

from cardtable_lab.simulated.slapped import Book, Said, SlapPopulation

_CHANCES = {"a": 4, "k": 3, "q": 2, "j": 1}  # ER-06


@dataclass
class RatscrewBook(Book):
    """One game of Egyptian Ratscrew: player `turn` has `chances` cards left to meet the challenge by `challenger`."""

    challenger: int | None = None
    chances: int = 0
    won: int = 0

    def opens(self, rank: str) -> bool:
        """Return whether a card makes a pattern that may be slapped, such as a double or a sandwich (ER-10)."""
        ranks, agreed = [*self.open, rank], self.agreed
        return (
            (agreed.get("doubles", True) and ranks[-2:] == [rank, rank])  # ER-11
            or (agreed.get("sandwiches", True) and len(ranks) > 2 and ranks[-3] == rank)  # ER-12
            or (agreed.get("top_bottom", False) and len(ranks) > 1 and ranks[0] == rank)  # ER-13
            or (agreed.get("marriages", False) and {*ranks[-2:]} == {"k", "q"})  # ER-14
        )

    def turned_up(self, seat: int, rank: str) -> None:
        """Start a challenge with a face card or an ace (ER-06); any other card uses up a chance (ER-07)."""
        if rank in _CHANCES:
            self.challenger, self.chances = seat, _CHANCES[rank]
        elif self.challenger is not None:
            self.chances -= 1
            self.turn = seat

    def takes(self, seat: int) -> list[Said]:
        """Give the pile to a player, who begins the next one (ER-09); others without cards may be out (ER-15).

        A player who was out returns if their challenge was not met (ER-08).
        """
        expected = super().takes(seat)
        self.turn, self.challenger, self.won = seat, None, self.won + 1
        lost = [] if self.agreed.get("slap_in", True) else [one for one in self.players if not self.hands[one]]
        self.out = (self.out | {*lost}) - {seat}
        return [*expected, *(("player_out", one) for one in lost)]

    def goes_on(self) -> list[Said]:
        """Pass the turn to the next player with cards (ER-05), or give the pile to a successful challenger (ER-08)."""
        expected: list[Said] = []
        holder = self.holder(*self.from_left_of(self.turn)[-1:], *self.from_left_of(self.turn)[:-1])
        if holder is None and self.challenger is None:  # ER-T-03
            self.challenger, self.chances = self.by, 0
        if self.challenger is not None and (self.chances == 0 or holder in (None, self.challenger)):
            expected = self.takes(self.challenger)
        elif holder is not None:
            self.turn = holder
        if len(self.players) == 1 and self.pile:
            expected += self.takes(self.players[0])
        return [*expected, *self.continues(enough=0 < self.agreed.get("piles", 0) <= self.won)]  # ER-17

    def slaps_wrongly(self, seat: int) -> list[Said]:
        """Make the player owe cards for a false slap (ER-18); a player without cards is out (ER-15)."""
        if not self.hands[seat]:
            self.out.add(seat)
            return [("player_out", seat), *self.goes_on()]
        self.owing += [seat] * min(self.agreed.get("penalty", 1), self.hands[seat] - self.owing.count(seat))
        return []


POPULATION = SlapPopulation(RatscrewBook, "paid")
