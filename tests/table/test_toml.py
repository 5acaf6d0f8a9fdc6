"""TOML from outside: what would take minutes is refused at once, and what is long is not read."""

from pathlib import Path

import pytest

from table import files
from table.complaints import BadInput
from table.settings.model import load_settings
from table.tagging import corrections, tags

MANY_DOTS = "a" + ".a" * 9_000 + " = 1\n"  # 50,000 take `tomllib` minutes


@pytest.mark.timeout(10)
@pytest.mark.parametrize("key", ["a", "a ", '"a"', "'a'", "1"])
def test_a_key_with_many_dots_is_refused_with_its_line(key: str) -> None:
    with pytest.raises(BadInput, match="line 2: a key has too many dots"):
        files.parsed("first = 1\n" + f"{key}." * 50_000 + "a = 1\n")


@pytest.mark.timeout(10)
def test_no_file_of_a_table_is_read_that_has_one(tmp_path: Path) -> None:
    (tmp_path / "any.toml").write_text(MANY_DOTS)
    with pytest.raises(BadInput, match=r"any\.toml: cannot be read: line 1: a key has too many dots"):
        tags.read(tmp_path / "any.toml")
    with pytest.raises(BadInput, match=r"any\.toml: cannot be read: line 1: a key has too many dots"):
        load_settings(tmp_path / "any.toml")
    with pytest.raises(BadInput, match="cannot be read: line 1: a key has too many dots"):
        corrections.parsed(MANY_DOTS)


@pytest.mark.parametrize("number", ["9" * 5_000, "-" + "9_" * 4_999 + "9", "0x" + "f" * 5_000, "1." + "5" * 5_000])
def test_a_number_of_thousands_of_digits_is_refused_with_its_line(tmp_path: Path, number: str) -> None:
    (tmp_path / "any.toml").write_text(f"[table]\nseats = {number}\n")
    for reading in (tags.read, load_settings):
        with pytest.raises(BadInput) as refused:
            reading(tmp_path / "any.toml")
        assert str(refused.value).endswith("any.toml: cannot be read: line 2: a number has too many digits")


def test_dots_that_are_no_keys_do_no_harm() -> None:
    numbers, words = "1.5, " * 100, "Word. " * 100
    assert files.parsed(f'# {words}\na.b.c = [{numbers}]\nsaid = "{words}"\n')["said"] == words


@pytest.mark.parametrize("hard", ["a" * 900_000, " " * 900_000, '"' * 400_000, "- ." * 300_000, '"a"' * 200_000])
@pytest.mark.timeout(10)
def test_what_is_hard_to_look_through_takes_no_time(hard: str) -> None:
    with pytest.raises(BadInput):
        files.parsed(f"{hard} = = 1")


def test_a_file_is_read_as_far_as_it_may_be_long(tmp_path: Path) -> None:
    path = tmp_path / "deck.toml"
    assert files.read(path) == ""
    path.write_text("#" * files.MOST_BYTES)
    assert len(files.read(path)) == files.MOST_BYTES
    path.write_text("#" * (files.MOST_BYTES + 1))
    with pytest.raises(BadInput, match="expected at most 1000000 bytes"):
        files.read(path)
