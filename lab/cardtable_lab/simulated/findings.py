"""Differences between what the table told and the ground truth."""

from collections.abc import Mapping
from typing import Any

from table.values import Value

Record = Mapping[str, Any]  # a deed of the ground truth, or an event, as a JSON object

# Everything that can be wrong, in the order in which it is reported.
KINDS = (
    "missed", "missed_unnoticed", "misread", "wrong_seat", "wrong_verdict", "wrong_race", "wrong_totals", "wrong_log",
    "secrets_leaked", "disputed", "unfinished",
)  # fmt: skip


class Finding(Value):
    """Something wrong: its kind, when, the wrong event and the deed that it should match, if any."""

    kind: str
    t: float
    event: Record | None = None
    deed: Record | None = None
