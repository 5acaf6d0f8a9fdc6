"""The recorded public surface matches the code, so that it never changes unnoticed."""

from tests import surface


def test_what_is_public_is_as_recorded() -> None:
    recorded, now = surface.RECORDED.read_text().splitlines(), list(surface.lines())

    gone, come = [line for line in recorded if line not in now], [line for line in now if line not in recorded]
    assert not gone, "gone, or changed: that breaks what others built (docs/stability.md)"
    assert not come, "new: record it with `python -m tests.surface`"


def test_the_surface_has_each_kind() -> None:
    kinds = {line.partition(" ")[0].partition(".")[0] for line in surface.lines()}

    assert kinds == {"api", "command", "database", "entry", "hub", "mqtt", "pytest", "script", "table"}
