"""What state the Pico's program is in, and what changes it: the table that board.py goes by, and no other.

An event is the kind of a message from the host, or NEW_HOST for the call of one that is not served yet; a Call is that
of the host that is served, or of one that speaks another version. What does not stand in the table is not heard.
"""

from firmware_bridge.pico.messages import Ack, Begin, Call, Light, Listen, Ping, Stop, Watch

UNCALLED = "uncalled"  # nobody has called: whoever talks without a call is not known
CALLED = "called"  # a host is served, and has not begun
AT_WORK = "at work"  # readers are looked at
STOPPED = "stopped"  # somebody wants to put another program here: nothing but a reset leads on

NEW_HOST = "call of a new host"

UNNUMBERED = (Call, Stop, Ping, Ack)  # what is heard without a number

NEXT = {
    UNCALLED: {NEW_HOST: CALLED, Call: UNCALLED, Stop: STOPPED},
    CALLED: {
        NEW_HOST: CALLED,
        Call: CALLED,
        Ping: CALLED,
        Ack: CALLED,
        Listen: CALLED,
        Watch: CALLED,
        Light: CALLED,
        Begin: AT_WORK,
        Stop: STOPPED,
    },
    AT_WORK: {
        NEW_HOST: CALLED,
        Call: AT_WORK,
        Ping: AT_WORK,
        Ack: AT_WORK,
        Listen: AT_WORK,
        Watch: AT_WORK,
        Light: AT_WORK,
        Begin: AT_WORK,
        Stop: STOPPED,
    },
    STOPPED: {},
}
