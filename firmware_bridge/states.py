"""The state machines of a link and a bridge, as the tables that link.py and bridge.py follow.

`table[state][event]` is the next state. Events that are not listed are ignored, because anything may come over a cable
at any time. The diagrams in docs/states.md are drawn from these tables.
"""

from collections.abc import Mapping
from enum import Enum


class LinkState(Enum):
    CALLING = "calling"
    TALKING = "talking"
    REFUSED = "refused"


class LinkEvent(Enum):
    """Events of a link. A hello may greet us or another host, and may come from a new boot or from the same one.

    A Pico that greets another host, or none, has rebooted since it greeted us.
    """

    OPENED = "the port is opened"
    SAME = "hello to us, same boot"
    ANOTHER = "hello to us, another boot"
    ELSEWHERE = "hello to another host, or none"
    MISFIT = "hello of another version"
    LACKS = "it lacks what is needed"
    SAID = "any other message"
    SILENT = "silence"


LINK: Mapping[LinkState, Mapping[LinkEvent, LinkState]] = {
    LinkState.CALLING: {
        LinkEvent.OPENED: LinkState.CALLING,
        LinkEvent.SAME: LinkState.TALKING,
        LinkEvent.ANOTHER: LinkState.TALKING,
        LinkEvent.MISFIT: LinkState.REFUSED,
        LinkEvent.LACKS: LinkState.REFUSED,
        LinkEvent.SILENT: LinkState.CALLING,
    },
    LinkState.TALKING: {  # another hello from the same boot answers a call that was sent twice
        LinkEvent.OPENED: LinkState.CALLING,
        LinkEvent.SAID: LinkState.TALKING,
        LinkEvent.ANOTHER: LinkState.CALLING,
        LinkEvent.ELSEWHERE: LinkState.CALLING,
        LinkEvent.MISFIT: LinkState.REFUSED,
        LinkEvent.LACKS: LinkState.REFUSED,
        LinkEvent.SILENT: LinkState.CALLING,
    },
    LinkState.REFUSED: {  # the next hello is evaluated afresh
        LinkEvent.OPENED: LinkState.CALLING,
        LinkEvent.SAME: LinkState.TALKING,
        LinkEvent.ANOTHER: LinkState.TALKING,
        LinkEvent.MISFIT: LinkState.REFUSED,
        LinkEvent.LACKS: LinkState.REFUSED,
    },
}


class BridgeState(Enum):
    UNMET = "not met yet"
    GREETED = "greeted, its clock unknown"
    THERE = "there"
    LOST = "lost"


class BridgeEvent(Enum):
    """Events that change the state of a bridge. A Pico that stayed powered comes back with its clock known."""

    FOUND = "found, its clock unknown"
    FOUND_AGAIN = "found, its clock known"
    CLOCK = "its clock is known"
    LOST = "silence, no port, refused, or failed"


BRIDGE: Mapping[BridgeState, Mapping[BridgeEvent, BridgeState]] = {
    BridgeState.UNMET: {BridgeEvent.FOUND: BridgeState.GREETED, BridgeEvent.LOST: BridgeState.LOST},
    BridgeState.GREETED: {
        BridgeEvent.FOUND: BridgeState.GREETED,
        BridgeEvent.CLOCK: BridgeState.THERE,
        BridgeEvent.LOST: BridgeState.LOST,
    },
    BridgeState.THERE: {
        BridgeEvent.FOUND: BridgeState.GREETED,
        BridgeEvent.FOUND_AGAIN: BridgeState.THERE,
        BridgeEvent.CLOCK: BridgeState.THERE,
        BridgeEvent.LOST: BridgeState.LOST,
    },
    BridgeState.LOST: {
        BridgeEvent.FOUND: BridgeState.GREETED,
        BridgeEvent.FOUND_AGAIN: BridgeState.THERE,
        BridgeEvent.LOST: BridgeState.LOST,
    },
}
