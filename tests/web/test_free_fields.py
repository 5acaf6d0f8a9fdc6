"""Fields that take any JSON answer no worse than 400, whatever is put into a sound body, and wherever."""

import copy
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from structlog.testing import capture_logs

from tests.emulated import TableInTime
from tests.web.conftest import Phone, Shown, phone, served

HARPY = {"code": "harpy", "copies": 2, "name": "Harpy", "kind": "creature", "colour": "blue", "value": 3}
BOARD = {
    "options": {"grey_rule": "none"},
    "players": [
        {"name": "Ana", "terrain": ["harpy.1"], "hidden": [], "fused": [["harpy.1", "harpy.2"]], "targets": {"a": "b"}},
        {"name": "Ben", "terrain": ["harpy.2"], "deity": "x", "accuses": {"player": "Ana", "deity": "x"}},
    ],
}
SOUND: dict[str, dict[str, Any]] = {
    "decks/mythology_go/cards": {"card": {**HARPY, "effects": [{"keyword": "strong", "points": 2}]}, "anew": False},
    "decks/mito/cards": {"card": {"code": "number9", "copies": 2, "kind": "number", "number": 9}, "anew": True},
    "score/mythology_go": {"board": BOARD},
    "score/mythology_go/ranking": {"rounds": [{"Ana": 3, "Ben": 2}], "options": {"rounds": 1}},
    "games": {"game": "mito", "players": ["Ana", "Ben", "Cleo"], "options": {"rounds": 1, "preset": "default"}},
    "choices": {"seat": 0, "choice": "settle", "value": 3},
}
LETTERS = st.text(max_size=3) | st.sampled_from(["\x00", "\n", '"', "a.b", "\u2028", "code", "name"])
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.just(10**400) | st.floats(allow_nan=False) | LETTERS,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(LETTERS, inner, max_size=2),
    max_leaves=4,
)


@pytest.fixture
def host(table: TableInTime) -> Phone:
    host = phone(served(Shown(table)))
    host.becomes_host()
    return host


def places(body: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield every place in a body."""
    if path:
        yield path
    inner = body.items() if isinstance(body, dict) else enumerate(body) if isinstance(body, list) else ()
    for name, one in inner:
        yield from places(one, (*path, name))


def put(body: Any, path: tuple[Any, ...], what: Any) -> Any:
    *before, last = path
    changed = inner = copy.deepcopy(body)
    for name in before:
        inner = inner[name]
    inner[last] = what
    return changed


def test_nothing_is_printed_in_a_list_of_effects(host: Phone) -> None:
    answer = host.asks("decks/mythology_go/cards", card={**HARPY, "effects": [None]})

    assert (answer.status_code, answer.json) == (400, {"error": "card: effects.0: this is empty"})
    nested = host.asks("decks/mythology_go/cards", card={**HARPY, "effects": [{"keyword": "strong", "of": [[None]]}]})
    assert (nested.status_code, nested.json) == (400, {"error": "card: effects.0.of.0.0: this is empty"})


@pytest.mark.parametrize("keyword", [[], {}, 3, None])
def test_the_keyword_of_an_effect_is_a_word(keyword: Any, host: Phone) -> None:
    answer = host.asks("decks/mythology_go/cards", card={**HARPY, "effects": [{"keyword": keyword, "points": 2}]})

    assert answer.status_code == 400, answer.json


@pytest.mark.long
@pytest.mark.parametrize("path", SOUND)
def test_whatever_is_in_a_body_is_answered(path: str, host: Phone) -> None:
    sound = SOUND[path]

    @settings(deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(st.sampled_from([*places(sound)]), ANYTHING)
    def asks(where: tuple[Any, ...], what: Any) -> None:
        answer = host.asks(path, **put(sound, where, what))
        assert answer.status_code < 500, answer.json

    with capture_logs():
        asks()
