"""All operations of the API: requests, answers and refusals."""

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

_TABLE = (500, 503)  # answers when the table's owner has failed or stopped
_WRITTEN = (403, 413, 415)  # answers to any wrong request that changes something
_WHICH_RULES = ("lang", "game_id")


class Operation(Value):
    """One operation: the model of its body, the schema of its answer, and the status codes of refusals.

    `given` are its parameters besides those in its path. `waits` is the schema of the answer 202, which means that the
    operation is not done yet. `known`: only a phone with a role may use it. All operations may also answer 400.
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
    # -- pictures and events
    ("get", "/api/v1/table"): Operation("The public picture.", ref("Picture")),
    ("get", "/api/v1/events"): _stream("The public events, as they happen."),
    ("get", "/api/v1/seats/<int:seat>/events"): _stream(
        "The events for one seat, for its phone. The stream ends when the seat is freed.", (401, 403), known=True
    ),
    ("get", "/api/v1/host/events"): _stream(
        "The events for the host: the public ones, and the health of the hardware.", (401, 403), known=True
    ),
    ("get", "/api/v1/streams"): Operation(
        "Several streams in one, for all tabs of a browser: each as it is told to this phone when asked for alone.",
        schemas.STREAMS, (400, *_TABLE), given=("of",), kind="text/event-stream",
    ),
    ("get", "/api/v1/events/<seq>/why"): _why(
        "Why everybody was told something: what the table saw, and the rule in words."
    ),
    ("get", "/api/v1/seats/<int:seat>/events/<seq>/why"): _why(
        "Why one seat was told something, for the phone that holds it.", (401, 403), known=True
    ),
    ("get", "/api/v1/host/events/<seq>/why"): _why("Why the host was told something.", (401, 403), known=True),
    # -- who is who
    ("get", "/api/v1/me"): Operation(
        "Who this phone is, and which seats are held by some phone.", record(host=YES, seats=SEATS, held=SEATS)
    ),
    ("post", "/api/v1/host"): _written(
        "Become host, with the PIN from the terminal.",
        Login, record(host={"const": True}), (401, 429), known=False,
    ),
    ("post", "/api/v1/host/leave"): _written("Stop being host.", Nothing, record(host={"const": False}), known=False),
    ("post", "/api/v1/host/claim"): _written(
        "Ask to be host between rounds, then hold any button of the table for 3 s within 30 s; ask again each second."
        " At an emulated table only buttons of seats that this phone holds count. A second phone that asks for anything"
        " meanwhile ends both claims.",
        Nothing, record(host=YES, left_s=schemas.NUMBER, sign=schemas.SIGN), (409, 429), known=False,
    ),
    ("post", "/api/v1/seats/<int:seat>/claim"): _written(
        "Ask for a seat that another phone holds, which is gone; ask again each second. It is this phone’s if somebody"
        " else who plays agrees within 30 s, by phone or between rounds by holding the button of his seat for 3 s, and"
        " nobody says no in the first 5 s.",
        Nothing, schemas.CLAIMED, (404, 409, 429, *_TABLE), known=False,
    ),
    ("post", "/api/v1/claim"): _written(
        "Say yes or no to the claim that a room shows: for phones that hold one of the seats in `by`, and for the host;"
        " no also for the phone that holds the seat, and for the one that asked.",
        Answer, refused=(409,), known=False,
    ),
    ("post", "/api/v1/seats/<int:seat>/take"): _written(
        "Take a seat, by a name or without one. Robots by themselves leave the table, and the real game begins;"
        " a robot makes room, and its seat has the name from then on, also in a game that is on.",
        Taken, SEATED, (404, 409, *_TABLE), known=False
    ),
    ("post", "/api/v1/seats/<int:seat>/leave"): _written(
        "Leave a seat; those who play on decide what becomes of it.", Nothing, SEATED, _TABLE
    ),
    ("post", "/api/v1/seats/<int:seat>/free"): _written(
        "Free a seat, whoever holds it; for the host.", Nothing, SEATED, _TABLE
    ),
    ("post", "/api/v1/seats/<int:seat>/name"): _written(
        "Say the name of the player at a seat, before the first round is over and while none is on.",
        Called, record(name=schemas.TEXT, next=schemas.YES), (409, *_TABLE),
    ),
    ("post", "/api/v1/seats/order"): _written(
        "Change places before the cards are dealt: names, robots and phones move together. For whoever holds a seat,"
        " and for the host, who may do it when a game is over, too.",
        Order, SEATED, (409, *_TABLE),
    ),
    # -- what is wired
    ("get", "/api/v1/wired"): Operation(
        "What each reader and button shows just now; for the host.", ref("Wired"), (401, 403), known=True
    ),
    ("get", "/api/v1/setup"): Operation("How far the set-up is; for the host.", ref("SetUp"), (401, 403), known=True),
    ("post", "/api/v1/setup"): _written(
        "Take part in the set-up: begin it, answer a question by its number, stop it; or stop the table for it, and"
        " start it again. For the host.",
        setting_up.WISH, ref("SetUp"), (403, 409),
    ),
    ("get", "/api/v1/network"): Operation(
        "Which Wi-Fi is in reach, and how far the table is in joining one; for the host.", ref("HomeWifi"), (401, 403),
        known=True,
    ),
    ("post", "/api/v1/network"): _written(
        "Join a Wi-Fi, look which there are, or stay in the table’s own. The table leaves its own Wi-Fi for the first"
        " two, and comes back to it if it cannot join. For the host.",
        joining.WISH, ref("HomeWifi"), (403, 409),
    ),
    ("get", "/api/v1/recovery"): Operation("Why the table has not come up, and what its host can do.", ref("Recovery")),
    ("post", "/api/v1/recovery"): _written(
        "Say what is to be done about a table that has not come up: try again, put back the backup before, save what"
        " can be read, begin anew, or leave out the games of other packages. Nothing is deleted. For the host.",
        recovery.Wish, refused=(403, 409, 429, 503),
    ),
    # -- games
    ("get", "/api/v1/games"): Operation("The games, and the options of each.", schemas.GAMES),
    ("post", "/api/v1/games"): _written(
        "Begin a game; what is left out stays as in the last one. For the host, for whoever plays alone with robots,"
        " and at an emulated table for whoever holds a seat while no game is on.",
        NewGame, refused=(409, *_TABLE),
    ),
    ("post", "/api/v1/choices"): _written(
        "Make a choice that no card or button can, for a seat or as the host (seat 0).", Choice, refused=(409, *_TABLE)
    ),
    ("post", "/api/v1/touch"): _written(
        "Say for which zone the next card is, where a reader is several zones at once and a seat’s `touch` offers them;"
        " null: for none after all. It holds for one touch, until the turn changes.",
        Aim, refused=(409, *_TABLE),
    ),
    ("post", "/api/v1/end"): Operation(
        "End the game that is on. The host may, and whoever plays alone with robots; else all who play are asked.",
        DONE,
        (*_WRITTEN, 401, 409, *_TABLE),
        TypeAdapter(Nothing),
        known=True,
        waits=record(waits_for=SEATS),
    ),
    ("post", "/api/v1/practice"): _written(
        "Practise at a seat, while nobody else is at an emulated table.", Practise, refused=(404, 409, *_TABLE)
    ),
    ("post", "/api/v1/robots"): _written(
        "Seat a robot: at a free seat before the cards are dealt; later the host, where somebody has left.",
        Seated,
        refused=(409, *_TABLE),
    ),
    ("delete", "/api/v1/robots/<int:seat>"): Operation(
        "Send a robot away: whoever holds a seat, until the cards are dealt; later the host.",
        DONE,
        (*_WRITTEN, 401, *_TABLE),
        known=True,
    ),
    ("post", "/api/v1/quick"): _written(
        "Begin a game with robots at once: the asker takes a seat if need be, and the cards are dealt.",
        Quick,
        record(done={"const": True}, seats=SEATS),
        refused=(401, 409, *_TABLE),
        known=False,
    ),
    ("post", "/api/v1/practice/end"): _written(
        "End the practice; the game before it begins again.", Nothing, refused=(409, *_TABLE)
    ),
    # -- what is remembered
    ("get", "/api/v1/history"): Operation(
        "Games that are over, newest first.", schemas.listing(ref("PastGame")), (404,),
        given=("game", "player", "limit", "before"),
    ),
    ("get", "/api/v1/history/<int:number>"): Operation(
        "A game that is over: its rounds, what was counted, what was special.", ref("WholeGame"), (404,)
    ),
    ("get", "/api/v1/history/<int:number>/events"): Operation(
        "The public events of a game that is over, as they were told: all, or the latest `limit` before one.",
        schemas.listing(schemas.TOLD), (404,), given=("limit", "before"),
    ),
    ("get", "/api/v1/history/<int:number>/events/<seq>/why"): _why("Why everybody was told something then.", (409,)),
    ("get", "/api/v1/history/<int:number>/pictures"): Operation(
        "The public pictures after some events of a game that is over, at most 20, in their order.",
        schemas.listing(ref("Picture")), (404, 409), given=("from", "to"),
    ),
    ("get", "/api/v1/history/<int:number>/pictures/<seq>"): Operation(
        "The public picture after an event of a game that is over.", ref("Picture"), (404, 409)
    ),
    ("get", "/api/v1/people"): Operation(
        "Who has played at this table, those who played last first; or robots, by kind.",
        schemas.listing(ref("PersonStanding")), (404,), given=("limit", "before", "robots"),
    ),
    ("get", "/api/v1/people/<path:name>"): Operation("All that is counted of somebody.", ref("WholePerson"), (404,)),
    ("get", "/api/v1/records"): Operation("The records of this table.", schemas.listing(ref("HeldRecord")), (404,)),
    ("get", "/api/v1/tournaments"): Operation(
        "Tournaments, the latest first, and where each stands.", schemas.listing(ref("DescribedTournament")), (404,)
    ),
    ("post", "/api/v1/tournaments"): _written(
        "Begin a tournament: games that end from now on count. For the host, and for whoever holds a seat."
        " One phone has three at most.",
        people.NewTournament, record(id=schemas.NUMBER), (404, 409),
    ),
    ("delete", "/api/v1/tournaments/<int:tournament>"): _written(
        "Take a tournament out; its games stay. For the host, and for the phone that began it.", Nothing, refused=(404,)
    ),
    ("get", "/api/v1/keeping"): Operation("Whether games are kept.", ref("Keeping"), (404,)),
    ("post", "/api/v1/keeping"): _written(
        "Keep the game that is on, or not; or all from now on. For the host.",
        keeping.Keep, ref("Keeping"), (404,),
    ),
    ("post", "/api/v1/forget"): _written(
        "Forget a name, wherever it is kept, while no game is on; the games stay. For the host.",
        keeping.Forgotten, refused=(404, *_TABLE),
    ),
    ("get", "/api/v1/backup"): Operation(
        "A backup of everything, as a file, while no game is on; for the host.",
        schemas.TEXT, (401, 403, 404), kind="application/zip", known=True,
    ),
    ("put", "/api/v1/backup"): _written(
        "Send a part of a backup, one after the other; for the host.",
        keeping.Part, record(size=schemas.NUMBER), (404,),
    ),
    ("post", "/api/v1/restore"): _written(
        "Restore the backup that was sent, when the table starts next; a service starts again at once. For the host.",
        Nothing, record(done={"const": True}, restarts=YES), (404, *_TABLE),
    ),
    ("get", "/api/v1/update"): Operation(
        "The version that runs, and what became of the last update; for the host.",
        ref("Update"), (401, 403), known=True,
    ),
    ("put", "/api/v1/update"): _written(
        "Send a part of a signed update, one after the other; for the host.",
        updating.UpdatePart, record(size=schemas.NUMBER), (409,),
    ),
    ("post", "/api/v1/update"): _written(
        "Install the update that was sent, if it is signed by whom this table trusts. The table starts anew, with the"
        " version from before if the new one does not run. For the host.",
        updating.Install, ref("Update"), (409,),
    ),
    # -- what went wrong
    ("get", "/api/v1/report"): Operation(
        "A report of the last game once it is over, without names, as a file for `cardtable replay`; for the host.",
        schemas.TEXT, (401, 403, 404), kind="application/zip", known=True,
    ),
    ("post", "/api/v1/errors"): _written(
        "Say what went wrong on a page. It goes into the table’s log and its reports; a few a minute.",
        keeping.Complaint, refused=(429,), known=False,
    ),
    # -- hands at an emulated table
    ("post", "/api/v1/tabletop"): _written(
        "Move an emulated card or button. A button of a seat that a phone holds obeys that phone alone; "
        "so do cards once they are dealt, except those that lie open.",
        seats.MOVE, refused=(409, 429), known=False,
    ),
    ("post", "/api/v1/hands"): _written(
        "Do something with the cards of a seat that this phone holds; or deal, or turn the first card up.",
        hands.ACT, refused=(409, *_TABLE),
    ),
    ("get", "/api/v1/seats/<int:seat>/offers"): Operation(
        "What a seat holds and can do now, in sentences, for the phone that holds it.", ref("Heard"), (401, 403),
        known=True,
    ),
    ("post", "/api/v1/seats/<int:seat>/button"): _written(
        "Report the clock of the phone that is the button of a seat, and when a finger went down and came up;"
        " the answer says when to report again. A stamp in the future, or one that comes more than a second late, does"
        " not count.",
        pressing.Reported,
        record(number=schemas.NUMBER, again_ms=schemas.NUMBER, error_ms=schemas.ERROR_MS), (409,),
    ),
    # -- decks and their tags
    ("get", "/api/v1/tags"): Operation(
        "The cards that no deck knows; none unless this phone is the host's or holds a seat.", ref("Unknown")
    ),
    ("post", "/api/v1/tags"): _written("Name an unknown card.", decks.ANSWER, refused=_TABLE),
    ("get", "/api/v1/decks"): Operation("Every deck, and the one that is being tagged.", ref("Decks")),
    ("post", "/api/v1/enrolment"): _written(
        "Tag a deck card after card; for the host.", decks.WISH, refused=(404, *_TABLE)
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
        "What is printed on the cards of a deck, and what of it is only assumed.", schemas.PRINTED, (404,)
    ),
    ("post", "/api/v1/decks/<deck>/cards"): _written(
        "Say what is printed on a card of this table's box; for the host.", corrections.Line, refused=(404, *_TABLE)
    ),
    ("post", "/api/v1/decks/<deck>/cards/leave"): _written(
        "Drop the correction of a card; for the host.", corrections.Leave, refused=(404, *_TABLE)
    ),
    ("get", "/api/v1/decks/<deck>/corrections"): Operation(
        "How this table's box differs from the shipped deck, as a file; for the host.", schemas.TEXT, (401, 403, 404),
        kind="application/toml", known=True,
    ),
    ("put", "/api/v1/decks/<deck>/corrections"): _written(
        "Replace how this table's box differs by a file; for the host.", corrections.Corrections, refused=(404, *_TABLE)
    ),
    # -- counting points without playing
    ("post", "/api/v1/score/<game>"): _written(
        "Count what lies before people, and explain every point. Nothing is saved.",
        results.BoardToCount, schemas.COUNT, (404,), known=False,
    ),
    ("post", "/api/v1/score/<game>/ranking"): _written(
        "Rank people by their points in each round, and say who opens the next one.",
        results.Rounds, schemas.RANKING, (404,), known=False,
    ),
}  # fmt: skip
