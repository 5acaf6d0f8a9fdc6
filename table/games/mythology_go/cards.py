"""The cards of Mythology GO: each is one line of the catalogue, with its effects as data."""

from functools import lru_cache
from typing import Annotated, Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag, model_validator

from table.cards import Card
from table.games.mythology_go.options import MOST_POINTS
from table.saying import noun, say

Colour = Literal["green", "yellow", "orange", "grey", "blue", "white"]
LONGEST = 100  # characters in a name
Points = Annotated[int, Field(ge=-MOST_POINTS, le=MOST_POINTS)]
Name = Annotated[str, Field(min_length=1, max_length=LONGEST)]
COLOURS: tuple[Colour, ...] = ("green", "yellow", "orange", "grey", "blue")  # of creatures; spells are white (MGO-86)


class _Effect(BaseModel):
    model_config = ConfigDict(frozen=True, strict=True, extra="forbid", defer_build=True)


class Bonus(_Effect):
    """Points that a keyword earns if its condition holds, once per card with that keyword (MGO-56)."""

    keyword: Literal["strong", "weak", "outnumber", "unique", "polychrome", "monochrome", "fusion", "resurrection"]
    points: Points


class Copies(_Effect):
    """Points for owning `count` copies, awarded only once (MGO-54, MGO-55)."""

    keyword: Literal["copies"]
    count: int = Field(ge=1, le=100)
    points: Points


class Identification(_Effect):
    """The effect of a Deity that tries to name another one (MGO-44, MGO-45, MGO-46, MGO-47).

    It steals `steal` points or, if None, the number set by the options.
    """

    keyword: Literal["identification"]
    steal: int | None = Field(None, ge=0, le=MOST_POINTS)


class Double(_Effect):
    """All points count double, except those from an identification (MGO-79)."""

    keyword: Literal["double"]


class DestroyChoice(_Effect):
    """An effect that lets the card's owner destroy up to `count` face-up creatures during the turn."""

    keyword: Literal["destroy_choice"]
    count: int = Field(ge=1, le=20)


class DestroyWeakest(_Effect):
    """An effect that destroys the weakest face-up creatures overall or on each terrain, the caster's first (MGO-63)."""

    keyword: Literal["destroy_weakest"]
    of: Literal["all", "each"]


class Advantage(_Effect):
    """A Belief that changes how many cards its owner draws or plays in a turn (MGO-100)."""

    keyword: Literal["draw", "plays"]
    count: int = Field(ge=1, le=100)


class HiddenLimit(_Effect):
    """A Belief that allows more face-down cards than face-up ones (MGO-100)."""

    keyword: Literal["hidden_limit"]
    more: int = Field(ge=1, le=20)


class Power(_Effect):
    """A rule specific to one card, such as the gorgon's; it earns no points by itself."""

    keyword: str = Field(pattern="^[a-z_]+$", max_length=LONGEST)


_KINDS = {
    "copies": "copies",
    "identification": "identification",
    "double": "double",
    "destroy_choice": "destroy_choice",
    "destroy_weakest": "destroy_weakest",
    "draw": "advantage",
    "plays": "advantage",
    "hidden_limit": "hidden_limit",
}
_OF_BELIEFS = frozenset({"draw", "plays", "hidden_limit"})
_OF_SPELLS = frozenset({"destroy_choice", "destroy_weakest"})
_OF_TERRAINS = frozenset({"copies", "outnumber", "unique", "fusion", "resurrection"})
_BONUSES = frozenset(get_args(Bonus.model_fields["keyword"].annotation))


def _kind(effect: Any) -> str:
    keyword = effect.get("keyword") if isinstance(effect, dict) else getattr(effect, "keyword", None)
    if not isinstance(keyword, str):
        return "power"  # its validation then reports the keyword
    return "bonus" if keyword in _BONUSES else _KINDS.get(keyword, "power")


Effect = Annotated[
    Annotated[Bonus, Tag("bonus")]
    | Annotated[Copies, Tag("copies")]
    | Annotated[Identification, Tag("identification")]
    | Annotated[Double, Tag("double")]
    | Annotated[DestroyChoice, Tag("destroy_choice")]
    | Annotated[DestroyWeakest, Tag("destroy_weakest")]
    | Annotated[Advantage, Tag("advantage")]
    | Annotated[HiddenLimit, Tag("hidden_limit")]
    | Annotated[Power, Tag("power")],
    Discriminator(_kind),
]


@lru_cache(maxsize=512)
def _named(name: str) -> str:
    """Make a name translatable, unless it contains braces; such a name is used unchanged."""
    return name if "{" in name or "}" in name else noun(name)


class MgoCard(Card):
    """A printed card; `assumed` lists the fields that nobody has seen on a real card."""

    name: Name
    kind: Literal["creature", "spell", "deity", "belief"]
    colour: Colour | None = None
    value: Points = 0
    effects: tuple[Effect, ...] = Field((), strict=False, max_length=20)
    face_down: bool = True
    names: dict[Literal["en", "fr", "de"], Annotated[str, Field(max_length=LONGEST)]] = Field(default_factory=dict)
    assumed: tuple[Name, ...] = Field((), strict=False, max_length=20)

    @model_validator(mode="after")
    def _only_deities_identify(self) -> "MgoCard":
        if self.kind != "deity" and any(isinstance(effect, Identification) for effect in self.effects):
            raise ValueError(say("a Deity: only those have Identification"))  # MGO-47
        if self.kind == "creature" and self.colour not in COLOURS:
            known = ", ".join(COLOURS)
            raise ValueError(say("one of the colours {known}: every creature has one", known=known))
        if self.kind != "deity" and any(isinstance(effect, Double) for effect in self.effects):
            raise ValueError(say("a Deity: only those double points"))
        for effect in self.effects:
            if self.kind in ("deity", "belief") and effect.keyword in _OF_TERRAINS:
                raise ValueError(say("a creature: {effect} is for cards on a terrain", effect=effect.keyword))
            if self.kind != "belief" and effect.keyword in _OF_BELIEFS:
                raise ValueError(say("a Belief: only those have {effect}", effect=effect.keyword))
            if self.kind in ("deity", "belief") and effect.keyword in _OF_SPELLS:
                text = say("a spell or a creature: no other card destroys ({effect})", effect=effect.keyword)
                raise ValueError(text)
        return self

    @property
    def label(self) -> str:
        """Return the card's display name."""
        return _named(self.names.get("en") or self.name.replace("_", " "))
