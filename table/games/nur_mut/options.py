"""The options of Nur Mut. docs/rules/nur_mut.md lists what the rules leave open."""

from pydantic import Field

from table.games.game import Rounds, SeatNumber, SomeCards
from table.games.kit.options import OneDocument
from table.games.nur_mut.cards import HIGHEST, LOWEST


class NurMutOptions(OneDocument):
    """The options of Nur Mut; `cardtable options nur_mut` prints their descriptions."""

    hand_size: SomeCards = Field(10, description="How many cards lie in everybody's pile at the start.")
    first_player: SeatNumber | None = Field(
        None, description="The seat of the bravest, who begins the first round; if nobody says, the first."
    )
    wrap: bool = Field(False, description="The highest and the lowest number are neighbours.")
    min_number: int = Field(LOWEST, ge=0, le=HIGHEST - 1, description="The lowest number, if it is not 1.")
    reward_turn: bool = Field(True, description="Whoever was brave, and whose card fits, has another whole turn.")
    joker_courage_reward: bool = Field(False, description="The same for a joker, once it is covered.")
    after_joker_fit: bool = Field(False, description="The card on a joker has to fit on the number under it.")
    joker_last_card: bool = Field(True, description="Whoever lays a joker as the very last card has won.")
    refill_always: bool = Field(
        True, description="Every pile that was taken is begun anew; if not, only one that was drawn by lot."
    )
    refill_costs_turn: bool = Field(True, description="Beginning a pile anew counts as a turn.")
    misfit_is_pass: bool = Field(False, description="Putting a card under one’s own pile counts as a pass, too.")
    rounds: Rounds = Field(1, description="How many rounds; each card left in a pile is a minus point.")
