"""JSON Schemas of answers. Those of requests come from the models that validate them.

Each game adds its own fields to pictures and events.
"""

from collections.abc import Mapping

from table.history.described import HeldRecord, PastGame, PersonStanding, WholePerson
from table.history.tournaments import DescribedTournament
from table.network.networks import NetworkView
from table.running.wired import SetUpView, Wired
from table.view import View
from web.api.decks import Decks
from web.api.history import WholeGame
from web.api.keeping import Keeping
from web.api.new_game import DescribedGame
from web.api.recovery import RecoveryView
from web.api.updating import Update
from web.api.why import Explanation
from web.delivery.offers import Heard
from web.delivery.room import Room, Unknown
from web.delivery.shown import Extras
from web.described.derived import Schema, derived


def ref(name: str) -> Schema:
    """Return a reference to a named schema."""
    return {"$ref": f"#/components/schemas/{name}"}


def record(**fields: Schema) -> Schema:
    """Return the schema of an object with at least these fields."""
    return {"type": "object", "properties": fields, "required": list(fields)}


def listing(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def by_name(value: Schema) -> Schema:
    """Return the schema of a mapping from names to values."""
    return {"type": "object", "additionalProperties": value}


def maybe(schema: Schema) -> Schema:
    """Return a schema that also allows null."""
    return {"anyOf": [schema, {"type": "null"}]}


def said(schema: Schema, description: str) -> Schema:
    return {**schema, "description": description}


def _partly(required: Schema, **fields: Schema) -> Schema:
    """Return the schema of an object with further fields that may be left out."""
    return {**required, "properties": {**required["properties"], **fields}}


YES = {"type": "boolean"}
NUMBER = {"type": "integer"}
DECIMAL = {"type": "number"}
TEXT = {"type": "string"}
ANYTHING: Schema = {}
SEAT = {"type": "integer", "minimum": 1}
SEATS = listing(SEAT)

SIGN = said(maybe(ref("Sign")), "The sign that the asking phone and all others show; null: no claim is open.")
DONE = record(done={"const": True})
ERROR_MS = said(maybe(DECIMAL), "How far off the time of a press may be; null: the clocks are not matched yet.")
SEATED = record(seats=said(SEATS, "The seats that this phone holds."))
CLAIMED = record(**SEATED["properties"], agreed=YES, left_s=said(NUMBER, "0: it is over."), sign=SIGN)

TOLD = record(seq=NUMBER, t=said(DECIMAL, "Seconds of the game."), event=TEXT)
_READER = record(
    reader=TEXT, zones=listing(TEXT), why=said(maybe(TEXT), "Why it is lost; null: it is not."), restarts=NUMBER
)
_HEALTH = _partly(
    record(late=NUMBER, lost=by_name(TEXT), restarts=by_name(NUMBER), stalled=listing(TEXT), readers=listing(_READER)),
    buttons=said(
        by_name(record(chatter_ms=NUMBER)), "By seat, the buttons that chatter for longer than their debounce time."
    ),
    presses=said(by_name(NUMBER), "How often the button of a seat was pressed."),
    broken=said(by_name(TEXT), "What has failed, and why; the table goes on without it."),
    errors=said(listing(TEXT), "What the table could not do, in sentences."),
    computer=said(
        maybe(TEXT), "What is to be done about the table's computer, a line for each fault; null: it is in order."
    ),
)
_DERIVED = derived(
    [
        View, Extras, Room, Unknown, PastGame, WholeGame, PersonStanding, WholePerson, HeldRecord, DescribedTournament,
        DescribedGame, Explanation, Decks, SetUpView, NetworkView, Wired, Heard, RecoveryView, Keeping, Update,
    ]
)  # fmt: skip


def _picture() -> Schema:
    """Return the schema of the picture that phones get: the fields of a view and of `Extras`."""
    view, extras = (_DERIVED[kind.__name__] for kind in (View, Extras))
    known = {
        "last": said(maybe(TOLD), "The latest event."),
        "health": said(_HEALTH, "For the host: how the hardware is."),
    }
    properties = {**view["properties"], **extras["properties"], **known}
    return {"type": "object", "properties": properties, "required": [*view["required"], *extras["required"]]}


PICTURE = _picture()
EVENT = record(**TOLD["properties"], said=said(maybe(TEXT), "The event in a sentence; null: it needs none."))

GAMES = record(games=listing(ref("DescribedGame")), seats=said(SEATS, "The seats of this table."))
_LINE = record(
    card=said(by_name(ANYTHING), "`code`, `copies`, what is printed, and as `assumed` what nobody has seen."),
    corrected=said(YES, "Whether the owner has said so."),
    shipped=said(YES, "Whether the deck that is shipped has such a card."),
)
PRINTED = record(cards=listing(_LINE))
COUNT = record(
    players=said(listing(by_name(ANYTHING)), "As `cardtable score` prints them."),
    steps=listing(
        record(stage=TEXT, player=NUMBER, card=maybe(TEXT), keyword=TEXT, points=NUMBER, why=said(TEXT, "In words."))
    ),
)
RANKING = record(
    ranking=listing(record(names=listing(TEXT), points=NUMBER, won=said(NUMBER, "Rounds that they have won."))),
    next=said(TEXT, "Who opens the next round."),
)
RANKING["properties"]["among"] = said(listing(TEXT), "Who draw lots for it, if that was agreed on and needed.")
TAGS = record(tags=said(by_name(TEXT), "Codes of cards by UID, in full, in lower-case hex."))

STREAM = said(
    TEXT,
    "Server-sent events. `picture`: the whole Picture, first and whenever something has changed. `room`: the Room,"
    " after the first picture and whenever it has changed. `hand_moved`, at a seat of an emulated table:"
    " `{seat, for_ms}`, a hand that moves now, whatever it does; without `id`. `beat`: nothing has happened for 0.8 s."
    " Every other message is an Event of the game, without a name."
    " `id` is the `seq` of the latest event; `Last-Event-ID` is honoured.",
)
STREAMS = said(
    TEXT,
    "What several streams tell, in one: `of` says which of them the messages after it are of, counted from 0, and"
    " `refused` with which status one was refused.",
)
ERROR = record(error=said(TEXT, "What is wrong, in a sentence."))

_RENAMED = ("View", "Extras", "SetUpView", "NetworkView", "RecoveryView")
NAMED: Mapping[str, Schema] = {
    **{name: schema for name, schema in _DERIVED.items() if name not in _RENAMED},
    "Picture": PICTURE,
    "Event": EVENT,
    "SetUp": _DERIVED["SetUpView"],
    "HomeWifi": _DERIVED["NetworkView"],
    "Recovery": _DERIVED["RecoveryView"],
    "Error": ERROR,
}
