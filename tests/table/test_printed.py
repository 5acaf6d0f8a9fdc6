"""Tables that commands print for people."""

import pytest

from table.cli import terminal

ROWS = [("owl", "sees in the dark and says nothing of it", "yes"), ("fox", "", "it depends on who asks and when")]


@pytest.mark.parametrize(
    ("columns", "last"),
    [
        (90, ["why", "yes", "it depends on who asks and when"]),
        (70, ["why", "yes", "it depends on who asks", "and when"]),
        (10, ["why", "yes", "it depends on who", "asks and when"]),
    ],
)
def test_the_last_column_goes_on_below(
    columns: int, last: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", f"{columns}")

    terminal.table(("who", "what", "why"), ROWS, title="Animals")

    title, *lines = capsys.readouterr().out.splitlines()
    assert title == "Animals"
    assert [line[46:] for line in lines] == last
    assert [line[:3].strip() for line in lines] == ["who", "owl", "fox", ""][: len(lines)]
    assert all(line == line.rstrip() for line in lines)


def test_a_table_without_rows_is_its_headings(capsys: pytest.CaptureFixture[str]) -> None:
    terminal.table(("who", "what"), [])

    assert capsys.readouterr().out == "who  what\n"
