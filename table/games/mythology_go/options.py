"""What people can agree on before they count a round of Mythology GO, where the rules leave it open."""

from typing import Literal

from pydantic import Field

from table.games.game import Options


class CountOptions(Options):
    """The options that say how points are counted."""

    terrain_max: int = Field(7, ge=1, description="How many cards lie on a terrain at the most; a fused pair is one.")
    fusion_effect: Literal["once", "each"] = Field(
        "once", description="A fused pair brings the effect of one of its cards, or of each."
    )
    fusion_copies: Literal["two", "one"] = Field(
        "two", description="How many copies a fused pair is for Outnumber, Unique and effects that count copies."
    )
    unique_own_copies: Literal["allowed", "hindering"] = Field(
        "allowed", description="Whether a second copy of one's own hinders Unique."
    )
    strong_weak_order: Literal["strong", "weak"] = Field(
        "strong", description="Which of Strong and Weak is looked at first, where a player meets both."
    )
    identification_bonus: int = Field(4, ge=0, description="What an identification steals, if the Deity does not say.")
