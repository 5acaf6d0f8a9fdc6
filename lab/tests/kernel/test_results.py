"""What a chapter says on the console is read again, and adds up; what is torn or missing has failed."""

import doctest

import pytest

from cardtable_lab.kernel import results
from cardtable_lab.kernel.results import Chapter, Check, Difference, End, Figure, chapter, read, written


def test_examples() -> None:
    assert doctest.testmod(results).failed == 0


@pytest.mark.parametrize(
    "line",
    [
        Check("it reads “é”", True, "0x92"),
        Check("two\nlines", False),
        Figure("a poll", "2.1 ms"),
        Difference("a step", "1", "2", "nobody asks"),
        End(),
    ],
)
def test_a_line_is_read_as_it_was_written(line: results.Line) -> None:
    assert read(f"{written(line)}\r\n") == line
    assert read(f"[    3.1] printk says something {written(line)}") == line


@pytest.mark.parametrize("text", ['@check {"what": "it re', '@check {"so": true}', "@figure {}"])
def test_a_damaged_line_is_a_check_that_failed(text: str) -> None:
    assert read(text) == Check("a line of the console is complete", False, text)


@pytest.mark.parametrize("text", ["", "Linux version 6.12", "mail me @check", "an @end"])
def test_what_others_say_is_no_line(text: str) -> None:
    assert read(text) is None


def test_a_chapter_counts_its_checks() -> None:
    lines = [Check("a", True), Figure("f", "1 s"), Check("b", False, "why"), Difference("s", "1", "2", "w"), End()]

    done = chapter("bus", lines, 2.5)

    assert (done.passed, done.failed, done.seconds) == (1, 1, 2.5)
    assert (done.figures, done.differences) == ((Figure("f", "1 s"),), (Difference("s", "1", "2", "w"),))


@pytest.mark.parametrize("lines", [[], [Check("a", True)], [End()]])
def test_a_chapter_that_does_not_end_or_checks_nothing_has_failed(lines: list[results.Line]) -> None:
    assert chapter("bus", lines).failed == 1


def test_the_last_line_sums_up_all_chapters() -> None:
    done = [Chapter("a", (Check("x", True), Check("y", False))), Chapter("b", (Check("z", True),))]

    assert results.last_line(done) == "2 passed, 1 failed"
