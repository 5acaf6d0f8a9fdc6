"""Simulated Slapjack players for the lab. Their rules are implemented separately, from the README."""

from dataclasses import dataclass, field

from cardtable_lab.simulated.slapped import Book, Said, SlapPopulation


@dataclass
class SlapjackBook(Book):
    """One game of Slapjack. `jacks` counts the jacks laid; the players in `last` are on their last chance."""

    jacks: int = 0
    last: list[int] = field(default_factory=list)

    def opens(self, rank: str) -> bool:
        """Return whether the card is a jack (SJ-05)."""
        return rank == "j"

    def turned_up(self, seat: int, rank: str) -> None:
        """Count a jack, which is the last chance for all players without cards, except the one who laid it (SJ-09)."""
        if rank == "j":
            self.jacks += 1
            self.last = [one for one in self.players if one != seat and not self.hands[one]]

    def goes_on(self) -> list[Said]:
        """Pass the turn to the next player with cards (SJ-12); otherwise the last to lay takes the pile (SJ-T-03)."""
        expected, holder = [], self.holder(*self.from_left_of(self.turn)[-1:], *self.from_left_of(self.turn)[:-1])
        if holder is None and self.by is not None:
            expected = self.takes(self.by)
        self.turn = holder or self.turn
        may = self.last if self.agreed.get("last_chance", True) else self.players
        lost = [seat for seat in may if not self.hands[seat]]  # SJ-10
        self.out |= {*lost}
        self.last = []
        enough = holder is None or 0 < self.agreed.get("jacks", 0) <= self.jacks  # SJ-14
        return [*expected, *(("player_out", seat) for seat in lost), *self.continues(enough=enough)]

    def may_slap_wrongly(self, seat: int) -> bool:
        """Return whether a false slap counts; it does not if the player has no card left to give (SJ-T-05)."""
        return super().may_slap_wrongly(seat) and self.hands[seat] > self.owing.count(seat)

    def slaps_wrongly(self, seat: int) -> list[Said]:
        """Make the player give a card to whoever laid last, or to the next player if that is impossible (SJ-08)."""
        if self.agreed.get("false_slap", "to_player") == "under_pile":
            self.owing.append(seat)
            return []
        others = [one for one in self.from_left_of(seat)[:-1] if one not in self.out]
        to = self.by if self.by in others else others[0]
        self.hands[seat] -= 1
        self.hands[to] += 1
        return [("gift_owed", seat, to, 1), *self.goes_on()]


POPULATION = SlapPopulation(SlapjackBook, "gifts")
