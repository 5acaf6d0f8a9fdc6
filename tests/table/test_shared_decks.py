"""A deck is not a game's: cards that were tagged once serve every game that is played with such a deck."""

from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path
from types import SimpleNamespace
from typing import Annotated, Any

import pytest
from pydantic import BeforeValidator

from table import cards, games, packages
from table.complaints import BadInput
from table.games.boxes import Box
from table.keeping.journal import Journal
from table.tagging import corrections, tags
from table.tagging.tagged_decks import TaggedDecks
from table.values import replace
from table.wiring.live import live_table
from tests.emulated import TableInTime
from tests.packaged import forget_packages

EXAMPLE = Path(__file__).parents[2] / "docs/examples/higher_or_lower"
FRENCH = "standard52"
A, B = bytes.fromhex("04a1b2c3d4e5f6"), bytes.fromhex("04a1b2c3d4e5f7")
_WORTH = {"ace": 1, "jack": 11, "queen": 12, "king": 13}
_Worth = Annotated[int, BeforeValidator(lambda printed: _WORTH.get(printed, printed))]


class Ranked(cards.Card):
    """A card of 52 to a game that counts ranks."""

    number: _Worth
    colour: str

    @property
    def label(self) -> str:
        return f"number {self.number}"


@pytest.fixture
def ranks(monkeypatch: pytest.MonkeyPatch) -> Iterator[Box]:
    """Higher or lower, installed for one test, as it would be with 52 cards."""
    monkeypatch.syspath_prepend(EXAMPLE)
    from higher_or_lower import HigherOrLower  # type: ignore[import-not-found]

    class Ranks(HigherOrLower):  # type: ignore[misc]
        name, title, card = "ranks", "Ranks", Ranked

        def decks(self) -> tuple[cards.PhysicalDeck, ...]:
            return (cards.deck_file(FRENCH),)

        def deck(self, options: Any) -> cards.Deck:
            return cards.shipped_deck(FRENCH)

    points, ours = packages._points, distribution("cardtable")
    added = {packages.GAMES: {"ranks": SimpleNamespace(load=Ranks, dist=ours)}}
    monkeypatch.setattr(packages, "_points", lambda group: {**points(group), **added.get(group.name, {})})
    forget_packages()
    yield games.box("ranks")
    forget_packages()


class Table(TableInTime):
    """A table whose tags are those of its files, played on with 52 cards."""

    def __init__(self, journal: Journal, database: Path, game: str) -> None:
        super().__init__(journal, game=game)
        self.carried = self.hardware.emulated_tags
        hardware = replace(self.hardware, emulated_tags={})
        self.live = live_table(journal=journal, hardware=hardware, seats=3, tags=TaggedDecks.read(database))
        self.controller = self.live.controller


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "table.db"


@pytest.fixture
def table(ranks: Box, database: Path, journal: Journal) -> Iterator[Table]:
    """A table at which the cards were tagged for Mytho."""
    with Table(journal, database, "ranks") as untagged:
        decks = TaggedDecks.read(database)
        for uid, card in untagged.carried.items():
            decks.add(games.deck_named("mytho"), uid, card)
    with Table(journal, database, "ranks") as table:
        yield table


@pytest.mark.long
def test_cards_that_were_tagged_for_one_game_are_known_in_another(table: Table) -> None:
    table.starts("ranks", "Ana", "Ben")

    for card in ("7h", "10s"):
        table.card(card).touches("pile")
        table.runs(600)
        if card == "7h":
            table.seat(1).taps()
            table.runs(1_000)

    snapshot = table.controller.board.snapshot
    assert (table.view["piles"]["pile"], snapshot.host.unknown) == ({"top": "10s", "count": 2}, ())


def test_each_game_has_its_own_words_for_a_card_and_the_deck_says_what_is_printed(table: Table) -> None:
    table.starts("ranks", "Ana", "Ben")
    snapshot = table.controller.board.snapshot
    deck = snapshot.host.decks[FRENCH]

    assert snapshot.game.labels["kc"] == "number 13"
    assert deck.labels["kc"] == "king of clubs"
    assert ({*deck.games.items()} >= {("mytho", "Mytho"), ("ranks", "Ranks")}, len(deck.tagged)) == (True, 52)
    assert deck in snapshot.host.decks_for("mytho")
    assert deck in snapshot.host.decks_for("ranks")


def test_what_is_tagged_while_one_game_is_on_is_known_to_the_other(ranks: Box, database: Path) -> None:
    decks = TaggedDecks.read(database)
    mytho, other = decks.of("mytho"), decks.of("ranks")

    decks.add(decks.having("ranks", "7h"), A, "7h")

    assert dict(mytho) == dict(other) == tags.read(tags.path_of(database, FRENCH)) == {A: "7h"}
    assert dict(decks.of("mito")) == {}


def test_a_tag_in_two_decks_is_told(database: Path) -> None:
    french, mito = tags.path_of(database, FRENCH), tags.path_of(database, "mito")
    french.parent.mkdir()
    french.write_text(f'"{A.hex()}" = "7h"\n')
    mito.write_text(f'"{A.hex()}" = "guard"\n')

    complaints = [  # in the order of the games
        f"{french}: {A.hex()}: this tag cannot be 7h: it is guard in {mito} already",
        f"{mito}: {A.hex()}: this tag cannot be guard: it is 7h in {french} already",
    ]
    with pytest.raises(BadInput) as raised:
        TaggedDecks.read(database)
    assert str(raised.value) in complaints


def test_a_correction_has_to_suit_every_game_of_a_deck(ranks: Box, database: Path) -> None:
    decks = TaggedDecks.read(database)
    joker = '[[cards]]\ncode = "joker"\nnumber = "joker"\ncolour = "hearts"\n'

    with pytest.raises(BadInput, match=r"card 53, number.* \(in \w+\)"):
        decks.correct(FRENCH, joker)
    decks.correct(FRENCH, joker.replace('"joker"\ncolour', "13\ncolour"))

    assert [len(decks.owners(game, {}) or ()) for game in ("mytho", "ranks")] == [53, 53]


def test_two_games_that_mean_different_cards_by_a_name_are_told(ranks: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    fewer = replace(cards.deck_file(FRENCH), cards=cards.shipped_deck(FRENCH)[:32])
    monkeypatch.setattr(ranks.__class__, "decks", lambda _: (fewer,))

    with pytest.raises(BadInput, match=rf"deck {FRENCH}: \w+ and \w+ mean different cards by it"):
        games.decks()


def test_only_the_deck_that_is_played_with_is_corrected(database: Path) -> None:
    decks = TaggedDecks.read(database)
    decks.correct("colours", 'remove = ["red7.1"]')

    assert decks.owners("mytho", {}) is None
    colours = decks.owners("mytho", {"deck": "colours"}) or []
    assert len(colours) == 79
    assert corrections.path_of(database, "colours").exists()


@pytest.mark.parametrize(("named", "deck"), [("mytho", FRENCH), ("colours", "colours"), ("mito", "mito")])
def test_a_game_stands_for_the_deck_that_it_is_usually_played_with(named: str, deck: str) -> None:
    assert games.deck_named(named) == deck


def test_what_is_neither_deck_nor_game_is_told() -> None:
    with pytest.raises(
        BadInput, match=r"expected a game \(.*mito, .*\) or a deck \(standard52, colours\), not 'chess'"
    ):
        games.deck_named("chess")
