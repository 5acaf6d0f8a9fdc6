"""The games that are installed, found by entry point."""

import pytest

from table import games, packages


def test_games_are_looked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every picture is drawn with the name of its game: nobody has time for reading files then."""
    known = games.names()
    monkeypatch.delattr(packages, "entry_points")

    assert games.find("mito").name == "mito"
    assert games.names() == known
