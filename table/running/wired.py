"""What the host sees of the wiring: the current state of each part, and a complete set-up."""

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from table.values import Value, field
from table.view import Seat

State = Literal["elsewhere", "stranger", "ready", "looking", "asking", "written", "failed"]


class WiredReader(Value):
    """A reader, and what it sees now."""

    reader: str
    zones: tuple[str, ...]
    cards: Annotated[int, Meta(description="How many cards it sees.")]
    good: Annotated[
        float | None,
        Meta(description="The share of looks at lying cards that read them; null: none lay there yet."),
    ]


class WiredButton(Value):
    """A button: whether it is down now, and whether it is a `phone`."""

    seat: Seat
    down: bool
    phone: bool = False
    error_ms: Annotated[
        float | None, Meta(description="How far off the time of a press by phone may be; null: it is not heard.")
    ] = None


class Wired(Value):
    """The current state of each reader and button."""

    readers: tuple[WiredReader, ...]
    buttons: tuple[WiredButton, ...]


class Ask(Value, kw_only=True):
    """A question or instruction of the set-up."""

    ask: Literal["touch", "press", "enough", "drive", "lights", "lit", "measure", "write"]
    zone: Annotated[str | UnsetType, Meta(description="The pad to touch, or to measure.")] = UNSET
    seat: Seat | UnsetType = UNSET
    pins: Annotated[
        tuple[int, ...] | UnsetType,
        Meta(description="The BCM pins that may be driven, or on which lights may hang."),
    ] = UNSET
    places: Annotated[tuple[str, ...] | UnsetType, Meta(description="Where lights may hang, in words.")] = UNSET
    at: Annotated[str | UnsetType, Meta(description="Where the light hangs that goes on and off.")] = UNSET
    do: Literal["lay", "leave", "lift"] | UnsetType = UNSET
    round: int | UnsetType = UNSET
    of: int | UnsetType = UNSET


class FoundReader(Value):
    """A reader: where it is connected, its chip, the zones that it serves, and the result of measuring it."""

    at: str
    chip: str
    zones: tuple[str, ...]
    measured: str | None


class FoundLight(Value):
    """A light: where it is connected, and the pad or seat beside which it is."""

    at: str
    beside: str | int


class SetUpView(Value, kw_only=True):
    """A whole set-up: its progress, the current question, the parts that were found, and the result."""

    state: Annotated[
        State,
        Meta(description="`elsewhere`: the table was started by hand. `written`: it starts again."),
    ] = "ready"
    why: Annotated[str, Meta(description="Why the table cannot be opened, or the set-up has failed.")] = ""
    wired: Annotated[bool, Meta(description="Whether a table.toml says what is wired.")] = False
    alone: Annotated[bool, Meta(description="Whether nothing else is served meanwhile.")] = False
    started: Annotated[tuple[str, ...], Meta(description="What of a flashed card’s cardtable.txt does not count.")] = ()
    question: Annotated[int, Meta(description="The number of the question, to be sent with its answer.")] = 0
    ask: Annotated[Ask | None, Meta(description="What is asked for now.")] = None
    number: Annotated[int, Meta(description="Of the step, from 1.")] = 0
    steps: Annotated[int, Meta(description="As far as is known by now.")] = 0
    heard: Annotated[str, Meta(description="What was wrong with the last answer.")] = ""
    pads: Annotated[tuple[str, ...], Meta(description="What is asked for, each by its first zone.")] = ()
    seats: int = 0
    readers: tuple[FoundReader, ...] = ()
    buttons: Annotated[Mapping[int, str], Meta(description="Where each seat’s button hangs.")] = field(
        default_factory=dict
    )
    lights: tuple[FoundLight, ...] = ()
    notes: Annotated[tuple[str, ...], Meta(description="What is wrong with the wires.")] = ()
