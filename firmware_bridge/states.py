"""How it is between a host and a Pico, and what changes it: the tables that link.py and bridge.py go by, and no other.

`table[state][event]` is the state that follows. What does not stand there is passed over: over a cable anything comes
at any time. docs/states.md shows both as pictures, which are drawn from here.
"""

from collections.abc import Mapping
from enum import Enum


class State(Enum):
    """How it is between the two ends of a link."""

    CALLING = "calling"
    TALKING = "talking"
    REFUSED = "refused"


class Sign(Enum):
    """What a link can make something of. A hello is told by whom it is said to, and by whether its boot is the last."""

    OPENED = "the port is opened"
    SAME = "hello to us, same boot"
    ANOTHER = "hello to us, another boot"
    RESET = "hello to nobody, another boot"
    ELSEWHERE = "hello to somebody else"
    MISFIT = "hello of another version"
    LACKS = "it lacks what is needed"
    SAID = "any other message"
    SILENT = "silence"


LINK: Mapping[State, Mapping[Sign, State]] = {
    State.CALLING: {
        Sign.OPENED: State.CALLING,
        Sign.SAME: State.TALKING,
        Sign.ANOTHER: State.TALKING,
        Sign.MISFIT: State.REFUSED,
        Sign.LACKS: State.REFUSED,
        Sign.SILENT: State.CALLING,
    },
    State.TALKING: {  # another hello of the same boot answers a call that was sent twice
        Sign.OPENED: State.CALLING,
        Sign.SAID: State.TALKING,
        Sign.ANOTHER: State.CALLING,
        Sign.RESET: State.CALLING,
        Sign.MISFIT: State.REFUSED,
        Sign.LACKS: State.REFUSED,
        Sign.SILENT: State.CALLING,
    },
    State.REFUSED: {  # a hello may be on its way still; whoever refused it looks at it once more
        Sign.OPENED: State.CALLING,
        Sign.SAME: State.TALKING,
        Sign.ANOTHER: State.TALKING,
        Sign.MISFIT: State.REFUSED,
        Sign.LACKS: State.REFUSED,
    },
}


class Contact(Enum):
    """How far a bridge is with its Pico."""

    UNMET = "not met yet"
    GREETED = "greeted, its clock unknown"
    THERE = "there"
    LOST = "lost"


class News(Enum):
    """What changes that. A Pico that was never switched off comes back with its clock known."""

    FOUND = "found, its clock unknown"
    FOUND_AGAIN = "found, its clock known"
    CLOCK = "its clock is known"
    LOST = "silence, no port, refused, or failed"


BRIDGE: Mapping[Contact, Mapping[News, Contact]] = {
    Contact.UNMET: {News.FOUND: Contact.GREETED, News.LOST: Contact.LOST},
    Contact.GREETED: {News.FOUND: Contact.GREETED, News.CLOCK: Contact.THERE, News.LOST: Contact.LOST},
    Contact.THERE: {
        News.FOUND: Contact.GREETED,
        News.FOUND_AGAIN: Contact.THERE,
        News.CLOCK: Contact.THERE,
        News.LOST: Contact.LOST,
    },
    Contact.LOST: {
        News.FOUND: Contact.GREETED,
        News.FOUND_AGAIN: Contact.THERE,
        News.LOST: Contact.LOST,
    },
}
