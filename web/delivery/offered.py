"""An offer: a sentence, and the API requests that carry it out; for a seat by ear."""

from collections.abc import Mapping, Sequence
from typing import Annotated

from msgspec import Meta

from table.saying import capital
from table.values import Value, replace

Sent = str | int | bool | Sequence[str | None] | None  # what a field of a request may be


class OfferStep(Value):
    """A request of the API, so long after the one before."""

    path: str
    body: Annotated[Mapping[str, Sent], Meta(description="What is sent there.")]
    after_ms: Annotated[int, Meta(description="How long after the step before.")] = 0


class Offer(Value):
    """Something that a seat can do: requests to send in order, or a choice and `then` its target."""

    text: str
    steps: Annotated[
        tuple[OfferStep, ...],
        Meta(description="The requests that do it, one after another; none where something is chosen first."),
    ] = ()
    then: Annotated[tuple["Offer", ...], Meta(description="What is chosen next.")] = ()

    @property
    def told(self) -> "Offer":
        """The offer as phones get it."""
        return replace(self, text=capital(self.text), then=tuple(one.told for one in self.then))


class Heard(Value):
    """What a seat by ear is told: its cards, the table, and what it can do."""

    hand: Annotated[
        tuple[str, ...], Meta(description="What the seat holds; of a hand that lies as a pile only its top.")
    ] = ()
    table: Annotated[tuple[str, ...], Meta(description="What lies on the piles and before players.")] = ()
    offers: Annotated[tuple[Offer, ...], Meta(description="What the seat can do, what is asked of it first.")] = ()

    @property
    def told(self) -> "Heard":
        """All of it as phones get it."""
        return replace(self, offers=tuple(one.told for one in self.offers))
