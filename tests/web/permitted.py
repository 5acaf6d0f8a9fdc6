"""Who may ask for what, in which phase of a game, at an emulated and at a real table: one table of all routes.

`test_permissions.py` asks all of it, and holds SECURITY.md to it.
"""

from collections.abc import Mapping
from typing import Any

from table.values import Value, field

PHASES = ("nobody", "gathering", "dealt", "playing", "between rounds", "over")
ON = frozenset({"dealt", "playing", "between rounds"})
WHO = ("stranger", "beside", "seated", "alone", "host")

# What stands in a cell, and in which phases that is; those of a game alone are those in which somebody can be seated.
EVER, NEVER, OFF, WHILE_ON = "yes", "no", "if no game is running", "while a game is running"
BEFORE, PLAYS, EMPTY = "before the deal", "in the game", "if nobody else is there"
MEANS: Mapping[str, frozenset[str]] = {
    EVER: frozenset(PHASES),
    NEVER: frozenset(),
    OFF: frozenset(PHASES) - ON,
    WHILE_ON: ON,
    BEFORE: frozenset({"nobody", "gathering"}),
    PLAYS: ON | {"over"},
    EMPTY: frozenset({"nobody"}),
}
EVERYBODY = (EVER,) * 5
THE_HOST = (NEVER, NEVER, NEVER, NEVER, EVER)
OWN_SEAT = (NEVER, NEVER, EVER, EVER, NEVER)
PEOPLE = (NEVER, EVER, EVER, EVER, EVER)


class Row(Value):
    """A request: its route, an example, and for each who may when; `real`: what differs at a real table."""

    method: str
    rule: str
    what: str
    may: tuple[str, ...]
    body: Mapping[str, Any] = field(default_factory=dict)
    path: str = ""
    real: tuple[str, ...] = ()
    not_now: bool = False  # a 409 is a refusal, too, that goes by the phase

    @property
    def asked(self) -> str:
        """The path of the example: seat 1 is the asker's, if they are seated; beside a game they are at seat 4."""
        made = self.path or self.rule
        for name, value in EXAMPLES.items():
            made = made.replace(name, value)
        return made

    def permits(self, who: str, phase: str, *, real: bool) -> bool:
        """Return whether somebody may ask for it then."""
        may = self.real if real and self.real else self.may
        return phase in MEANS[may[WHO.index(who)]]


EXAMPLES = {
    "<int:seat>": "1",
    "<int:number>": "1",
    "<int:tournament>": "1",
    "<seq>": "1",
    "<deck>": "mito",
    "<path:name>": "Ana",
    "<game>/<path:file>": "mito/parts.mjs",
    "<path:filename>": "table.css",
    "<game>": "mythology_go",
    "<code>": "de",
}


_API = "/api/v1/"
_POST, _PUT, _DELETE = "POST", "PUT", "DELETE"
_CARD = {"card": {"code": "bee", "kind": "number", "number": 1}}
_LADDER = {"kind": "ladder", "players": ["Ana", "Ben"]}
WRITTEN = (
    # -- the game
    Row(_POST, _API + "games", "begin a game", (NEVER, OFF, OFF, EVER, EVER), real=(NEVER, NEVER, NEVER, PLAYS, EVER)),
    Row(
        _POST, _API + "quick", "begin a game with robots", (OFF, OFF, OFF, EVER, EVER), {"game": "mito", "name": "Mia"}
    ),
    Row(
        _POST,
        _API + "end",
        "end it (seated: all have to agree)",
        (NEVER, NEVER, WHILE_ON, WHILE_ON, WHILE_ON),
        not_now=True,
    ),
    Row(
        _POST,
        _API + "practice",
        "practise at your own seat",
        (NEVER, NEVER, EMPTY, OFF, NEVER),
        {"seat": 1},
        not_now=True,
    ),
    Row(_POST, _API + "practice/end", "end the practice", PEOPLE),
    Row(_POST, _API + "robots", "seat a robot", (NEVER, OFF, OFF, OFF, EVER), {"seat": 3}),
    Row(_DELETE, _API + "robots/<int:seat>", "send a robot away", (NEVER, OFF, OFF, OFF, EVER), path=_API + "robots/3"),
    Row(
        _POST,
        _API + "seats/order",
        "change places",
        (NEVER, BEFORE, BEFORE, BEFORE, OFF),
        {"order": [2, 1]},
        not_now=True,
    ),
    Row(_POST, _API + "choices", "choose as the host: pause, undo, abort", THE_HOST, {"choice": "pause"}),
    Row(_POST, _API + "choices", "choose for your own seat", OWN_SEAT, {"seat": 1, "choice": "settle", "value": "end"}),
    Row(_POST, _API + "touch", "say where the next card goes", OWN_SEAT, {"seat": 1, "zone": None}),
    Row(_POST, _API + "hands", "deal, turn up", (NEVER, NEVER, PLAYS, PLAYS, EVER), {"do": "deal"}),
    Row(_POST, _API + "hands", "lay, draw, give your own cards", OWN_SEAT, {"do": "draw", "seat": 1}),
    Row(
        _POST,
        _API + "hands",
        "draw at a seat that does not play",
        (NEVER, OFF, NEVER, NEVER, NEVER),
        {"do": "draw", "seat": 4},
    ),
    Row(_POST, _API + "tabletop", "press a button that nobody holds", EVERYBODY, {"do": "release", "seat": 4}),
    Row(
        _POST,
        _API + "tabletop",
        "press a robot’s button",
        (BEFORE,) * 5,
        {"do": "press", "seat": 3},
    ),
    Row(
        _POST,
        _API + "tabletop",
        "move cards that lie open",
        (OFF, OFF, EVER, EVER, EVER),
        {"do": "lift", "card": "ace"},
    ),
    Row(
        _POST,
        _API + "seats/<int:seat>/button",
        "press your own button, if it is a phone",
        OWN_SEAT,
        {"clock": 1, "said_us": 0},
    ),
    # -- seats
    Row(_POST, _API + "seats/<int:seat>/take", "take a free seat, or a robot’s", EVERYBODY, path=_API + "seats/4/take"),
    Row(_POST, _API + "seats/<int:seat>/leave", "leave your own seat", OWN_SEAT),
    Row(_POST, _API + "seats/<int:seat>/name", "enter your name", OWN_SEAT, {"name": "Mia"}),
    Row(_POST, _API + "seats/<int:seat>/free", "free a seat", THE_HOST),
    Row(_POST, _API + "seats/<int:seat>/claim", "ask for a lost phone’s seat", EVERYBODY),
    Row(_POST, _API + "claim", "answer a request for a seat", EVERYBODY, {"id": "0", "agree": True}),
    Row(_POST, _API + "host", "become host by PIN", EVERYBODY, {"pin": "482913"}),
    Row(_POST, _API + "host/claim", "ask to be host by button", EVERYBODY),
    Row(_POST, _API + "host/leave", "stop being host", EVERYBODY),
    # -- cards, tournaments, and what is kept
    Row(
        _POST,
        _API + "tags",
        "name an unknown card",
        (NEVER, OFF, EVER, EVER, EVER),
        {"do": "ignore", "alias": "ff0000"},
    ),
    Row(_POST, _API + "enrolment", "tag a deck", THE_HOST, {"do": "stop"}),
    Row(_PUT, _API + "decks/<deck>/tags", "replace a deck’s tags", THE_HOST, {"tags": {}}),
    Row(_POST, _API + "decks/<deck>/forget", "forget a card’s tags", THE_HOST, {"card": "guard"}),
    Row(_POST, _API + "decks/<deck>/cards", "correct a card", THE_HOST, _CARD),
    Row(_POST, _API + "decks/<deck>/cards/leave", "drop a correction", THE_HOST, {"code": "bee"}),
    Row(_PUT, _API + "decks/<deck>/corrections", "replace all corrections", THE_HOST, {"toml": ""}),
    Row(_POST, _API + "tournaments", "begin a tournament (three a phone)", PEOPLE, _LADDER),
    Row(_DELETE, _API + "tournaments/<int:tournament>", "remove somebody else’s tournament", THE_HOST),
    Row(_POST, _API + "keeping", "keep games or not", THE_HOST, {"keep": True, "all": True}),
    Row(_POST, _API + "forget", "forget a name", THE_HOST, {"name": "Ana"}),
    Row(_PUT, _API + "backup", "send a backup", THE_HOST, {"at": 0, "part": "AAAA"}),
    Row(_POST, _API + "restore", "restore it", THE_HOST),
    Row(_PUT, _API + "update", "send a signed update", THE_HOST, {"at": 0, "part": "AAAA"}),
    Row(_POST, _API + "update", "install it", THE_HOST, {"size": 3}),
    Row(_POST, _API + "recovery", "choose how to recover a table that does not start", THE_HOST, {"do": "retry"}),
    Row(_POST, _API + "setup", "set the table up", THE_HOST, {"do": "begin", "pads": 1, "seats": 1}),
    Row(_POST, _API + "network", "join a Wi-Fi", THE_HOST, {"do": "look"}),
    Row(
        _POST,
        _API + "score/<game>",
        "score a board that is sent",
        EVERYBODY,
        {"board": {"players": [{"name": "Ana", "terrain": []}]}},
    ),
    Row(
        _POST, _API + "score/<game>/ranking", "rank rounds that are sent", EVERYBODY, {"rounds": [{"Ana": 3, "Ben": 4}]}
    ),
    Row(_POST, _API + "errors", "report a page’s error", EVERYBODY, {"page": "/", "error": "x", "where": "y"}),
)

_HOSTS = (
    "host/events", "host/events/<seq>/why", "setup", "network", "wired", "backup", "update", "report",
    "decks/<deck>/tags", "decks/<deck>/corrections",
)  # fmt: skip
_SEATS = ("seats/<int:seat>/events", "seats/<int:seat>/events/<seq>/why", "seats/<int:seat>/offers")
_ALL = (
    "table", "events", "streams", "events/<seq>/why", "me", "games", "decks", "tags", "decks/<deck>/cards", "history",
    "history/<int:number>", "history/<int:number>/events", "history/<int:number>/events/<seq>/why",
    "history/<int:number>/pictures", "history/<int:number>/pictures/<seq>", "people", "people/<path:name>", "records",
    "tournaments", "keeping", "openapi.json", "recovery",
)  # fmt: skip
_PAGES = (
    "/", "/screen", "/virtual", "/host", "/seat/<int:seat>", "/ear/<int:seat>", "/decks", "/join.svg", "/rules/<game>",
    "/static/<path:filename>", "/games/<game>/<path:file>", "/games/<game>/emblem", "/score/<game>", "/help", "/setup",
    "/network",
    "/away",
    "/manifest.webmanifest", "/service-worker.js", "/words/<code>.js", "/wifi", "/history", "/history/<int:number>",
    "/people", "/people/<path:name>", "/tournaments", "/metrics", "/health",
    "/recovery",
)  # fmt: skip

READ = (
    *(Row("GET", f"/api/v1/{path}", "the host’s", THE_HOST) for path in _HOSTS),
    *(Row("GET", f"/api/v1/{path}", "a seat’s", OWN_SEAT) for path in _SEATS),
    *(Row("GET", f"/api/v1/{path}", "everybody’s", EVERYBODY) for path in _ALL),
    *(Row("GET", path, "everybody’s", EVERYBODY) for path in _PAGES),
)
ROWS = (*WRITTEN, *READ)


def drawn() -> str:
    """Return the table in SECURITY.md."""
    lines = [
        "| request | what it does | stranger | beside | seated | alone | host |",
        "|---|---|---|---|---|---|---|",
    ]
    for row in WRITTEN:
        route = f"`{row.method} {row.rule.removeprefix('/api/v1/').replace('<int:', '<')}`"
        cells = row.may
        if row.real:
            cells = tuple(
                there if there == real else f"{there}; real: {real}"
                for there, real in zip(row.may, row.real, strict=True)
            )
        lines.append(f"| {route} | {row.what} | {' | '.join(cells)} |")
    hosts, seats = (", ".join(f"`{path}`" for path in paths) for paths in (_HOSTS, _SEATS))
    reading = (
        f"All pages can be read by everybody, and so can the API, except for the host’s {hosts.replace('<int:', '<')},"
        f" and a seat’s own {seats.replace('<int:', '<')}."
    )
    return "\n".join([*lines, "", *_wrapped(reading)])


def _wrapped(text: str, width: int = 120) -> list[str]:
    lines, line = [], ""
    for word in text.split(" "):
        if line and len(line) + 1 + len(word) > width:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}".strip()
    return [*lines, line]
