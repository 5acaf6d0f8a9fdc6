"""The options of Mythology GO, for playing or for scoring by hand."""

from typing import Literal

from pydantic import Field

from table.games.game import Options
from table.games.kit.options import ONE_DOCUMENT

MOST_POINTS = 1000  # far more than any card earns, so a higher number is a mistake


class CountOptions(Options):
    """The options for scoring and for ranking players."""

    terrain_max: int = Field(
        7, ge=1, le=20, description="How many cards lie on a terrain at the most; a fused pair is one."
    )
    fusion_effect: Literal["once", "each"] = Field(
        "once", description="A fused pair brings the effect of one of its cards, or of each."
    )
    fusion_copies: Literal["two", "one"] = Field(
        "two", description="How many copies a fused pair is for Outnumber, Unique and effects that count copies."
    )
    unique_own_copies: Literal["allowed", "hindering"] = Field(
        "allowed", description="A second copy of your own is allowed for Unique, or spoils it."
    )
    strong_weak_order: Literal["strong", "weak"] = Field(
        "strong", description="Which of Strong and Weak comes first, if a player meets both."
    )
    strong_weak_counted: Literal["last", "before_doubling"] = Field(
        "last", description="When Strong and Weak are counted: last of all, or before points are doubled and stolen."
    )
    strong_weak_multi: Literal["copies", "one"] = Field(
        "copies", description="Whether all copies of Strong or Weak that a player has count, or one effect alone."
    )
    grey_rule: Literal["exactly", "any"] = Field(
        "exactly", description="Grey brings its points for exactly one card, or once for one or more."
    )
    identification_bonus: int = Field(
        4, ge=0, le=MOST_POINTS, description="What an identification steals, if the Deity does not say."
    )
    low_tie_starter: Literal["seat", "lot"] = Field(
        "seat",
        description="If several have the fewest points, the lowest seat opens the next round, or one drawn by lot.",
    )
    final_tie: Literal["rounds_won", "shared"] = Field(
        "rounds_won", description="In a tie after all rounds, rounds won decide, or the place is shared."
    )


class MgoOptions(CountOptions):
    """All options: those for the count, and those for playing."""

    preset: Literal["default"] = Field("default", description=ONE_DOCUMENT)
    rounds: int = Field(3, ge=1, le=100, description="How many rounds are played.")  # MGO-03
    first_player: int | None = Field(
        None, ge=1, le=8, description="The seat that opens the first round; if nobody says, the lowest."
    )
    draw: int = Field(  # MGO-09, MGO-80; MGO-12, MGO-82: the others go under the pile
        5, ge=1, le=100, description="How many cards a turn begins with; those not played go under the pile."
    )
    plays_per_turn: int = Field(2, ge=1, le=100, description="How many cards may be played in a turn.")
    spell_counts_as_play: bool = Field(True, description="Whether a spell is one of the cards of a turn.")
    hidden_limit_check: Literal["turn", "card"] = Field(
        "turn", description="Closed cards are compared with open ones when a turn ends, or at each closed card."
    )
    leviathan_scope: Literal["all", "others", "own"] = Field(
        "all",
        description="Whose open creatures a Leviathan destroys the weakest of: everybody’s, the others’, its owner’s.",
    )
    final_turns: int = Field(
        2, ge=0, le=100, description="How many turns the others have once the first terrain is full."
    )
    identification_mandatory: bool = Field(
        True, description="Whether a Deity with Identification has to accuse somebody before Deities are shown."
    )
    deity_per_round: bool = Field(True, description="Deities are dealt anew in each round, or kept for the whole game.")
