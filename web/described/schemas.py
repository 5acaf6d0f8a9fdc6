"""The answers, as JSON Schema. Requests need none: the models that check them have their own.

Each game adds fields of its own to pictures and events.
"""

from collections.abc import Mapping

from table.view import View
from web.delivery.shown import Extras
from web.described.derived import Schema, derived


def ref(name: str) -> Schema:
    """Return a reference to a schema."""
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
    """Return the schema of something that may be null."""
    return {"anyOf": [schema, {"type": "null"}]}


def said(schema: Schema, description: str) -> Schema:
    return {**schema, "description": description}


def _partly(required: Schema, **fields: Schema) -> Schema:
    """Return the schema of an object that may have more fields."""
    return {**required, "properties": {**required["properties"], **fields}}


YES = {"type": "boolean"}
NUMBER = {"type": "integer"}
DECIMAL = {"type": "number"}
TEXT = {"type": "string"}
ANYTHING: Schema = {}
SEAT = {"type": "integer", "minimum": 1}
SEATS = listing(SEAT)

SIGN = said(
    maybe(record(word=TEXT, number=NUMBER, colour=TEXT)),
    "The sign that the asking phone and all others show; null: no claim is open.",
)
CLAIM = record(
    id=TEXT,
    seat=said(NUMBER, "The seat that is asked for; 0: to be host."),
    sign=SIGN,
    agreed=said(YES, "Whether somebody has agreed: then the seat changes phones, unless somebody says no."),
    by=said(SEATS, "The seats whose phones may agree."),
)
DONE = record(done={"const": True})
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
    troubles=said(listing(TEXT), "What the table could not do, in sentences."),
    computer=said(
        maybe(TEXT), "What is to be done about the table's computer, a line for each fault; null: it is in order."
    ),
)
_DERIVED = derived([View, Extras])


def _picture() -> Schema:
    """Return the schema of what phones get: a view, and what goes with it."""
    view, extras = (_DERIVED[kind.__name__] for kind in (View, Extras))
    known = {
        "last": said(maybe(TOLD), "The latest event."),
        "health": said(_HEALTH, "For the host: how the hardware is."),
    }
    properties = {**view["properties"], **extras["properties"], **known}
    return {"type": "object", "properties": properties, "required": [*view["required"], *extras["required"]]}


PICTURE = _picture()
EVENT = record(**TOLD["properties"], said=said(maybe(TEXT), "The event in a sentence; null: it needs none."))

_CARD = record(code=TEXT, label=TEXT)
_SIDE = said({"enum": [0, 1]}, "Which of its two sides is up.")
_OWN_PILE = record(count=maybe(NUMBER), top=maybe(record(code=TEXT, label=TEXT, up=_SIDE)))
_MINE = record(
    seat=SEAT,
    hand=said(listing(_CARD), "Of a hand that lies as a pile only its top."),
    pile=said(maybe(_OWN_PILE), "The hand, where it lies as a pile that nobody looks at; null: it does not."),
    gone=said(listing(_CARD), "What has vanished."),
    may_vanish=said(YES, "Whether a card of the hand may vanish now."),
    owed=said(listing(record(to=maybe(SEAT), count=NUMBER)), "Cards to be given; `to` null: to anybody."),
    last=said(maybe(record(code=TEXT, label=TEXT, zone=TEXT)), "The card that may be taken back; null: none may."),
)
UNKNOWN = record(
    game=maybe(TEXT),
    unknown=said(listing(record(alias=TEXT, zone=TEXT)), "Cards that no deck knows, the newest last."),
    labels=said(listing(record(label=TEXT, code=TEXT, left=NUMBER)), "What they may be: `left` carry no tag."),
)
ROOM = _partly(
    record(
        taken=said(SEATS, "The seats that some phone holds."),
        coming=said(by_name(TEXT), "By seat, who has said a name for the next game."),
        practice=said(YES, "Whether the game is practice, which the real one follows."),
        claim=said(maybe(CLAIM), "What a phone asks of the people at the table."),
    ),
    deal=said(YES, "Whether the cards are to be dealt. At an emulated table only."),
    up=said(listing(TEXT), "The zones on which first cards are to be turned up. At an emulated table only."),
    draw=said(
        {"enum": ["none", "few", "many", "aside"]},
        "The draw pile; `aside`: nobody draws from it. At an emulated table only.",
    ),
    sides=said(
        by_name(record(code=TEXT, up=_SIDE)),
        "By zone, the card on top of the pile, where cards have two sides. At an emulated table only.",
    ),
    strange=said(by_name(_CARD), "By zone, a card that the table does not know. At an emulated table only."),
    mine=said(maybe(_MINE), "What this seat holds; null: nobody's to see. At an emulated table only."),
    asking=said(UNKNOWN, "For seats and the host: which cards the table does not know."),
)

_OPTION = _partly(
    record(name=TEXT, label=TEXT, default=ANYTHING, meaning=TEXT, kind={"enum": ["yes_no", "choice", "number"]}),
    values=listing(TEXT),
    called=said(by_name(TEXT), "What people call each of the `values`."),
    least=NUMBER,
    most=NUMBER,
)
_CHOICE = _partly(
    record(name=TEXT, who=TEXT, meaning=TEXT),
    value=said(TEXT, "What goes with it."),
    for_host=said(TEXT, "What it means when the host makes it, if that is something else."),
)
GAMES = record(
    games=listing(
        record(
            game=TEXT,
            title=TEXT,
            fewest=NUMBER,
            most=NUMBER,
            options=listing(_OPTION),
            presets=by_name(said(by_name(ANYTHING), "What it sets.")),
            choices=listing(_CHOICE),
            robots=said(YES, "Whether robots can play it."),
        )
    ),
    seats=said(SEATS, "The seats of this table."),
)

_ENROLMENT = record(deck=TEXT, title=TEXT, card=maybe(_CARD), done=NUMBER, total=NUMBER, prompt=TEXT, said=maybe(TEXT))
_DECK = record(
    name=said(TEXT, "What files and programs call it."),
    title=TEXT,
    games=said(listing(record(game=TEXT, title=TEXT)), "The games that can be played with it."),
    looks=said(maybe(TEXT), "The game whose `parts.mjs` draws its cards."),
    problem=said(maybe(TEXT), "Why the deck cannot be read."),
    cards=said(NUMBER, "How many there are."),
    tagged=listing(_CARD),
    kinds=listing(record(label=TEXT, code=TEXT, cards=NUMBER, tagged=NUMBER)),
    assumed=said(listing(TEXT), "What of the shipped deck nobody has seen on a printed card, in sentences."),
)
DECKS = record(decks=listing(_DECK), enrolment=said(maybe(_ENROLMENT), "The deck that is being tagged."), playing=YES)
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

_TIME = _partly(
    record(seat=SEAT, name=TEXT, at_ms=said(maybe(DECIMAL), "From the card that opened the race; null: missing.")),
    error_ms=said(maybe(DECIMAL), "The error bound of that."),
)
WHY = _partly(
    record(
        said=TEXT,
        t=said(DECIMAL, "Seconds of the game."),
        seen=said(TEXT, "What the table saw."),
        language=said(maybe(TEXT), "That of the rules; null: they are not written down here."),
        rules=listing(record(id=TEXT, text=TEXT, also=said(listing(TEXT), "Further IDs of the same text."))),
        link=said(maybe(TEXT), "To the first of them on the page of rules."),
    ),
    times=said(listing(_TIME), "Of a race that is over."),
    last=maybe(SEAT),
    ties=said(maybe(listing(SEATS)), "The seats that tied."),
    lot=said(maybe(YES), "Whether the table drew the last one in a tie-break."),
    card=said(maybe(TEXT), "The name of the card that opened it."),
)

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
_ASK = _partly(
    record(ask={"enum": ["touch", "press", "drive", "lights", "lit", "measure", "write"]}),
    zone=said(TEXT, "The pad to touch, or to measure."),
    seat=SEAT,
    pins=said(listing(NUMBER), "The BCM pins that may be driven, or on which lights may hang."),
    places=said(listing(TEXT), "Where lights may hang, in words."),
    at=said(TEXT, "Where the light hangs that goes on and off."),
    do={"enum": ["lay", "leave", "lift"]},
    round=NUMBER,
    of=NUMBER,
)
SETUP = record(
    state=said(
        {"enum": ["elsewhere", "stranger", "ready", "looking", "asking", "written", "failed"]},
        "`elsewhere`: the table was started by hand. `written`: it starts again.",
    ),
    why=said(TEXT, "Why the table cannot be opened, or the set-up has failed."),
    wired=said(YES, "Whether a table.toml says what is wired."),
    alone=said(YES, "Whether nothing else is served meanwhile."),
    question=said(NUMBER, "The number of the question, to be sent with its answer."),
    ask=said(maybe(_ASK), "What is asked for now."),
    number=said(NUMBER, "Of the step, from 1."),
    steps=said(NUMBER, "As far as is known by now."),
    heard=said(TEXT, "What was wrong with the last answer."),
    pads=said(listing(TEXT), "What is asked for, each by its first zone."),
    seats=NUMBER,
    readers=listing(record(at=TEXT, chip=TEXT, zones=listing(TEXT), measured=maybe(TEXT))),
    buttons=said(by_name(TEXT), "Where each seat’s button hangs."),
    lights=listing(record(at=TEXT, beside={"type": ["string", "integer"]})),
    notes=said(listing(TEXT), "What is wrong with the wires."),
)
RECOVERY = record(
    state=said({"enum": ["up", "recovery"]}, "`recovery`: nothing of the table is served."),
    why=said(TEXT, "Why it has not come up."),
    can=said(listing(TEXT), "What can be done, the gentlest first."),
)
WIRED = record(
    readers=listing(
        record(
            reader=TEXT,
            zones=listing(TEXT),
            cards=said(NUMBER, "How many cards it sees."),
            good=said(maybe(DECIMAL), "The share of looks at lying cards that read them; null: none lay there yet."),
        )
    ),
    buttons=listing(record(seat=SEAT, down=YES)),
)
_BY_SEAT = said(by_name(NUMBER), "By seat.")
_SLAPS = record(races=NUMBER, median_ms=maybe(DECIMAL), best_ms=maybe(DECIMAL), last=NUMBER)
_DEEDS = {
    "slaps": _SLAPS,
    "calls": record(right=NUMBER, wrong=NUMBER),
    "bluffs": said(record(told=NUMBER, doubted=NUMBER, found_out=NUMBER), "Those that came to light."),
}
PAST_GAME = record(
    id=NUMBER,
    game=TEXT,
    players=said(listing(maybe(TEXT)), "Their names, seat 1 first; null: nobody sat there."),
    started_at=TEXT,
    ended_at=TEXT,
    rounds=said(NUMBER, "How many rounds were played to their end."),
    totals=_BY_SEAT,
    winners=SEATS,
    robots=said(by_name(TEXT), "By seat, of what kind."),
    termination={"enum": ["completed", "aborted", "abandoned"]},
    lasted_s=DECIMAL,
    imported=YES,
)
WHOLE_GAME = record(
    **PAST_GAME["properties"],
    title=TEXT,
    events=said(NUMBER, "How many public events it has."),
    rounds_played=listing(record(seq=NUMBER, t=DECIMAL, round=NUMBER, scores=_BY_SEAT, out=maybe(SEAT))),
    counts=said(by_name(record(**_DEEDS)), "By seat."),
    highlights=listing(
        record(
            kind={"enum": ["closest_race", "bluff", "opened"]},
            seq=NUMBER,
            t=DECIMAL,
            ms=said(maybe(DECIMAL), "By how much somebody was last."),
            said=maybe(TEXT),
        )
    ),
    can_replay=said(YES, "Whether its pictures can be drawn again, for the rules are the same."),
)
_STANDING = record(
    games=NUMBER,
    wins=NUMBER,
    points=NUMBER,
    rating=record(mu=DECIMAL, sigma=DECIMAL),
    **_DEEDS,
    streak=record(now=NUMBER, longest=NUMBER),
)
PERSON = record(name=TEXT, place=said(NUMBER, "Falls along the list, for `before`."), games=by_name(_STANDING))
WHOLE_PERSON = record(
    name=TEXT,
    games=by_name(
        record(
            **_STANDING["properties"],
            ratings=listing(record(id=NUMBER, mu=DECIMAL, sigma=DECIMAL, won=YES)),
            times=said(
                maybe(record(own=by_name(NUMBER), all=by_name(NUMBER))),
                "How many slaps took how long, by the start of a bin of 50 ms: this person’s, and everybody’s.",
            ),
        )
    ),
    **_DEEDS,
)
RECORD = record(record=TEXT, name=TEXT, game=TEXT, value=DECIMAL)
_SIDE_OF = said(listing(TEXT), "Somebody, or a team of two.")
TOURNAMENT = record(
    id=NUMBER,
    kind={"enum": ["best_of", "ladder"]},
    title=maybe(TEXT),
    games=said(listing(TEXT), "Those that count; all if there are none."),
    players=listing(TEXT),
    best_of=said(maybe(NUMBER), "Of how many games; null: it is a ladder."),
    begun_at=TEXT,
    places=said(
        listing(
            record(
                side=_SIDE_OF,
                wins=NUMBER,
                played=NUMBER,
                points=NUMBER,
                moved=said(NUMBER, "In a ladder: by how many rungs up in the last game."),
            )
        ),
        "Who leads first.",
    ),
    counted=said(
        listing(
            record(
                id=NUMBER,
                game=TEXT,
                winner=said(maybe(listing(TEXT)), "null: several came first."),
                sides=listing(record(side=_SIDE_OF, points=NUMBER, place=NUMBER)),
            )
        ),
        "The games that counted, oldest first.",
    ),
    winner=said(maybe(listing(TEXT)), "Who has won it; null: it goes on."),
)
KEEPING = record(keeps=said(YES, "Whether games are kept."), this_game=said(maybe(YES), "Whether that which is on is."))
_STEP = record(
    path={"enum": ["/api/v1/hands", "/api/v1/tabletop", "/api/v1/choices"]},
    body=said(by_name(ANYTHING), "What is sent there."),
    after_ms=said(NUMBER, "How long after the step before."),
)
OFFER = record(
    text=TEXT,
    steps=said(listing(_STEP), "The requests that do it, one after another; none where something is chosen first."),
    then=said(listing(ref("Offer")), "What is chosen next."),
)
HEARD = record(
    hand=said(listing(TEXT), "What the seat holds; of a hand that lies as a pile only its top."),
    table=said(listing(TEXT), "What lies on the piles and before players."),
    offers=said(listing(ref("Offer")), "What the seat can do, what is asked of it first."),
)
ERROR = record(error=said(TEXT, "What is wrong, in a sentence."))

NAMED: Mapping[str, Schema] = {
    **{name: schema for name, schema in _DERIVED.items() if name not in ("View", "Extras")},
    "Picture": PICTURE,
    "Event": EVENT,
    "Room": ROOM,
    "Unknown": UNKNOWN,
    "SetUp": SETUP,
    "Recovery": RECOVERY,
    "Wired": WIRED,
    "Heard": HEARD,
    "Offer": OFFER,
    "Error": ERROR,
}
