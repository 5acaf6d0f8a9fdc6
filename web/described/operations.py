"""All operations of the API: requests, responses and refusals."""

from collections.abc import Mapping
from typing import Any

from pydantic import TypeAdapter

from table.values import Value
from web.access.claiming import Answer
from web.access.roles import Login, Taken
from web.api import corrections, decks, hands, joining, keeping, people, pressing, recovery, setting_up, updating
from web.api.choices import Choice
from web.api.new_game import Called, NewGame
from web.api.practice import Practise
from web.api.seating import Order, Quick, Seated
from web.api.touching import Aim
from web.bodies import Nothing
from web.described import schemas
from web.described.derived import Schema
from web.described.schemas import DONE, SEATED, SEATS, YES, record, ref
from web.pages import results, seats

_TABLE = (500, 503)  # responses when the table's owner has failed or stopped
_WRITTEN = (403, 413, 415)  # responses to any wrong request that changes something
_WHICH_RULES = ("lang", "game_id")


class Operation(Value):
    """One operation: the model of its body, the schema of its response, and the status codes of refusals.

    `given` are its parameters other than those in its path. `waits` is the schema of a 202 response, which means that
    the operation is not done yet. `known` means only a phone with a role may use it. All operations may also respond
    with 400.
    """

    summary: str
    answer: Schema
    refused: tuple[int, ...] = ()
    body: TypeAdapter[Any] | None = None
    given: tuple[str, ...] = ()
    kind: str = "application/json"
    known: bool = False
    waits: Schema | None = None


def _stream(summary: str, refused: tuple[int, ...] = (), *, known: bool = False) -> Operation:
    refused = (*refused, *_TABLE)
    given = "Last-Event-ID", "last_event_id", "last_game"
    return Operation(summary, schemas.STREAM, refused, given=given, kind="text/event-stream", known=known)


def _why(summary: str, refused: tuple[int, ...] = (), *, known: bool = False) -> Operation:
    return Operation(summary, ref("Explanation"), (*refused, 404), given=_WHICH_RULES, known=known)


def _written(
    summary: str,
    body: type | TypeAdapter[Any],
    answer: Schema = DONE,
    refused: tuple[int, ...] = (),
    *,
    known: bool = True,
) -> Operation:
    adapter = body if isinstance(body, TypeAdapter) else TypeAdapter(body)
    refused = (*_WRITTEN, *refused, *((401,) if known else ()))
    return Operation(summary, answer, refused, adapter, known=known)


# By method and route, as in the application. A real table does not have all of these routes.
OPERATIONS: Mapping[tuple[str, str], Operation] = {
    ("get", "/api/v1/openapi.json"): Operation("This description.", {"type": "object"}),
    # -- views and events
    ("get", "/api/v1/table"): Operation("The public picture.", ref("Picture")),
    ("get", "/api/v1/events"): _stream("The public events, as they happen."),
    ("get", "/api/v1/seats/<int:seat>/events"): _stream(
        "The events for one seat, for the phone that holds it. The stream ends when the seat is freed.",
        (401, 403), known=True,
    ),
    ("get", "/api/v1/host/events"): _stream(
        "The events for the host: the public ones, and the health of the hardware.", (401, 403), known=True
    ),
    ("get", "/api/v1/streams"): Operation(
        "Several streams over one connection, for all tabs of a browser. Each has the permissions of a separate"
        " request.",
        schemas.STREAMS, (400, *_TABLE), given=("of",), kind="text/event-stream",
    ),
    ("get", "/api/v1/events/<seq>/why"): _why(
        "Why a public event happened: what the table saw, and the rules in words."
    ),
    ("get", "/api/v1/seats/<int:seat>/events/<seq>/why"): _why(
        "Why an event for one seat happened, for the phone that holds the seat.", (401, 403), known=True
    ),
    ("get", "/api/v1/host/events/<seq>/why"): _why("Why an event for the host happened.", (401, 403), known=True),
    # -- who is who
    ("get", "/api/v1/me"): Operation(
        "The roles of this phone, and all seats that any phone holds.", record(host=YES, seats=SEATS, held=SEATS)
    ),
    ("post", "/api/v1/host"): _written(
        "Become host with the host's PIN.",
        Login, record(host={"const": True}), (401, 429), known=False,
    ),
    ("post", "/api/v1/host/leave"): _written("Stop being host.", Nothing, record(host={"const": False}), known=False),
    ("post", "/api/v1/host/claim"): _written(
        "Claim the host's role between rounds: repeat this request every second, and hold any button of the table for"
        " 3 s within 30 s. At an emulated table, only buttons of seats that this phone holds count. A claim by a second"
        " phone cancels both claims.",
        Nothing, record(host=YES, left_s=schemas.NUMBER, sign=schemas.SIGN), (409, 429), known=False,
    ),
    ("post", "/api/v1/seats/<int:seat>/claim"): _written(
        "Claim a seat whose phone is lost: repeat this request every second. The phone gets the seat if somebody else"
        " agrees within 30 s: a player or the host by phone, or between rounds a player by holding the button of their"
        " seat for 3 s. Everybody at the table has at least 5 s to object, which ends the claim.",
        Nothing, schemas.CLAIMED, (404, 409, 429, *_TABLE), known=False,
    ),
    ("post", "/api/v1/claim"): _written(
        "Agree or object to the open claim, which `room` messages show. The host may, and phones that hold one of the"
        " seats in `by`. The phone that holds the claimed seat, and the phone that claims it, may only object.",
        Answer, refused=(409,), known=False,
    ),
    ("post", "/api/v1/seats/<int:seat>/take"): _written(
        "Take a seat, with or without a name. Robots that play by themselves leave the table. A robot at this seat"
        " makes room, also during a game, and the seat gets the given name.",
        Taken, SEATED, (404, 409, 429, *_TABLE), known=False
    ),
    ("post", "/api/v1/seats/<int:seat>/leave"): _written(
        "Leave a seat. During a game, the other players decide how it continues.", Nothing, SEATED, _TABLE
    ),
    ("post", "/api/v1/seats/<int:seat>/free"): _written(
        "Free a seat, no matter which phone holds it; for the host.", Nothing, SEATED, _TABLE
    ),
    ("post", "/api/v1/seats/<int:seat>/name"): _written(
        "Enter the name of the player at a seat. During a game, it is usually the name for the next game: see `next`.",
        Called, record(name=schemas.TEXT, next=schemas.YES), (409, *_TABLE),
    ),
    ("post", "/api/v1/seats/order"): _written(
        "Rearrange the seats before the cards are dealt: names, robots and phones move together. For every phone at a"
        " seat, and for the host, who may also do this after a game.",
        Order, SEATED, (409, *_TABLE),
    ),
    # -- what is wired
    ("get", "/api/v1/wired"): Operation(
        "The current state of each reader and button; for the host.", ref("Wired"), (401, 403), known=True
    ),
    ("get", "/api/v1/setup"): Operation("The state of the set-up; for the host.", ref("SetUp"), (401, 403), known=True),
    ("post", "/api/v1/setup"): _written(
        "Begin the set-up, answer a question by its number, or stop the set-up; or restart the table, to set it up or"
        " to play. For the host.",
        setting_up.WISH, ref("SetUp"), (403, 409),
    ),
    ("get", "/api/v1/network"): Operation(
        "The Wi-Fi networks in range, and the state of joining one; for the host.", ref("HomeWifi"), (401, 403),
        known=True,
    ),
    ("post", "/api/v1/network"): _written(
        "Join a Wi-Fi, scan for networks, or stay in the table's own Wi-Fi. To join or scan, the table leaves its own"
        " Wi-Fi; it returns after a scan, or if it cannot join. For the host.",
        joining.WISH, ref("HomeWifi"), (403, 409),
    ),
    ("get", "/api/v1/recovery"): Operation("Why the table has not started, and what its host can do.", ref("Recovery")),
    ("post", "/api/v1/recovery"): _written(
        "Choose how to recover a table that does not start: retry, restore the latest backup that has not been tried,"
        " save what can be read, start from scratch, or leave out the games of other packages. Nothing is deleted. For"
        " the host.",
        recovery.Wish, refused=(403, 409, 429, 503),
    ),
    # -- games
    ("get", "/api/v1/games"): Operation("The games, and the options of each.", schemas.GAMES),
    ("post", "/api/v1/games"): _written(
        "Begin a game; fields that are left out stay as in the last game, but options only if it was the same game. For"
        " the host, for a phone that plays alone with robots, and at an emulated table for every phone at a seat while"
        " no game is on.",
        NewGame, refused=(409, *_TABLE),
    ),
    ("post", "/api/v1/choices"): _written(
        "Make a choice that no card or button can make, for a seat or as the host (seat 0).",
        Choice, refused=(409, *_TABLE),
    ),
    ("post", "/api/v1/touch"): _written(
        "Choose the zone for the next card, where a reader is several zones at once and a seat's `touch` offers them;"
        " null withdraws the choice. The choice is valid for one touch, and only until the turn changes.",
        Aim, refused=(409, *_TABLE),
    ),
    ("post", "/api/v1/end"): Operation(
        "End the current game. The host may, and a phone that plays alone with robots; otherwise all players are"
        " asked.",
        DONE,
        (*_WRITTEN, 401, 409, 429, *_TABLE),
        TypeAdapter(Nothing),
        known=True,
        waits=record(waits_for=SEATS),
    ),
    ("post", "/api/v1/practice"): _written(
        "Practise at a seat of an emulated table, while no other phone holds a seat.",
        Practise, refused=(404, 409, *_TABLE),
    ),
    ("post", "/api/v1/robots"): _written(
        "Seat a robot. Before the cards are dealt, every phone at a seat may; later, only the host. Only the host may"
        " replace a person.",
        Seated,
        refused=(409, *_TABLE),
    ),
    ("delete", "/api/v1/robots/<int:seat>"): Operation(
        "Send a robot away. Before the cards are dealt, every phone at a seat may; later, only the host.",
        DONE,
        (*_WRITTEN, 401, *_TABLE),
        known=True,
    ),
    ("post", "/api/v1/quick"): _written(
        "Begin a game with robots at once. The phone gets a free seat if it has none; emulated hands deal the cards.",
        Quick,
        record(done={"const": True}, seats=SEATS),
        refused=(401, 409, *_TABLE),
        known=False,
    ),
    ("post", "/api/v1/practice/end"): _written(
        "End the practice, and begin the real game.", Nothing, refused=(409, *_TABLE)
    ),
    # -- what is remembered
    ("get", "/api/v1/history"): Operation(
        "Finished games, the latest first.", schemas.listing(ref("PastGame")), (404,),
        given=("game", "player", "limit", "before"),
    ),
    ("get", "/api/v1/history/<int:number>"): Operation(
        "A finished game, with its rounds, statistics and highlights.", ref("WholeGame"), (404,)
    ),
    ("get", "/api/v1/history/<int:number>/events"): Operation(
        "The public events of a finished game: all, or the last `limit` events before event `before`.",
        schemas.listing(schemas.TOLD), (404,), given=("limit", "before"),
    ),
    ("get", "/api/v1/history/<int:number>/events/<seq>/why"): _why(
        "Why a public event of a finished game happened.", (409,)
    ),
    ("get", "/api/v1/history/<int:number>/pictures"): Operation(
        "The public pictures after up to 5 successive events of a finished game.",
        schemas.listing(ref("Picture")), (404, 409), given=("from", "to"),
    ),
    ("get", "/api/v1/history/<int:number>/pictures/<seq>"): Operation(
        "The public picture after an event of a finished game. `last`, `news`, `result` and `rounds_played` go up to"
        " this event. The rest is the state after all events of the same card or press, because there is none between.",
        ref("Picture"), (404, 409),
    ),
    ("get", "/api/v1/people"): Operation(
        "People who have finished a game at this table, the latest first; or robots, by kind.",
        schemas.listing(ref("PersonStanding")), (404,), given=("limit", "before", "robots"),
    ),
    ("get", "/api/v1/people/<path:name>"): Operation("All statistics of one person.", ref("WholePerson"), (404,)),
    ("get", "/api/v1/records"): Operation("The records of this table.", schemas.listing(ref("HeldRecord")), (404,)),
    ("get", "/api/v1/tournaments"): Operation(
        "Tournaments with their standings, the latest first.", schemas.listing(ref("DescribedTournament")), (404,)
    ),
    ("post", "/api/v1/tournaments"): _written(
        "Begin a tournament; games that end from now on count. For the host, and for every phone at a seat, which may"
        " begin at most three.",
        people.NewTournament, record(id=schemas.NUMBER), (404, 409),
    ),
    ("delete", "/api/v1/tournaments/<int:tournament>"): _written(
        "Remove a tournament; its games stay. For the host, and for the phone that began it.", Nothing, refused=(404,)
    ),
    ("get", "/api/v1/keeping"): Operation("Whether games are kept in the history.", ref("Keeping"), (404,)),
    ("post", "/api/v1/keeping"): _written(
        "Keep the current game or not; or decide this for all games from now on. For the host.",
        keeping.Keep, ref("Keeping"), (404,),
    ),
    ("post", "/api/v1/forget"): _written(
        "Forget a name wherever it is stored, while no game is on; the games stay. For the host.",
        keeping.Forgotten, refused=(404, *_TABLE),
    ),
    ("get", "/api/v1/backup"): Operation(
        "A backup of the whole table, as a file, while no game is on; for the host.",
        schemas.TEXT, (401, 403, 404), kind="application/zip", known=True,
    ),
    ("put", "/api/v1/backup"): _written(
        "Upload a backup in successive parts; for the host.",
        keeping.Part, record(size=schemas.NUMBER), (404,),
    ),
    ("post", "/api/v1/restore"): _written(
        "Restore the uploaded backup at the next start of the table; a service restarts at once. For the host.",
        Nothing, record(done={"const": True}, restarts=YES), (404, *_TABLE),
    ),
    ("get", "/api/v1/update"): Operation(
        "The running version, and the outcome of the last update; for the host.",
        ref("Update"), (401, 403), known=True,
    ),
    ("put", "/api/v1/update"): _written(
        "Upload a signed update in successive parts; for the host.",
        updating.UpdatePart, record(size=schemas.NUMBER), (409,),
    ),
    ("post", "/api/v1/update"): _written(
        "Install the uploaded update, if this table trusts its signature. The table restarts, with the previous version"
        " if the new one does not run. For the host.",
        updating.Install, ref("Update"), (409,),
    ),
    # -- what went wrong
    ("get", "/api/v1/report"): Operation(
        "A report of the last game once it is over, without names, as a file for `cardtable replay`; for the host.",
        schemas.TEXT, (401, 403, 404), kind="application/zip", known=True,
    ),
    ("post", "/api/v1/errors"): _written(
        "Report an error on a page, for the table's log and its reports; only a few per minute are accepted.",
        keeping.Complaint, refused=(429,), known=False,
    ),
    # -- hands at an emulated table
    ("post", "/api/v1/tabletop"): _written(
        "Move an emulated card, or press an emulated button. If a phone holds the button's seat, only that phone may"
        " press it. A card that was dealt can be moved only while it lies open. While phones play a game, only they and"
        " the host may move cards.",
        seats.MOVE, refused=(401, 409, 429), known=False,
    ),
    ("post", "/api/v1/hands"): _written(
        "Act with the cards of a seat that this phone holds; or deal, or turn up the first card.",
        hands.ACT, refused=(409, *_TABLE),
    ),
    ("get", "/api/v1/seats/<int:seat>/offers"): Operation(
        "What a seat holds and can do now, in sentences, for the phone that holds it.", ref("Heard"), (401, 403),
        known=True,
    ),
    ("post", "/api/v1/seats/<int:seat>/button"): _written(
        "Report the clock of a phone that is the button of its seat, and when a finger went down and up; the answer"
        " says when to report again. A press does not count if its stamp is in the future, or if it arrives more than a"
        " second late.",
        pressing.Reported,
        record(number=schemas.NUMBER, again_ms=schemas.NUMBER, error_ms=schemas.ERROR_MS), (409,),
    ),
    # -- decks and their tags
    ("get", "/api/v1/tags"): Operation(
        "Unknown cards and their possible names; none unless this phone is host or holds a seat.", ref("Unknown")
    ),
    ("post", "/api/v1/tags"): _written("Name an unknown card, or ignore it.", decks.ANSWER, refused=_TABLE),
    ("get", "/api/v1/decks"): Operation("All decks, and the deck that is being tagged.", ref("Decks")),
    ("post", "/api/v1/enrolment"): _written(
        "Tag a deck, card by card; for the host.", decks.WISH, refused=(404, *_TABLE)
    ),
    ("get", "/api/v1/decks/<deck>/tags"): Operation(
        "The tags of a deck, as a file; for the host.", schemas.TAGS, (401, 403, 404), known=True
    ),
    ("put", "/api/v1/decks/<deck>/tags"): _written(
        "Replace all tags of a deck; for the host.", decks.Tags, refused=(404, *_TABLE)
    ),
    ("post", "/api/v1/decks/<deck>/forget"): _written(
        "Forget the tags of a card; for the host.", decks.Forget, refused=(404, *_TABLE)
    ),
    # -- what is printed on cards
    ("get", "/api/v1/decks/<deck>/cards"): Operation(
        "What is printed on the cards of a deck, and which details are only assumed.", schemas.PRINTED, (404,)
    ),
    ("post", "/api/v1/decks/<deck>/cards"): _written(
        "Correct what is printed on a card of this table's box; for the host.", corrections.Line, refused=(404, *_TABLE)
    ),
    ("post", "/api/v1/decks/<deck>/cards/leave"): _written(
        "Drop the correction of a card; for the host.", corrections.Leave, refused=(404, *_TABLE)
    ),
    ("get", "/api/v1/decks/<deck>/corrections"): Operation(
        "The corrections for this table's box, as a file; for the host.", schemas.TEXT, (401, 403, 404),
        kind="application/toml", known=True,
    ),
    ("put", "/api/v1/decks/<deck>/corrections"): _written(
        "Replace all corrections for this table's box with a file; for the host.",
        corrections.Corrections, refused=(404, *_TABLE),
    ),
    # -- counting points without playing
    ("post", "/api/v1/score/<game>"): _written(
        "Count the points of the cards before each player, and explain every point. Nothing is saved.",
        results.BoardToCount, schemas.COUNT, (404,), known=False,
    ),
    ("post", "/api/v1/score/<game>/ranking"): _written(
        "Rank players by their points in each round, and name who opens the next round.",
        results.Rounds, schemas.RANKING, (404,), known=False,
    ),
}  # fmt: skip
