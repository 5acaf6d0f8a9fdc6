"""`enrol` in a separate process: it tags a deck on stand-ins, and loses no tag."""

import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from table import cards
from table.tagging import tags
from tests.on_stand_ins import TABLE, Hands, StandIns
from tests.playing import COMMAND, PATIENCE_S

pytestmark = [pytest.mark.long, pytest.mark.usefixtures("mfrc522_package")]

FIRST, SECOND, PHONE = "04a1b2c3d4e5f6", "04a1b2c3d4e5f7", "08a1b2c3"


@pytest.fixture
def on_a_pi(tmp_path: Path) -> StandIns:
    return StandIns(tmp_path)


class Enrolling:
    """A terminal in which `enrol` runs."""

    def __init__(self, process: "subprocess.Popen[str]", hands: Hands) -> None:
        self.process = process
        self.hands = hands

    def says(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().rstrip("\n")

    def types(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def interrupts(self) -> None:
        self.process.send_signal(signal.SIGINT)
        assert self.process.wait(PATIENCE_S) == 130


@contextmanager
def enrolling(on_a_pi: StandIns, named: str = "mito") -> Iterator[Enrolling]:
    command = [COMMAND, "enrol", named, "--config", str(on_a_pi.config)]
    process = subprocess.Popen(
        command,
        env=on_a_pi.environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        with on_a_pi.hands() as hands:
            yield Enrolling(process, hands)
    finally:
        process.kill()
        _, complaints = process.communicate()
    assert complaints == ""


def kept(on_a_pi: StandIns, deck: str = "mito") -> dict[str, str]:
    read = tags.read(tags.path_of(on_a_pi.config.parent / "table.db", deck))
    return {uid.hex(): card for uid, card in read.items()}


def test_card_after_card_is_tagged_and_an_interruption_loses_nothing(on_a_pi: StandIns) -> None:
    with enrolling(on_a_pi) as terminal:
        assert terminal.says().startswith("Readers: reader 1 (discard, spi 0.0), reader 2 (hidden, spi 0.1). Type s")
        assert terminal.says() == "Lay the 1 (number1.1) on the reader; 0 of 72 carry a tag."
        terminal.hands.touches(FIRST)
        assert terminal.says() == "The 1 (number1.1) is tagged."
        assert kept(on_a_pi) == {FIRST: "number1.1"}
        assert terminal.says() == "Lay the 1 (number1.2) on the reader; 1 of 72 carry a tag."
        terminal.interrupts()

    with enrolling(on_a_pi) as terminal:
        terminal.says()
        assert terminal.says() == "Lay the 1 (number1.2) on the reader; 1 of 72 carry a tag."
        terminal.hands.touches(FIRST, reader="0.1")
        assert terminal.says() == "This is the 1 (number1.1) you have tagged already."
        terminal.says()
        terminal.hands.touches(PHONE)
        assert terminal.says() == "That is a phone or a bank card, not a sticker: take it away."
        terminal.says()
        terminal.hands.touches(SECOND, reader="0.1")
        assert terminal.says() == "The 1 (number1.2) is tagged."
        terminal.interrupts()


def test_cards_are_skipped_and_taken_back_at_the_keyboard(on_a_pi: StandIns) -> None:
    with enrolling(on_a_pi) as terminal:
        terminal.says(), terminal.says()
        terminal.types("s")
        assert [terminal.says(), terminal.says()] == [
            "The 1 (number1.1) is skipped.",
            "Lay the 1 (number1.2) on the reader; 0 of 72 carry a tag.",
        ]
        terminal.hands.touches(FIRST)
        terminal.says(), terminal.says()
        terminal.types("b")
        assert terminal.says() == "Once more the 1 (number1.2)."
        assert kept(on_a_pi) == {}
        terminal.says()
        terminal.types("x")
        assert terminal.says() == "'x': type s to skip a card, b to go one back."


def test_where_a_reader_is_made_for_it_only_that_one_takes_tags(on_a_pi: StandIns) -> None:
    on_a_pi.config.write_text(TABLE.replace('"hidden"', '"deck.scan"'))
    with enrolling(on_a_pi) as terminal:
        assert terminal.says().startswith("Readers: reader 2 (deck.scan, spi 0.1). Type")
        terminal.says()
        terminal.hands.touches(FIRST, reader="0.0")
        terminal.hands.touches(SECOND, reader="0.1")
        assert terminal.says() == "The 1 (number1.1) is tagged."

    assert kept(on_a_pi) == {SECOND: "number1.1"}


def test_it_ends_when_every_card_carries_a_tag(on_a_pi: StandIns) -> None:
    decks = on_a_pi.config.parent / "decks"
    decks.mkdir()
    others = [card["code"] for card in cards.shipped_deck("mito") if card["code"] != "guard"]
    (decks / "mito.toml").write_text(f"remove = {others}\n")
    for _ in range(2):  # the second time there is nothing to ask for
        with enrolling(on_a_pi) as terminal:
            terminal.says()
            prompt = terminal.says()
            if "Lay the Guard Bug" in prompt:
                terminal.hands.touches(FIRST)
                assert terminal.says() == "The Guard Bug (guard) is tagged."
                prompt = terminal.says()
            assert prompt == "Every card of this deck carries a tag."
            assert terminal.process.wait(PATIENCE_S) == 0

    assert kept(on_a_pi) == {FIRST: "guard"}


def test_a_game_stands_for_its_deck_and_what_was_kept_by_game_is_taken_over(on_a_pi: StandIns) -> None:
    old = on_a_pi.config.parent / "decks/mytho.tags.toml"
    old.parent.mkdir()
    old.write_text(f'"{FIRST}" = "ac"\n')
    with enrolling(on_a_pi, "mytho") as terminal:
        assert terminal.says().endswith(
            "moved to standard52.tags.toml (1 tag). The old file is now mytho.tags.toml.old."
        )
        said = "Mytho is usually played with the deck Standard 52 (standard52), which is tagged now."
        assert terminal.says() == said
        terminal.says()
        assert terminal.says() == "Lay the 2 of clubs (2c) on the reader; 1 of 52 carry a tag."
        terminal.hands.touches(SECOND)
        assert terminal.says() == "The 2 of clubs (2c) is tagged."

    assert kept(on_a_pi, "standard52") == {FIRST: "ac", SECOND: "2c"}


def test_an_owners_corrections_that_are_wrong_are_told(on_a_pi: StandIns) -> None:
    path = on_a_pi.config.parent / "decks/mito.toml"
    path.parent.mkdir()
    path.write_text('remove = ["ace"]\n')
    command = [COMMAND, "enrol", "mito", "--config", str(on_a_pi.config)]
    done = subprocess.run(command, env=on_a_pi.environment, capture_output=True, text=True, check=False)

    assert (done.returncode, done.stderr) == (2, f"cardtable: {path}: remove: the deck has no card 'ace'\n")
