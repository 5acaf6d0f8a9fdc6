"""The chapters in a Debian: the unit that attempts are made in, and what a stream's lines say."""

from cardtable_lab.kernel.inside import attempts, installed, wifi
from cardtable_lab.kernel.machine import CHECKOUT

UNIT = (CHECKOUT / "packaging/cardtable.service").read_text()


class Stream:
    """Lines that came, as of a running command."""

    def __init__(self, *lines: str) -> None:
        self.lines = [*lines]


def test_attempts_are_made_in_the_whole_sandbox_of_the_service() -> None:
    theirs, ours = UNIT.splitlines(), installed.in_its_sandbox(UNIT).splitlines()
    left_out = [line.partition("=")[0] for line in theirs if line not in ours]

    assert [line for line in ours if line not in theirs] == [
        "Type=oneshot",
        f"ExecStart=/opt/cardtable/bin/python {installed.PROGRAM}",
        f"StandardOutput=file:{installed.FOUND}",
    ]
    assert left_out == [
        "Type", "NotifyAccess", "ExecStart", "WatchdogSec", "Restart", "RestartSec", "[Install]", "WantedBy"
    ]  # fmt: skip


def test_of_each_attempt_it_is_known_what_it_meets() -> None:
    assert [*attempts.ATTEMPTS] == [*installed.MAY]
    assert all(here != there for here, there in installed.MAY.values() if here), "the sandbox makes the difference"


def test_an_attempt_tells_the_error_that_it_meets() -> None:
    def fails() -> None:
        raise PermissionError(1, "no")

    assert (attempts.met(fails), attempts.met(lambda: None)) == ("EPERM", "")


def test_of_a_stream_events_are_told_from_pictures_and_beats() -> None:
    stream = Stream(
        "retry: 1000", "id: 1", 'data: {"seq": 1, "event": "card_played"}', 'data: {"piles": {}}', "data: null", ""
    )

    assert wifi.events(stream) == [{"seq": 1, "event": "card_played"}]  # type: ignore[arg-type]
