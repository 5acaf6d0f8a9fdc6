"""Where what the table told differs from what people did."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

Record = Mapping[str, Any]  # a deed or an event, as a JSON object

# Everything that can be wrong, in the order in which it is reported.
KINDS = (
    "missed", "missed_unnoticed", "misread", "wrong_seat", "wrong_verdict", "wrong_race", "wrong_totals", "wrong_log",
    "secrets_leaked", "disputed", "unfinished",
)  # fmt: skip


@dataclass(frozen=True)
class Finding:
    """Something that is wrong: its kind, when, the event that says so and the deed that it should tell, if any."""

    kind: str
    t: float
    event: Record | None = None
    deed: Record | None = None
