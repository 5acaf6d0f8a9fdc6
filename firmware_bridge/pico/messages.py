"""Every message of the link, declared once for both ends.

A message consists of its name and fields, separated by spaces: `edge 3 81233 0 0`. Ticks are the Pico's microseconds;
they wrap around at 2**30. Messages that must not be lost are numbered: `#12 edge 3 81233 0 0`.
"""

from collections import namedtuple

CAN = "readers,buttons,lights"  # capabilities of this program that a plan may need
VERSION = 2  # of the messages; a Pico with a different version is refused
TICKS = 1 << 30  # us until ticks wrap around (MicroPython on 32 bits)
POLL_US = 500  # no chip is polled faster: even silence takes four times as long

# From the Pico
Hello = namedtuple("Hello", ("version", "boot", "process", "first", "board", "can"))
Polls = namedtuple("Polls", ("channel", "first", "last", "polls", "garbled", "uids"))
EdgeSeen = namedtuple("EdgeSeen", ("channel", "tick", "high", "late"))  # late: us, if no interrupt reported it
ReaderSaid = namedtuple("ReaderSaid", ("channel", "tick", "alive", "version", "why"))
Beat = namedtuple("Beat", ("tick", "last", "dropped"))
Pong = namedtuple("Pong", ("number", "heard", "said"))
Failed = namedtuple("Failed", ("why",))

# From the host
Call = namedtuple("Call", ("version", "process"))
Listen = namedtuple("Listen", ("channel", "select", "gain_db", "known_ms", "pile"))
Watch = namedtuple("Watch", ("channel", "pin"))
Begin = namedtuple("Begin", ("reset", "sweep_ms", "switched"))
Light = namedtuple("Light", ("pin", "high"))
Ping = namedtuple("Ping", ("number",))
Stop = namedtuple("Stop", ("why",))

# From either
Ack = namedtuple("Ack", ("number",))


def _whole(word: str) -> int:
    if not word or not all("0" <= digit <= "9" for digit in word) or len(word) > 10:
        raise ValueError("this cannot stand there: " + repr(word))
    return int(word)


def _tick(word: str) -> int:
    value = _whole(word)
    if value >= TICKS:
        raise ValueError("this cannot stand there: " + repr(word))
    return value


def _perhaps(word: str) -> "int | None":
    return None if word == "-" else _whole(word)


def _yes(word: str) -> bool:
    if word not in ("0", "1"):
        raise ValueError("this cannot stand there: " + repr(word))
    return word == "1"


def _uids(word: str) -> "tuple[bytes, ...]":
    """Parse UIDs: hexadecimal, separated by commas; a dash means none. A phone's SAK follows its UID."""
    return () if word == "-" else tuple(_hex(uid) for uid in word.split(","))


def _hex(word: str) -> bytes:
    if len(word) not in (8, 10, 14, 16, 20, 22) or not all(digit in "0123456789abcdef" for digit in word):
        raise ValueError("this cannot stand there: " + repr(word))
    return bytes(int(word[at : at + 2], 16) for at in range(0, len(word), 2))


def _word(word: str) -> str:
    if not word:
        raise ValueError("this cannot stand there: " + repr(word))
    return word


def _rest(word: str) -> str:
    return word


# How each field is parsed. The last one may be text with spaces.
_KINDS = {
    "hello": (Hello, (_whole, _word, _word, _whole, _word, _word)),
    "look": (Polls, (_whole, _tick, _tick, _whole, _yes, _uids)),
    "edge": (EdgeSeen, (_whole, _tick, _yes, _whole)),
    "reader": (ReaderSaid, (_whole, _tick, _yes, _whole, _rest)),
    "beat": (Beat, (_tick, _whole, _whole)),
    "pong": (Pong, (_whole, _tick, _tick)),
    "failed": (Failed, (_rest,)),
    "call": (Call, (_whole, _word)),
    "listen": (Listen, (_whole, _whole, _whole, _whole, _yes)),
    "watch": (Watch, (_whole, _whole)),
    "begin": (Begin, (_perhaps, _whole, _yes)),
    "light": (Light, (_whole, _yes)),
    "ping": (Ping, (_whole,)),
    "stop": (Stop, (_rest,)),
    "ack": (Ack, (_whole,)),
}
_NAMES = {kind: name for name, (kind, _) in _KINDS.items()}


def encode(message: "tuple[object, ...]") -> str:
    """Encode a message as text.

    >>> encode(Polls(0, 5, 9, 2, False, (bytes.fromhex("04a1b2c3d4e5f6"),)))
    'look 0 5 9 2 0 04a1b2c3d4e5f6'
    """
    return " ".join([_NAMES[type(message)]] + [_written(value) for value in message])


def _written(value: object) -> str:
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "1" if value else "0"
    if isinstance(value, tuple):
        return ",".join("".join("%02x" % byte for byte in uid) for uid in value) or "-"
    return str(value)


def decode(text: str) -> "tuple[object, ...]":
    """Decode a message. Raise ValueError if the text is not a message.

    >>> decode("ping 7")
    Ping(number=7)
    """
    name, _, rest = text.partition(" ")
    if name not in _KINDS:
        raise ValueError("no message begins with " + name)
    kind, fields = _KINDS[name]
    words = rest.split(" ", len(fields) - 1)
    if len(words) != len(fields):
        raise ValueError("this is too short for a message: " + text)
    message = kind(*[read(word) for read, word in zip(fields, words)])
    if name == "look" and message.polls > 1 + (message.last - message.first) % TICKS // POLL_US:
        raise ValueError("this is too short for so many polls: " + text)
    return message
