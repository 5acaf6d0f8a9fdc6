"""The state machine of the Pico's program, as the table that board.py follows.

An event is the type of a message from the host; a Call from a host that is not served yet is NEW_HOST. A Call from the
host being served, or one with a different version, stays a Call. Events that a state does not list are ignored.
"""

from firmware_bridge.pico.messages import Ack, Begin, Call, Light, Listen, Ping, Stop, Watch

UNCALLED = "uncalled"  # no host has called, and messages without a call are ignored
CALLED = "called"  # a host is served, but has not sent Begin
AT_WORK = "at work"  # readers are polled
STOPPED = "stopped"  # making room for another program: left only by a reset

NEW_HOST = "call of a new host"

UNNUMBERED = (Call, Stop, Ping, Ack)  # messages taken without a number

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
