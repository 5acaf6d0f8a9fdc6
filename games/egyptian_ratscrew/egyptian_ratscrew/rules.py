"""The rules of Egyptian Ratscrew, a slapping game (`table.games.kit.slapped`). The rule page explains the IDs."""

from collections.abc import Mapping

from pydantic import Field

from table.event import Event
from table.games.game import Options
from table.games.kit import slapped
from table.games.kit.rulebook import sure
from table.games.kit.slapped import PlayerOut, SlappedWrongly, SlapRound, SlapWrongly
from table.values import replace

CHANCES: Mapping[object, int] = {"ace": 4, "king": 3, "queen": 2, "jack": 1}  # ER-06


class Agreed(Options):
    """The options; `cardtable options egyptian_ratscrew` prints their descriptions."""

    doubles: bool = Field(True, description="Whether people slap at two cards of a rank, one on the other.")
    sandwiches: bool = Field(True, description="Whether they slap at two cards of a rank with one card between.")
    top_bottom: bool = Field(False, description="Whether they slap at a card like the first one of the pile.")
    marriages: bool = Field(False, description="Whether they slap at a king and a queen, one on the other.")
    penalty: int = Field(1, ge=0, le=4, description="How many cards go under the pile for a false slap.")
    slap_in: bool = Field(True, description="Whether a player with no cards left may still slap to come back.")
    piles: int = Field(
        0,
        ge=0,
        le=999,
        description="Number of piles won after which the most cards win; 0: play until somebody has all cards.",
    )


Step = tuple["State", tuple[Event, ...]]


class State(SlapRound[Agreed], kw_only=True):
    """One game. `turn` has `chances` cards left to meet the challenge by `challenger`, who otherwise takes the pile.

    `won` counts the piles taken so far.
    """

    challenger: int | None = None
    chances: int = 0
    won: int = 0

    def may_slap(self, card: str) -> bool:
        """Return whether the pile may be slapped once this card lies on it (ER-10)."""
        options, new = self.options, self.card(card).number
        laid = [self.card(code).number for code in self.laid[self.under :]]
        return (
            (options.doubles and laid[-1:] == [new])  # ER-11
            or (options.sandwiches and laid[-2:-1] == [new])  # ER-12
            or (options.top_bottom and laid[:1] == [new])  # ER-13
            or (options.marriages and {*laid[-1:], new} == {"king", "queen"})  # ER-14
        )

    def turned_up(self, card: str) -> "State":
        """Start a challenge with a face card or an ace (ER-06); any other card uses up a chance (ER-07)."""
        if chances := CHANCES.get(self.card(card).number, 0):
            return replace(self, challenger=self.by, chances=chances)
        return self if self.challenger is None else replace(self, chances=self.chances - 1, turn=sure(self.by))

    def passed_on(self) -> "State":
        """Pass the turn to the next seat with cards (ER-05), or to a challenger who takes the pile (ER-08).

        If no seat has cards, the seat that laid the last one takes the pile (ER-T-03).
        """
        turn = self.next_holder
        taker = self.by if turn is None and self.challenger is None else self.challenger
        if taker is not None and (self.chances == 0 or turn in (None, taker)):
            return replace(self, turn=taker, challenger=taker, chances=0)
        return replace(self, turn=turn or self.turn)

    def taken(self, seat: int, *delivered: Event) -> Step:
        """Give the pile to a seat, which begins the next one (ER-09); others without cards may be out (ER-15)."""
        state, delivered = super().taken(seat, *delivered)
        lost = [] if state.options.slap_in else [one for one in state.players if not state.hands[one]]
        out, won = (state.out | {*lost}) - {seat}, state.won + 1
        after = replace(state, turn=seat, challenger=None, chances=0, won=won, out=out)
        return after, (*delivered, *map(PlayerOut, lost))

    def goes_on(self, *delivered: Event) -> Step:
        """Give the pile to a successful challenger (ER-08), and continue unless the game is over (ER-16, ER-17)."""
        state = self.passed_on()
        if state.challenger is not None and state.chances == 0:
            state, delivered = state.taken(state.challenger, *delivered)
        if len(state.players) == 1 and state.laid:
            state, delivered = state.taken(state.players[0], *delivered)
        return state.continued(*delivered, enough=0 < state.options.piles <= state.won)


def _slap_wrongly(state: State, action: SlapWrongly) -> Step:
    """Make the seat owe cards for a false slap (ER-18); a seat without cards is out (ER-15)."""
    seat = action.seat
    if state.hands[seat] == 0:
        return replace(state, out=state.out | {seat}).goes_on(SlappedWrongly(seat), PlayerOut(seat))
    count = min(state.options.penalty, state.hands[seat] - state.owing.count(seat))
    return replace(state, owing=(*state.owing, *(seat,) * count)), (SlappedWrongly(seat),)


ROUNDS, dealing = slapped.rounds(State), slapped.dealing  # ER-04; ER-02, ER-03
BOOK = slapped.book(_slap_wrongly)
