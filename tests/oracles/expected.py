"""What an oracle says of a move: the events that follow, and the rules by which each of them does. Shares no code with
`table`.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple


class Expected(NamedTuple):
    """An event, those of its fields that rules decide, and every rule that has a say in it (ledger IDs)."""

    event: str
    fields: Mapping[str, Any]
    rules: frozenset[str]


def expect(event: str, rules: str, **fields: Any) -> Expected:
    """Return what is expected; `rules` are ledger IDs, with blanks between them."""
    return Expected(event, fields, frozenset(rules.split()))


def differences(expected: list[Expected], events: list[Mapping[str, Any]]) -> Iterator[str]:
    """Compare what an oracle says with what the table told, event by event."""
    names = [one.event for one in expected], [one["event"] for one in events]
    if names[0] != names[1]:
        yield f"the oracle expects {names[0]}, the table told {names[1]}"
        return
    for wanted, event in zip(expected, events, strict=True):
        for field, value in wanted.fields.items():
            if event.get(field) != value:
                yield f"{wanted.event}: {field} is {event.get(field)!r}, the oracle says {value!r}"


def misquoted(expected: Expected, cited: tuple[str, ...]) -> str | None:
    """Return which rules a "Why?" cites that have no say in the event, or that it cites none; None if it is right."""
    if wrong := [rule for rule in cited if rule not in expected.rules]:
        return f"{expected.event}: {', '.join(wrong)} has no say, but {', '.join(sorted(expected.rules))}"
    return (
        None if cited or not expected.rules else f"{expected.event}: no rule, but {', '.join(sorted(expected.rules))}"
    )


def sure(it: Any) -> Any:
    """Return what has to be there."""
    assert it is not None
    return it


def text(points: Mapping[int, int]) -> dict[str, int]:
    """Return points by seat as JSON has them."""
    return {str(seat): left for seat, left in points.items()}
