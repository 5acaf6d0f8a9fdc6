"""Names that can be seen, told apart, and shown; what is wrong with others is said in one sentence."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table.complaints import BadInput
from table.running import names

CYRILLIC_ADA = "\N{CYRILLIC CAPITAL LETTER A}da"
UNSEEN = "a name cannot have invisible letters"


@pytest.mark.parametrize(
    ("said", "shown"),
    [(" Zoe ", "Zoe"), ("Zoe\u0301", "Zoé"), ("Ana\u00a0B", "Ana B"), ("אבא", "אבא"), ("ทดสอบ", "ทดสอบ"),
     ("Nguyễn", "Nguyễn"), ("x" * 20, "x" * 20), ("\U0001f98a", "\U0001f98a")],
)  # fmt: skip
def test_a_name_is_shown_as_it_was_said(said: str, shown: str) -> None:
    assert names.checked(said) == shown


@pytest.mark.parametrize(
    ("said", "complaint"),
    [("", "say your name"), ("   ", "say your name"),
     ("x" * 27, "a name has at most 20 letters, and this one has 27"),
     ("a\nb", UNSEEN), ("\u202egnp", UNSEEN), ("Ad\u200ba", UNSEEN), ("\u2066Ada", UNSEEN), ("\x00", UNSEEN),
     ("\u3164", UNSEEN), ("\u2800\u2800", UNSEEN), ("\ue000", UNSEEN), ("\u0378", UNSEEN), ("\ud800", UNSEEN),
     ("Ada\ufe0f", UNSEEN), ("\u2028", UNSEEN),
     ("\u0301\u0302", "a name has to begin with a visible letter"),
     ("\u00a0", "a name has to begin with a visible letter"),
     ("A" + "\u0317" * 9, "a letter of a name has at most 4 marks")],
)  # fmt: skip
def test_what_is_wrong_with_a_name_is_said(said: str, complaint: str) -> None:
    with pytest.raises(BadInput) as refused:
        names.checked(said)
    assert str(refused.value) == complaint


@given(st.text())
def test_a_name_that_is_allowed_can_be_seen_and_is_allowed_again(said: str) -> None:
    try:
        shown = names.checked(said)
    except BadInput:
        return
    assert 0 < len(shown) <= names.LONGEST
    assert not any(unicodedata.category(letter)[0] == "C" for letter in shown)
    assert names.checked(shown) == shown


@pytest.mark.parametrize(
    "other",
    [CYRILLIC_ADA, "ada", "ADA", "\N{GREEK CAPITAL LETTER ALPHA}da", "\uff21da", "\U0001d400da", "A da"],
    ids=ascii,
)
def test_two_names_that_look_alike_are_refused(other: str) -> None:
    with pytest.raises(BadInput) as refused:
        names.check_all(["Ada", "Ben", other])
    assert str(refused.value) == f"{other} and Ada look alike: choose another name"


@pytest.mark.parametrize(
    ("one", "other"), [("Ada", "Ida"), ("Jose", "José"), ("Marna", "Mama"), ("Ana", "Anna"), ("Eva", "Ева")]
)
def test_names_that_people_tell_apart_are_let_be(one: str, other: str) -> None:
    assert names.check_all([one, None, other]) == (one, None, other)


def test_letters_of_one_shape_are_known_in_both_cases() -> None:
    with pytest.raises(BadInput):
        names.check_all(["Ida", "lda"])  # the second begins with a small L


def test_whose_name_is_wrong_is_told_by_his_seat() -> None:
    with pytest.raises(BadInput, match="the name at seat 2: say your name"):
        names.check_all(["Ada", " "])
