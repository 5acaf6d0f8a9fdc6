"""At a table that has no pads, since phones lay cards, no sentence tells anybody to touch one: whatever it is about."""

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from docs.translating.sources import found
from table import games, languages
from table.judging.session import Session, dump
from table.saying import Text, in_brief
from table.sentences import Narrator
from table.values import replace
from table.wording import Names
from tests.own import OWN_GAMES
from tests.replayed import EXAMPLES, PLAYED, WHOLE, facts_of

AT_PADS = re.compile(
    r"\b(touch(?!e (tout le monde|d’abord))|pads?\b|tapis|berühr|Felde?\b|halte? .*\b(an|hin)\b)", re.IGNORECASE
)
SPOKEN = [languages.find_by_hand(code) for code in languages.codes()]
LAY_CARDS = re.compile(
    r"table/emulated/|web/delivery/offers|web/pages/virtual|web/games/|web/static/(virtual|mine|felt|places|ear|button|why|claims)"
)
BY_GAME: Mapping[str, list[Path]] = {
    game: [path for path in (*EXAMPLES, *WHOLE, *PLAYED) if facts_of(path)[0].game == game] for game in OWN_GAMES
}


def at_pads(sentences: Iterable[str]) -> list[str]:
    """Find what people would be told of pads, in any language."""
    said = (language.says(one) for one in {str(one): one for one in sentences}.values() for language in SPOKEN)
    return [one for one in said if AT_PADS.search(one)]


def texts(value: Any) -> Iterator[Text]:
    """Yield every text in what phones are told, as it is and in brief."""
    match value:
        case Text():
            yield from (value, in_brief(value))
        case Mapping():
            yield from chain.from_iterable(map(texts, value.values()))
        case list() | tuple():
            yield from chain.from_iterable(map(texts, value))


def told_by(path: Path) -> Iterator[Text]:
    """Yield all that phones are told in a script: its pictures, its events in sentences, and why each was told."""
    started, *later = facts_of(path)
    game, seats = games.find(started.game), len(started.players)
    session = Session(replace(started, placement=dict.fromkeys(game.zones(seats), "tap")))
    lines = list(session.opening)
    for fact in later:
        lines += session.take(fact)
        for view in session.views().values():
            yield from texts(view)
    labels = {code: card.label for code, card in session.setup.cards.items()}
    names = Names({seat: session.setup.name(seat) for seat in session.setup.seats}, labels)
    narrator = Narrator(names)
    for audience in session.audiences:
        got = [line for line in lines if line.audience == audience]
        for line in got:
            why = game.why(line.seq, session.setup, got)
            yield from texts([dump(line), narrator.say_if_asked(line.event), why.seen])


@pytest.mark.parametrize(
    ("game", "every"),
    [(game, 40) for game in BY_GAME] + [pytest.param(game, 1, marks=pytest.mark.long) for game in BY_GAME],
)
def test_no_sentence_of_a_game_speaks_of_pads(game: str, every: int) -> None:
    sentences = {str(text): text for path in BY_GAME[game][::every] for text in told_by(path)}

    assert len(sentences) > 20
    assert at_pads(sentences.values()) == []


@pytest.mark.long
def test_no_message_of_phones_that_lay_cards_speaks_of_pads() -> None:
    messages = [one.message.one for one in found() if any(map(LAY_CARDS.search, one.where.split()))]

    assert len(messages) > 200
    assert [one for one in messages if AT_PADS.search(one)] == []


@pytest.mark.parametrize("page", [*(f"/rules/{game}" for game in OWN_GAMES), "/help"])
def test_no_page_speaks_of_pads(client: FlaskClient, page: str) -> None:
    for code in languages.codes():
        page_text = client.get(f"{page}?lang={code}").get_data(as_text=True)
        words = re.sub(r"<(script|style).*?</\1>|<[^>]*>", " ", page_text, flags=re.DOTALL)
        assert AT_PADS.search(words) is None, (code, AT_PADS.search(words))
