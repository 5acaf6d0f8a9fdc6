"""An offer: a sentence, and the API requests that carry it out; for a seat by ear."""

from collections.abc import Mapping
from typing import Any

from table.saying import Text, capital
from table.values import Value


class Step(Value):
    """A request of the API, so long after the one before."""

    path: str
    body: Mapping[str, Any]
    after_ms: int = 0


class Offer(Value):
    """Something that a seat can do: requests to send in order, or a choice and `then` its target."""

    text: str
    steps: tuple[Step, ...] = ()
    then: tuple["Offer", ...] = ()

    @property
    def told(self) -> Mapping[str, Any]:
        """The offer as phones get it."""
        steps = [{"path": step.path, "body": dict(step.body), "after_ms": step.after_ms} for step in self.steps]
        return {"text": capital(self.text), "steps": steps, "then": [one.told for one in self.then]}


class Heard(Value):
    """What a seat by ear is told: its cards, the table, and what it can do."""

    hand: tuple[Text, ...] = ()
    table: tuple[Text, ...] = ()
    offers: tuple[Offer, ...] = ()

    @property
    def told(self) -> Mapping[str, Any]:
        """All of it as phones get it."""
        return {"hand": list(self.hand), "table": list(self.table), "offers": [one.told for one in self.offers]}
