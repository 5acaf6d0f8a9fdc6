"""JSON Schemas of responses. Those of requests come from the models that validate them.

Each game adds its own fields to views and events.
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

SIGN = said(maybe(ref("Sign")), "Sign that all phones show, including the asking one; null if no claim is open.")
DONE = record(done={"const": True})
ERROR_MS = said(maybe(DECIMAL), "Error bound of a press, in milliseconds; null until the clocks are matched.")
SEATED = record(seats=said(SEATS, "Seats that this phone holds."))
CLAIMED = record(
    **SEATED["properties"],
    agreed=YES,
    left_s=said(NUMBER, "Seconds until the claim ends; 0 if it has ended."),
    sign=SIGN,
)

TOLD = record(seq=NUMBER, t=said(DECIMAL, "Game time of the event, in seconds."), event=TEXT)
_READER = record(
    reader=TEXT,
    zones=listing(TEXT),
    why=said(maybe(TEXT), "Why the reader is lost; null if it is not."),
    restarts=NUMBER,
)
_HEALTH = _partly(
    record(late=NUMBER, lost=by_name(TEXT), restarts=by_name(NUMBER), stalled=listing(TEXT), readers=listing(_READER)),
    buttons=said(
        by_name(record(chatter_ms=NUMBER)), "Buttons that chatter for longer than their debounce time, by seat."
    ),
    presses=said(by_name(NUMBER), "Number of presses of each button since the table was started, by seat."),
    broken=said(by_name(TEXT), "Sources that have failed and why, by name; the table runs without them."),
    errors=said(listing(TEXT), "What the table could not do, in sentences."),
    computer=said(
        maybe(TEXT), "Faults of the table's computer and what helps, one line for each; null if there are none."
    ),
)
_DERIVED = derived(
    [
        View, Extras, Room, Unknown, PastGame, WholeGame, PersonStanding, WholePerson, HeldRecord, DescribedTournament,
        DescribedGame, Explanation, Decks, SetUpView, NetworkView, Wired, Heard, RecoveryView, Keeping, Update,
    ]
)  # fmt: skip


def _picture() -> Schema:
    """Return the schema of a `picture`: the fields of a view and of `Extras`."""
    view, extras = (_DERIVED[kind.__name__] for kind in (View, Extras))
    known = {
        "last": said(maybe(TOLD), "Latest event; null if there is none."),
        "health": said(_HEALTH, "State of the hardware. Only for the host."),
    }
    properties = {**view["properties"], **extras["properties"], **known}
    return {"type": "object", "properties": properties, "required": [*view["required"], *extras["required"]]}


PICTURE = _picture()
EVENT = record(**TOLD["properties"], said=said(maybe(TEXT), "The event in a sentence; null if it has none."))

GAMES = record(games=listing(ref("DescribedGame")), seats=said(SEATS, "Seats of this table."))
_LINE = record(
    card=said(
        by_name(ANYTHING), "`code`, `copies`, what is printed on the card, and in `assumed` what nobody has verified."
    ),
    corrected=said(YES, "Whether the owner of the box has corrected this line."),
    shipped=said(YES, "Whether the shipped deck has this card."),
)
PRINTED = record(cards=listing(_LINE))
COUNT = record(
    players=said(listing(by_name(ANYTHING)), "Results of the players, as `cardtable score` prints them."),
    steps=listing(
        record(
            stage=TEXT,
            player=NUMBER,
            card=maybe(TEXT),
            keyword=TEXT,
            points=NUMBER,
            why=said(TEXT, "Reason for the points, in words."),
        )
    ),
)
RANKING = record(
    ranking=listing(
        record(names=listing(TEXT), points=NUMBER, won=said(NUMBER, "Number of rounds that these players have won."))
    ),
    next=said(TEXT, "Name of the player who opens the next round."),
)
RANKING["properties"]["among"] = said(
    listing(TEXT),
    "Players one of whom is drawn at random to open the next round, if the options say so and there is a tie.",
)
TAGS = record(tags=said(by_name(TEXT), "Codes of cards, by complete UID in lower-case hex."))

STREAM = said(
    TEXT,
    "Server-sent events. `picture`: the whole Picture, first and after each change. `room`: the Room, after the first"
    " picture and after each change of the Room. `hand_moved`, only at a seat of an emulated table: `{seat, for_ms}`, a"
    " hand that moves now, no matter what it does; without `id`. `beat`: nothing has happened for 0.8 s. A message"
    " without a name is an Event of the game. `id` is the `seq` of the latest event; `Last-Event-ID` is supported.",
)
STREAMS = said(
    TEXT,
    "The messages of several streams. `of`: number of the stream, counted from 0, to which the messages after it"
    " belong. `refused`: HTTP status with which that stream was refused.",
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
