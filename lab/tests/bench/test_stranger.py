"""From nothing to the first page on a stranger's machine: what was typed, and how long docs/systems.md says it took."""

import re
from pathlib import Path

import pytest

from cardtable_lab.bench import stranger
from cardtable_lab.bench.stranger import SUITES, WAYS, Typed, told

DOCS = Path(__file__).parents[3] / "docs"
TRANSCRIPTS = {suite: (DOCS / f"transcripts/stranger-{suite}.txt").read_text() for suite in SUITES}


def test_a_transcript_has_every_line_and_how_each_way_ended() -> None:
    ways = {"by hand": [Typed("one", 1.5), Typed("two", 2.0)], "by post": [Typed("three", 0.5, "no stamp\n")]}

    text = told("13.1", ways)

    assert text.startswith("A bare Debian 13.1,")
    assert "# by hand: the first page is up after 4 s\n   1.5 s  $ one\n   2.0 s  $ two\n" in text
    assert "# by post: NO PAGE\n   0.5 s  $ three\nno stamp\n" in text


@pytest.mark.parametrize("suite", SUITES)
def test_each_way_ended_at_a_page_and_was_typed_as_it_is_today(suite: str) -> None:
    for way, lines in WAYS.items():
        typed = re.search(rf"^# {way}: the first page is up after \d+ s\n((?:.+\n)+)", TRANSCRIPTS[suite], re.MULTILINE)
        assert typed is not None, way
        said = [re.sub(r"\d{4,}$", "{port}", line.partition("$ ")[2]) for line in typed[1].splitlines()]
        assert said == [*lines]


def test_the_page_has_the_seconds_of_the_transcripts() -> None:
    rows = [line.split("|")[1:-1] for line in (DOCS / "systems.md").read_text().splitlines() if "stranger" not in line]
    written = {row[0].strip(): [cell.strip() for cell in row[1:]] for row in rows if row}

    for way in WAYS:
        seconds = [re.search(rf"^# {way}: .* (\d+) s$", text, re.MULTILINE) for text in TRANSCRIPTS.values()]
        assert written[way] == [found and found[1] for found in seconds]


def test_the_page_types_what_the_stranger_types() -> None:
    page = (DOCS / "systems.md").read_text().replace("ADDRESS", stranger._ADDRESS)

    for lines in WAYS.values():
        for line in lines[1:]:
            words = re.sub(r" -y -q( --no-install-recommends)?| --auto| (--port |PORT=)\{port\}|-get", "", line)
            assert f"`{words}`" in page, line
