"""Decks and their tags: the `/decks` page, and naming unknown cards on phones.

UIDs are shown only to the host.
"""

import json
from collections.abc import Mapping
from typing import Annotated, Any, Literal

from flask import Blueprint, Response, abort, jsonify, render_template, request
from msgspec import Meta
from pydantic import Field, TypeAdapter

from table.board import Snapshot
from table.complaints import BadInput
from table.running.messages import Message
from table.saying import say
from table.tagging import tags
from table.tagging.desk import (
    ForgetTags,
    GoBack,
    IgnoreTag,
    NameTag,
    ReplaceTags,
    SkipCard,
    StartEnrolment,
    StopEnrolment,
)
from table.tagging.enrolment import EnrolmentView
from table.tagging.tagged_decks import Deck, Kind
from table.values import Value
from web.access import permissions, phones
from web.bodies import WHEN_USED, Body, Word, read, read_one_of
from web.context import Config, Table
from web.delivery import ui
from web.delivery.room import NOTHING, NamedCard, asking
from web.locale import chosen

PARTS = "parts.mjs"  # the file in a game's front end that draws its cards
_MOST_TAGS = 1_000  # per deck; a card may carry several


class Name(Body):
    """Name an unknown card."""

    do: Literal["name"]
    alias: Word
    label: Word


class Ignore(Body):
    """Ignore an unknown card, because it belongs to no deck of the table."""

    do: Literal["ignore"]
    alias: Word


class Start(Body):
    """Start tagging a deck, or continue where it was interrupted. A game's name means its usual deck."""

    do: Literal["start"]
    deck: Word


class Step(Body):
    """Skip the card that the table asks for, undo the last step, or stop tagging."""

    do: Literal["skip", "back", "stop"]


class Forget(Body):
    """Forget every tag of a card."""

    card: Word


class Tags(Body):
    """A deck's tags: card codes by UID. UIDs are complete, and in lower-case hex."""

    tags: Annotated[dict[Word, Word], Field(max_length=_MOST_TAGS)]


ANSWER: TypeAdapter[Name | Ignore] = TypeAdapter(Annotated[Name | Ignore, Field(discriminator="do")], config=WHEN_USED)
WISH: TypeAdapter[Start | Step] = TypeAdapter(Annotated[Start | Step, Field(discriminator="do")], config=WHEN_USED)
_STEPS: Mapping[str, Message] = {"skip": SkipCard(), "back": GoBack(), "stop": StopEnrolment()}


def blueprint(table: Table, config: Config) -> Blueprint:
    """Return the routes of the page and of its API."""
    pages = Blueprint("decks", __name__)

    def ask(message: Message) -> Response:
        table.ask(message).result(config.answer_s)
        return jsonify(done=True)

    _add_page(pages, table)
    _add_unknown(pages, table, ask)
    _add_tags(pages, table, ask)

    @pages.post("/api/v1/enrolment")
    def enrol() -> Response:
        phones.require_host()
        wish = read_one_of(WISH)
        if not isinstance(wish, Start):
            return ask(_STEPS[wish.do])
        deck = deck_of(table, wish.deck).name
        permissions.leave(table, config)
        return ask(StartEnrolment(deck))

    return pages


def _add_page(pages: Blueprint, table: Table) -> None:
    @pages.get("/decks")
    def decks() -> str:
        return render_template("decks.html", decks=shown(table.board.snapshot), me={"host": phones.host()})

    @pages.get("/api/v1/decks")
    def all_decks() -> Response:
        return jsonify(shown(table.board.snapshot))


def _add_unknown(pages: Blueprint, table: Table, ask: Any) -> None:
    @pages.get("/api/v1/tags")
    def unknown() -> Response:
        may_answer = phones.host() or phones.seats()  # phones that may not answer are not asked
        return jsonify(asking(table.board.snapshot) if may_answer else NOTHING)

    @pages.post("/api/v1/tags")
    def answer() -> Response:
        permissions.require_may_name(table)
        said = read_one_of(ANSWER)
        answered: Response = ask(
            NameTag(said.alias, _meant(table, said.label)) if isinstance(said, Name) else IgnoreTag(said.alias)
        )
        return answered


def _meant(table: Table, label: str) -> str:
    """Return the untranslated name of a card whose name was typed in the user's language."""
    kinds = (kind.label for deck in table.board.snapshot.host.decks.values() for kind in deck.kinds)
    return next((str(kind) for kind in kinds if chosen().says(kind) == label), label)


def _add_tags(pages: Blueprint, table: Table, ask: Any) -> None:
    @pages.get("/api/v1/decks/<deck>/tags")
    def export(deck: str) -> Response:
        phones.require_host()
        found = deck_of(table, deck)
        response = jsonify(tags={uid.hex(): card for uid, card in found.tags.items()})
        response.headers["Content-Disposition"] = f'attachment; filename="{found.name}.tags.json"'
        response.headers["Cache-Control"] = "no-store"
        return response

    @pages.put("/api/v1/decks/<deck>/tags")
    def replace(deck: str) -> Response:
        phones.require_host()
        answered: Response = ask(ReplaceTags(deck_of(table, deck).name, _wanted()))
        return answered

    @pages.post("/api/v1/decks/<deck>/forget")
    def forget(deck: str) -> Response:
        phones.require_host()
        answered: Response = ask(ForgetTags(deck_of(table, deck).name, read(Forget).card))
        return answered


class GameTitle(Value):
    """A game, by its name and its title."""

    game: str
    title: str


class ShownDeck(Value, kw_only=True):
    """A deck without UIDs: the games that can be played with it, its tagged cards, and its cards by name."""

    name: Annotated[str, Meta(description="Identifier of the deck, as in file names and in this API.")]
    title: str
    games: Annotated[tuple[GameTitle, ...], Meta(description="Games that can be played with the deck.")]
    looks: Annotated[str | None, Meta(description="Game whose `parts.mjs` draws the cards; null if no game does.")]
    problem: Annotated[str | None, Meta(description="Why the deck cannot be read; null if it can.")]
    cards: Annotated[int, Meta(description="Number of cards in the deck.")]
    tagged: tuple[NamedCard, ...]
    kinds: tuple[Kind, ...]
    assumed: Annotated[
        tuple[str, ...],
        Meta(description="Details of the shipped deck that nobody has verified on a printed card, in sentences."),
    ]


class Decks(Value):
    """Every deck, and the one being tagged."""

    decks: tuple[ShownDeck, ...]
    enrolment: Annotated[
        EnrolmentView | None, Meta(description="State of tagging a deck; null if no deck is being tagged.")
    ]
    playing: bool


def shown(snapshot: Snapshot) -> Decks:
    """Return every deck and the current enrolment as the page gets them, without UIDs."""
    decks = tuple(_shown(deck) for deck in snapshot.host.decks.values())
    return Decks(decks, snapshot.host.enrolment, snapshot.game.in_round and not snapshot.game.auto)


def _shown(deck: Deck) -> ShownDeck:
    return ShownDeck(
        name=deck.name,
        title=say(deck.title),
        games=tuple(GameTitle(game, title) for game, title in deck.games.items()),
        looks=next((game for game in deck.games if ui.part(game, PARTS)), None),
        problem=deck.problem,
        cards=len(deck.labels),
        tagged=tuple(NamedCard(code, label) for code, label in deck.labels.items() if code in deck.tagged),
        kinds=deck.kinds,
        assumed=tuple(say(one) for one in deck.assumed),
    )


def deck_of(table: Table, name: str) -> Deck:
    """Return a deck by its name, or by the name of a game usually played with it; abort with 404 if no deck fits."""
    known = table.board.snapshot.host.decks
    deck = known.get(name) or next((deck for deck in known.values() if name in deck.usual), None)
    if deck is None:
        abort(404, description=say("There is no deck {name}.", name=repr(name)))
    return deck


def _wanted() -> dict[bytes, str]:
    """Return the tags in the request. Raise BadInput, naming the offending tag, if one is invalid or given twice."""
    given = read(Tags).tags
    json.loads(request.get_data(), object_pairs_hook=_each_once)
    try:
        return {tags.uid_of(uid): card for uid, card in given.items()}
    except BadInput as error:
        raise BadInput(say("tags: {error}", error=error.text)) from None


def _each_once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    seen: set[str] = set()
    for name, _ in pairs:
        if name in seen:
            raise BadInput(say("tags: {name} is there twice: a tag is for one card", name=repr(name)))
        seen.add(name)
    return dict(pairs)
