"""The reference for authors of games matches the code."""

import importlib.util
from pathlib import Path

MADE_BY = Path(__file__).parent.parent / "docs/reference/make.py"


def test_the_reference_is_that_of_the_code() -> None:
    spec = importlib.util.spec_from_file_location("reference", MADE_BY)
    assert spec is not None
    assert spec.loader is not None
    make = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(make)

    assert make.PAGE.read_text(encoding="utf-8") == make.page(), "python docs/reference/make.py writes it anew"
