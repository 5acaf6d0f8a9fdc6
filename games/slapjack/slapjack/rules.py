"""The rules of Slapjack, a slapping game (`table.games.kit.slapped`). The rule page explains the IDs."""

from typing import Literal

from pydantic import Field

from table.event import Event
from table.events import GiftOwed
from table.games.game import IllegalAction, Options
from table.games.kit import slapped
from table.games.kit.slapped import PlayerOut, SlappedWrongly, SlapRound, SlapWrongly
from table.games.words import unless
from table.values import replace


class Agreed(Options):
    """The options; `cardtable options slapjack` prints their descriptions."""

    false_slap: Literal["to_player", "under_pile"] = Field(
        "to_player",
        description="Who gets the card that a false slap costs: the player who laid the last card, or the pile.",
    )
    last_chance: bool = Field(True, description="Whether a player with no cards left may still slap at the next jack.")
    jacks: int = Field(
        0,
        ge=0,
        le=99,
        description="Number of jacks after which the most cards win; 0: play until somebody has all cards.",
    )


Step = tuple["State", tuple[Event, ...]]


class State(SlapRound[Agreed], kw_only=True):
    """One game. The open race is the last chance for seats in `last_chance`; `jacks` counts the jacks laid so far."""

    jacks: int = 0
    last_chance: tuple[int, ...] = ()

    def may_slap(self, card: str) -> bool:
        """Return whether the card is a jack (SJ-05)."""
        return self.card(card).number == "jack"

    def turned_up(self, card: str) -> "State":
        """Count a jack, which is the last chance for all seats without cards, except the seat that laid it (SJ-09)."""
        if not self.may_slap(card):
            return self
        broke = tuple(seat for seat in self.players if not self.hands[seat] and seat != self.by)
        return replace(self, jacks=self.jacks + 1, last_chance=broke)

    def goes_on(self, *delivered: Event) -> Step:
        """Eliminate seats after their last chance (SJ-10), and give the turn to the next seat with cards (SJ-12)."""
        state, stuck = self.passed_on(), self.next_holder is None
        if stuck and self.by is not None:  # SJ-T-03
            state, delivered = state.taken(self.by, *delivered)
        may_be_out = state.last_chance if state.options.last_chance else state.players
        lost = [seat for seat in may_be_out if not state.hands[seat]]
        state = replace(state, out=state.out | {*lost}, last_chance=())
        enough = stuck or 0 < state.options.jacks <= state.jacks  # SJ-13, SJ-14
        return state.continued(*delivered, *map(PlayerOut, lost), enough=enough)


def _why_not_slap_wrongly(state: State, action: SlapWrongly) -> IllegalAction | None:
    has_one = state.hands[action.seat] > state.owing.count(action.seat)  # SJ-T-05
    return slapped.forbidden(state, action) or unless(has_one, "there is no jack; but you have no card to give")


def _slap_wrongly(state: State, action: SlapWrongly) -> Step:
    """Make the seat give a card for a false slap (SJ-08)."""
    seat, event = action.seat, SlappedWrongly(action.seat)
    if state.options.false_slap == "under_pile":
        return replace(state, owing=(*state.owing, seat)), (event,)
    at = state.players.index(seat)
    others = state.players[at + 1 :] + state.players[:at]
    other = state.by if state.by in others else others[0]
    return state.with_hand(seat, -1).with_hand(other, 1).goes_on(event, GiftOwed(seat, other, 1))


ROUNDS, dealing = slapped.rounds(State), slapped.dealing  # SJ-04; SJ-02, SJ-03
BOOK = slapped.book(_slap_wrongly, _why_not_slap_wrongly)
