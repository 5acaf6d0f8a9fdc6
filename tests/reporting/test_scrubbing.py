"""Names, UIDs, PINs and addresses do not get through, however they are written."""

import html
import json
import unicodedata
from collections.abc import Callable
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from table.facts import PHONE
from table.reporting.scrubbing import Scrubber

ODD = ("Jürgen O'Neill\\", 'J. R. "Bob" 100%', "🦊🦊", "Zoë", "Åse", "Mary Ann", "Al", "Jo Strauß")


def keeping(space: str) -> Callable[[str], str]:
    """Writes a name with other spaces."""
    return lambda name: name.replace(" ", space)


@pytest.mark.long
@pytest.mark.parametrize("name", ODD)
@pytest.mark.parametrize(
    "written",
    [
        str,
        str.upper,
        str.casefold,
        repr,
        ascii,
        json.dumps,
        html.escape,
        quote,
        quote_plus,
        lambda name: unicodedata.normalize("NFD", name),
        *map(keeping, ("\xa0", "\u202f", "  ", "\t", "&nbsp;", r"\xa0", r"\u00a0", "%C2%A0")),
    ],
)
def test_a_name_goes_however_it_is_written(name: str, written: object) -> None:
    assert callable(written)
    said = f"nobody expected that of {written(name)}, did they"
    scrubbed = Scrubber({name: "Seat 2"}).text(said)

    assert "Seat 2" in scrubbed
    assert (scrubbed.startswith("nobody expected that of "), scrubbed.endswith(", did they")) == (True, True)


def test_a_short_name_goes_as_a_word_and_other_words_stay() -> None:
    scrubber = Scrubber({"Al": "Seat 1", "card": "Seat 2", "E": "Seat 3"})

    assert (
        scrubber.text("Al’s card_arrived at the discard, also E") == "Seat 1’s card_arrived at the discard, also Seat 3"
    )
    assert scrubber.text("the card of al") == "the Seat 2 of Seat 1"


def test_a_name_of_what_may_stand_for_a_space_leaves_spaces_alone() -> None:
    assert Scrubber({"+": "Seat 1", "%20": "Seat 2"}).text("it is + and %20, now") == "it is Seat 1 and Seat 2, now"
    assert Scrubber({" Ana Bell": "Seat 1"}).text("to Ana Bell") == "to Seat 1"


@pytest.mark.parametrize(
    "uid", ["04a1b2c3d4e5f6", "04:A1:B2:C3:D4:E5:F6", "04 a1 b2 c3", "04-a1-b2-c3", "E6614103E7365A25"]
)
def test_a_uid_goes_and_is_the_same_each_time(uid: str) -> None:
    scrubbed = Scrubber({}).text(f"tag {uid} and {uid.lower()} again")

    assert scrubbed == "tag ff000001 and ff000001 again"


@pytest.mark.parametrize(
    ("said", "scrubbed"),
    [
        (r"b'\x04\xa1\xb2\xc3' came", "b'bytes' came"),
        ("[4, 161, 178, 195] came", "bytes came"),
        ("the PIN was 482913", "the PIN was a number"),
        ("the PIN was 482 913.", "the PIN was a number."),
        ("to 192.168.1.17:80 and fe80:0:0:1::7", "to an address:80 and an address"),
        ("/home/jane/table.db", "/home/somebody/table.db"),
        ("not 'Zebedee' but 'number4.1'", "not '…' but 'number4.1'"),
        ("after 3.5 s of 120 s, seq 41, mosquito1.1, nm48", "after 3.5 s of 120 s, seq 41, mosquito1.1, nm48"),
    ],
)
def test_of_other_private_things_a_word_is_left(said: str, scrubbed: str) -> None:
    assert Scrubber({}).text(said) == scrubbed


def test_what_a_phone_made_up_stays_that() -> None:
    scrubber = Scrubber({})

    assert [scrubber.uid(uid) for uid in (PHONE, "08a1b2c3", "ff00aa11", "04a1b2c3d4e5f6", "ff00aa11")] == [
        PHONE, PHONE, "ff000001", "ff000002", "ff000001",
    ]  # fmt: skip


@settings(max_examples=25)
@given(st.text(min_size=1, max_size=12).filter(str.strip), st.text(max_size=20), st.text(max_size=20))
def test_no_name_is_left_whatever_it_is_and_whatever_is_around_it(name: str, before: str, after: str) -> None:
    said = f"{before} {name} {after}"
    left = Scrubber({name: ""}).text(said)

    assert f" {unicodedata.normalize('NFC', name)} " not in left or unicodedata.normalize("NFC", name).strip() in (
        before,
        after,
    )
