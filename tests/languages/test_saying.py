"""Texts: English, and what they were made of."""

import json
import pickle
from copy import deepcopy

from hypothesis import given
from hypothesis import strategies as st

from table.languages.language import English, Signed
from table.saying import Text, any_of, both, capital, joined, many, noun, own, restored, say, stored

NAMES = st.text(st.characters(codec="utf-8", exclude_characters="\x00"), max_size=12)
SIMPLE = st.one_of(
    NAMES.map(lambda who: say("{who} plays", who=who)),
    st.integers(0, 9).map(lambda count: many("{count} card", "{count} cards", count)),
    NAMES.map(lambda name: noun("king of {colour}", colour=name)),
    NAMES.map(lambda who: own("{who}’s pad", who=who)),
    st.just(any_of("card")),
)
TEXTS = st.recursive(
    SIMPLE,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(joined),
        st.lists(inner, min_size=1, max_size=3).map(both),
        inner.map(capital),
        inner.map(lambda text: say("{who:the} is {card:a}", who=text, card=text)),
    ),
    max_leaves=6,
)


@given(TEXTS)
def test_a_text_that_is_kept_comes_back_as_it_was(text: Text) -> None:
    kept = json.loads(json.dumps(stored({"text": text, "more": [text, 3, None]})))
    again = restored(kept)

    assert again == {"text": text, "more": [text, 3, None]}
    assert stored(again) == kept
    for copied in (pickle.loads(pickle.dumps(text)), deepcopy(text)):  # noqa: S301 - our own
        assert (copied, stored(copied)) == (text, stored(text))


@given(TEXTS)
def test_whoever_knows_only_strings_gets_english(text: Text) -> None:
    assert json.loads(json.dumps(text)) == str(text)
    assert English().says(text) == str(text)
    assert English().of({"text": text}) == {"text": text}


@given(TEXTS)
def test_between_signs_stands_the_same(text: Text) -> None:
    signed = Signed().says(text)

    assert signed.replace("⟦", "").replace("⟧", "") == text
    assert signed.count("⟦") == signed.count("⟧")


def test_what_nobody_put_up_for_translation_has_no_signs() -> None:
    assert Signed().of({"a": "Ana", "b": ["x", say("One")]}) == {"a": "Ana", "b": ["x", "⟦One⟧"]}


def test_an_unknown_thing_is_never_the_one() -> None:
    assert say("{who} lays {card:the}", who="Ana", card=any_of("ace")) == "Ana lays an ace"
    assert say("on {pad:the}", pad=own("{who}’s pad", who="Ana")) == "on Ana’s pad"
