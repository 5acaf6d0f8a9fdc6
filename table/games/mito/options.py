"""The options of Mito. Defaults follow the published rules; see docs/rules/mito.md."""

from collections.abc import Mapping
from typing import ClassVar, Literal

from pydantic import Field

from table.games.game import OptionValue, Rounds, SeatNumber
from table.games.kit.options import Presets

Preset = Literal["default", "french", "english", "english_rounds", "published"]

# Where a preset differs from the defaults; explicit options override their preset.
_PRESETS: Mapping[str, Mapping[str, OptionValue]] = {
    "default": {},
    "french": {"wrap": False},  # MITO-F-15: in the French document, 5 and 1 are not neighbours
    "english": {"rounds": 1},  # MITO-E-59: the first player without cards wins
    "english_rounds": {},  # MITO-E-60 and following: the variant with points
    "published": {"mosquito_includes_player": False},
}


class MitoOptions(Presets):
    """The options of Mito; `cardtable options mito` prints their descriptions."""

    presets: ClassVar[Mapping[str, Mapping[str, OptionValue]]] = _PRESETS
    preset: Preset = Field("default", description="Whose rules: both documents, one to the letter, or as published.")
    wrap: bool = Field(True, description="A 1 may be laid on a 5, and a 5 on a 1.")
    rounds: Rounds | None = Field(None, description="How many rounds; if nobody says, as many as there are players.")
    tie_break: Literal["shared", "out"] | None = Field(
        None,
        description="Several have the fewest points: they share the win, or whoever got rid of all cards last has won. "
        "If nobody says: shared, but in a game of one round whoever got rid of all cards has won.",
    )
    first_guard: SeatNumber | None = Field(
        None, description="The seat that opens the first round with the Guard Bug; if nobody says, the first."
    )
    guard_rotation: Literal["starter", "guard"] = Field(
        "starter", description="Who opens the next round: left of the last round's starter, or of its last guard."
    )
    start_action: bool = Field(False, description="The card that starts the discard pile works if it is an insect.")
    draw_then_play: bool = Field(False, description="Whoever draws may play in the same turn; a second tap passes.")
    empty_draw: Literal["reshuffle", "none"] = Field(
        "reshuffle", description="With no card left to draw, the discard is shuffled, or nobody draws any more."
    )
    use_ant: bool = Field(True, description="The ant makes all the others draw; if not, it is a number like any.")
    mosquito_includes_player: bool = Field(True, description="Whoever lays a mosquito has to slap, too.")
    mosquito_penalty: Literal["gift", "draw"] = Field(
        "gift", description="The last hand on a mosquito gets a card from each of the others, or draws one."
    )
    cockroach_includes_player: bool = Field(True, description="Whoever lays a cockroach may answer it, too.")
    cockroach_next_turn: Literal["winner", "left"] = Field(
        "winner",
        description="After a cockroach: whoever answered first goes on, or whoever sits to the left of its player.",
    )
    cockroach_response_action: bool = Field(
        False, description="The card that answers a cockroach works if it is an insect."
    )
    guard_may_play_moth: bool = Field(True, description="The guard may play a moth on their own turn.")
    guard_moth_follows_value: bool = Field(True, description="The number of the guard's moth has to fit, too.")
    retake_cheated_card: bool = Field(True, description="Whoever is caught takes the card back.")
    guard_may_give_moth: bool = Field(False, description="The card that the guard gives to a culprit may be a moth.")
    table_adjudicates: bool = Field(
        False, description="The table overrules a denial if the last play of the accused was two cards dropped as one."
    )
    gift_last_card: Literal["out", "kept"] = Field(
        "out", description="Whoever gives the last card away is out; or the last card is kept."
    )
    spider_last_card: bool = Field(False, description="A spider may give the last card away.")
    last_card_action: Literal["cancelled", "works"] = Field(
        "cancelled", description="If the last card of a hand is an insect, it has no effect; or it works all the same."
    )
    watchfulness: Literal["barely", "somewhat", "plainly"] = Field(
        "somewhat",
        description="At an emulated table hands visibly move, slightly longer when cheating: how noticeable that is.",
    )
