"""Why a game told what it told; `tests/test_scripts.py` asks it of every event of every script."""

import re
from pathlib import Path

import pytest

from table import games

ROOT = Path(__file__).parents[3]
RULE = re.compile(r"[A-Z]+-(?:[A-Z]-)?\d{2,3}")


@pytest.mark.parametrize("game", [game for game in games.names() if (ROOT / f"table/games/{game}").is_dir()])
def test_every_rule_that_can_be_named_is_written_down(game: str) -> None:
    found = sorted((ROOT / f"table/games/{game}").rglob("why.py"))
    telling = found or [ROOT / f"table/games/{game}/telling.py"]
    named = {rule for path in telling for rule in RULE.findall(path.read_text())}
    pages = [ROOT / f"docs/rules/{game}.md", *(ROOT / f"web/games/{game}").glob("rules.*.html")]

    assert named
    assert len(pages) == 4
    for page in pages:
        assert named - set(RULE.findall(page.read_text())) == set(), page
