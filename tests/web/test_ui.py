"""What a game shows is found by its entry point, and nothing else of its folder is served."""

from pathlib import Path

import pytest

from table import games
from web.delivery import ui


def test_every_game_of_ours_brings_looks() -> None:
    assert set(games.names()) <= set(ui.names())
    for game in games.names():
        assert ui.part(game, "parts.mjs") is not None


def test_a_game_without_looks_has_no_folder() -> None:
    assert ui.folder("chess") is None
    assert ui.part("chess", "parts.mjs") is None


@pytest.mark.parametrize(
    ("name", "served"),
    [
        ("parts.mjs", True),
        ("__init__.py", False),
        ("notes", False),
        ("deep/parts.mjs", False),
        ("../parts.mjs", False),
        ("..", False),
        ("", False),
        ("missing.mjs", False),
        (f"{'a' * 300}.mjs", False),
    ],
)
def test_only_files_of_known_kinds_directly_in_static_are_served(
    name: str, served: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "static/deep").mkdir(parents=True)
    for file in ("parts.mjs", "static/parts.mjs", "static/__init__.py", "static/notes", "static/deep/parts.mjs"):
        (tmp_path / file).touch()
    monkeypatch.setattr(ui, "folder", lambda _: tmp_path)

    assert (ui.part("any", name) is not None) == served
