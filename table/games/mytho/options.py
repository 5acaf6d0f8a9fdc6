"""The options of Mytho. docs/rules/mytho.md lists the points that the rules leave open."""

from typing import Annotated, Literal

from pydantic import Field

from table.games.game import AnyCards, Rounds, SeatNumber, SomeCards
from table.games.kit.options import OneDocument

_Seconds = Annotated[int, Field(ge=1, le=60)]  # nobody waits longer for others


class MythoOptions(OneDocument):
    """The options of Mytho; `cardtable options mytho` prints their descriptions."""

    deck: Literal["standard52", "colours"] = Field(
        "standard52", description="The cards: 52 with rank and suit, or four colours from 0 to 9, two of each."
    )
    colour_means: Literal["suit", "red_black"] = Field(
        "suit", description="With ranks and suits the colour is the suit; or it is red or black."
    )
    hand_size: SomeCards = Field(5, description="How many cards everybody is dealt.")
    first_player: SeatNumber | None = Field(
        None, description="The seat that begins the first round; if nobody says, the first."
    )
    direction: Literal["clockwise", "counterclockwise"] = Field("clockwise", description="Which way the turn goes.")
    draw_per_turn: AnyCards = Field(1, description="How many cards may be drawn in a turn.")
    plays_per_turn: SomeCards = Field(1, description="How many cards may be played in a turn.")
    turn_order: Literal["draw_first", "either"] = Field(
        "draw_first", description="Draw before you play; or before or after, as you like."
    )
    allow_pass: bool = Field(False, description="A turn may be passed without drawing or playing: hold the button.")
    contest_window_s: _Seconds = Field(
        5, description="For how many seconds a card on the hidden pile can be contested, if nobody plays on."
    )
    after_contest: Literal["left", "challenger"] = Field(
        "left", description="Whose turn it is after a contest: next after whoever played the card, or the challenger’s."
    )
    empty_draw: Literal["reshuffle", "none"] = Field(
        "reshuffle",
        description="With no card left to draw, both piles but for the reference are shuffled, or none are.",
    )
    rounds: Rounds = Field(1, description="How many rounds; each card left in a hand costs a point.")
