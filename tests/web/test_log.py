"""What the terminal of a table shows of what strangers say."""

import io

import structlog

from web.server.log import Shown


def test_what_a_stranger_says_moves_no_cursor_and_clears_no_screen() -> None:
    file = io.StringIO()
    log = structlog.wrap_logger(structlog.PrintLogger(file), processors=[Shown(colors=False)])
    log.warning("a page has failed", where="x\x1b[2J", error="two words\x1b[2J", page="/virtual", seq=3)

    assert file.getvalue().strip().split("failed")[1].split() == [
        r"error='two", r"words\x1b[2J'", "page=/virtual", "seq=3", r"where='x\x1b[2J'",
    ]  # fmt: skip


def test_the_lines_of_a_stack_stay_lines() -> None:
    file = io.StringIO()
    log = structlog.wrap_logger(structlog.PrintLogger(file), processors=[Shown(colors=False)])
    log.warning("a page has failed", stack="RangeError\n  at one.mjs\x1b[2J\n  at two.mjs")

    assert [line.strip() for line in file.getvalue().splitlines()[1:]] == [
        "RangeError", r"at one.mjs\x1b[2J", "at two.mjs",
    ]  # fmt: skip
