"""What people can agree on before a game of Mythology GO, or before they count a round of it by hand."""

from typing import Literal

from pydantic import Field

from table.games.game import Options


class CountOptions(Options):
    """The options that say how points are counted."""

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
        "allowed", description="A second copy of one's own is allowed for Unique, or hindering."
    )
    strong_weak_order: Literal["strong", "weak"] = Field(
        "strong", description="Which of Strong and Weak is looked at first, where a player meets both."
    )
    identification_bonus: int = Field(4, ge=0, description="What an identification steals, if the Deity does not say.")


class MgoOptions(CountOptions):
    """Those, and the ones that say how a game is played."""

    preset: Literal["default"] = Field("default", description="Whose rules: those of the one document there is.")
    rounds: int = Field(3, ge=1, description="How many rounds are played.")
    first_player: int | None = Field(None, ge=1, description="The seat that opens the first round; none: the lowest.")
    draw: int = Field(5, ge=1, description="How many cards a turn begins with; those not played go under the pile.")
    plays_per_turn: int = Field(2, ge=1, description="How many cards may be played in a turn.")
    spell_counts_as_play: bool = Field(True, description="Whether a spell is one of the cards of a turn.")
    final_turns: int = Field(2, ge=0, description="How many turns the others have once the first terrain is full.")
    identification_mandatory: bool = Field(
        True, description="Whether a Deity with Identification has to accuse somebody before Deities are shown."
    )
    deity_per_round: bool = Field(True, description="Deities are dealt anew in each round, or kept for the whole game.")
