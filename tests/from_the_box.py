"""The way from the box to the first refereed card in docs/usb.md: its commands, and what hands and phones do."""

import re
from pathlib import Path

from tests.hardware.vpcd import VirtualCard
from tests.on_usb import Seated, uid_of
from tests.playing import Playing

PAGE = Path(__file__).parent.parent / "docs/usb.md"
SEATS = 3


def commands() -> list[str]:
    """Return the commands of the five steps; the last one starts the table."""
    steps = PAGE.read_text().partition("## From the box to the first card\n")[2].partition("\n## ")[0]
    return [
        line.strip()
        for block in re.findall(r"```\n(.*?)```", steps, re.DOTALL)
        for line in block.splitlines()
        if line.strip()
    ]


def is_refereed(table: Playing) -> None:
    """Take the seats, touch a virtual reader with two cards, name each, and wait until the second is refused."""
    seated = Seated(table, SEATS)
    for number, label in ((1, "4"), (2, "1")):
        card = VirtualCard(bytes.fromhex(uid_of(number)))
        card.lay()
        seated.names(1, label)
        card.lift()
    refused = seated.is_shown(1, lambda picture: picture["news"][0]["event"] == "play_refused")
    assert refused["piles"]["discard"]["top"] == "number4.1"
