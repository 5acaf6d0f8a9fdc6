"""A connection to an MQTT 5 broker (paho-mqtt), on its own thread, which reconnects whenever it is lost.

Publishing never blocks: while the connection is down, `publish` sends nothing and returns None.
"""

import ssl
import threading
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from paho.mqtt.client import Client, ConnectFlags, DisconnectFlags, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode, MQTTProtocolVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode
from paho.mqtt.subscribeoptions import SubscribeOptions

from cardtable_club.publishing.address import Broker
from cardtable_club.publishing.membership import trusting
from table.complaints import BadInput
from table.log import logger
from table.saying import Text, say
from table.values import Value

_KEEP_ALIVE_S = 20  # the broker gives up on a silent client after 1.5x as long
_CONNECT_S = 5.0
_FIRST_WAIT_S, _LONGEST_WAIT_S = 0.5, 30.0
_JOIN_S = 3.0
_AT_ONCE = 500  # unacknowledged messages in flight
# Reason codes of MQTT 5 (2.4).
_BAD_NAME_OR_PASSWORD, _NOT_AUTHORIZED, _TAKEN_OVER = 134, 135, 142
_log = logger()

Acknowledge = Callable[[], None]


class Will(Value):
    """The message that the broker publishes, retained, when the connection is lost."""

    topic: str
    payload: bytes


class Asked(Value):
    """A subscription: topics with a QoS. `session_s` is how long the broker keeps messages while we are offline.

    `by_hand` means that the listener acknowledges QoS 1 messages itself; otherwise they are acknowledged as soon as it
    has them. The broker does not send messages larger than `most_bytes`.
    """

    topics: Sequence[tuple[str, int]] = ()
    session_s: int = 0
    by_hand: bool = False
    most_bytes: int | None = None


class Listener(Protocol):
    """A connection's callbacks, which are called on its thread and must return quickly."""

    def will(self) -> Will | None:
        """Return the will for the next connection, or None for no will."""
        ...

    def connected(self) -> None:
        """Handle a new connection; the subscriptions have already been requested."""
        ...

    def away(self, why: Text) -> None:
        """Handle a failed or lost connection; called again only for a different reason, or after a new connection."""
        ...

    def heard(self, topic: str, payload: bytes, retained: bool, acknowledge: Acknowledge) -> None:
        """Handle a message; `acknowledge` has an effect only if messages are acknowledged by hand."""
        ...

    def acknowledged(self, number: int, refused: str | None) -> None:
        """Handle the broker's reply to a QoS 1 message; `refused` is why the broker refused it, or None."""
        ...


class Connection:
    """A connection to a broker, from `start` until `close`. Calling `close` twice is safe."""

    def __init__(
        self,
        broker: Broker,
        password: str | None,
        listener: Listener,
        *,
        client_id: str,
        asked: Asked = Asked(),  # noqa: B008 - a frozen value
        authority: Path | None = None,
    ) -> None:
        """Prepare a connection. Raise BadInput if `authority` is invalid.

        `authority` is a PEM file with the certificates that may sign the broker's certificate; without it, the
        computer's trusted certificates are used.
        """
        self._broker = broker
        self._listener = listener
        self._asked = asked
        self._ended = threading.Event()
        self._why: Text | None = None
        self._there = self._hears = False
        self.times = 0  # successful connections so far
        self._authority = authority
        if broker.tls:
            trusting(authority)
        self._make = partial(self._made, client_id, password)
        self._client = self._make()
        self._thread = threading.Thread(target=self._run, name="mqtt", daemon=True)

    def start(self) -> None:
        """Start connecting."""
        self._thread.start()

    def close(self) -> None:
        """Disconnect cleanly, so that the broker does not publish the will."""
        self._ended.set()
        self._client.disconnect()
        if self._thread.is_alive() and threading.current_thread() is not self._thread:
            self._thread.join(_JOIN_S)

    @property
    def is_there(self) -> bool:
        """Whether the broker is connected."""
        return self._there

    @property
    def is_listening(self) -> bool:
        """Whether the broker has confirmed all subscriptions, so that new messages reach us."""
        return self._there and self._hears

    def publish(self, topic: str, payload: bytes, *, qos: int, retain: bool = False) -> int | None:
        """Send a message and return its number, or None if there is no connection. May be called from any thread."""
        if not self._there:
            return None
        sent = self._client.publish(topic, payload, qos=qos, retain=retain)
        return sent.mid if sent.rc == MQTTErrorCode.MQTT_ERR_SUCCESS else None

    def ask_again(self) -> None:
        """Subscribe again, so that the broker sends all retained messages once more. May be called from any thread."""
        self._subscribe(self._client)

    def _subscribe(self, client: Client) -> None:
        if self._asked.topics:
            client.subscribe([(topic, SubscribeOptions(qos=qos, noLocal=True)) for topic, qos in self._asked.topics])

    def _made(self, client_id: str, password: str | None) -> Client:
        client = Client(
            CallbackAPIVersion.VERSION2,
            client_id=client_id,
            protocol=MQTTProtocolVersion.MQTTv5,
            reconnect_on_failure=False,
            manual_ack=self._asked.by_hand,
        )
        client.connect_timeout = _CONNECT_S
        client.max_inflight_messages_set(_AT_ONCE)
        if self._broker.user is not None:
            client.username_pw_set(self._broker.user, password)
        client.on_connect = self._on_connect
        client.on_disconnect = self._on_disconnect
        client.on_subscribe = self._on_subscribe
        client.on_message = self._on_message
        client.on_publish = self._on_publish
        # With this callback, paho writes only on its loop thread. Otherwise a publishing thread would write while the
        # loop reads; the two would corrupt a TLS record, and the broker would drop the connection.
        client.on_socket_register_write = lambda *_: None
        return client

    def _run(self) -> None:
        wait_s = _FIRST_WAIT_S
        while not self._ended.is_set():
            times = self.times
            try:
                self._connect()
            except (OSError, BadInput) as error:
                self._lost(self._unreachable(error))
            else:
                while self._client.loop() is MQTTErrorCode.MQTT_ERR_SUCCESS:
                    pass
            if self.times != times:
                wait_s = _FIRST_WAIT_S
            self._there = False
            self._client = self._make()  # the old client would resend its unacknowledged messages
            self._ended.wait(wait_s)
            wait_s = min(2 * wait_s, _LONGEST_WAIT_S)

    def _connect(self) -> None:
        """Connect once, using the certificates currently in the authority file, and the session, if any."""
        if self._broker.tls:
            self._client.tls_set_context(trusting(self._authority))
        if (will := self._listener.will()) is not None:
            self._client.will_set(will.topic, will.payload, qos=1, retain=True)
        properties: Any = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
        properties.SessionExpiryInterval = self._asked.session_s
        properties.ReceiveMaximum = _AT_ONCE
        if self._asked.most_bytes is not None:
            properties.MaximumPacketSize = self._asked.most_bytes
        clean = not self._asked.session_s
        host, port = self._broker.host, self._broker.port
        self._client.connect(host, port, _KEEP_ALIVE_S, clean_start=clean, properties=properties)

    def _on_connect(
        self, client: Client, _data: Any, _flags: ConnectFlags, reason: ReasonCode, _properties: Properties | None
    ) -> None:
        if reason.is_failure:
            self._lost(self._refused(reason))
            return
        if self._ended.is_set():
            client.disconnect()
            return
        self.times += 1
        self._there, self._hears, self._why = True, not self._asked.topics, None
        self._subscribe(client)
        self._listener.connected()

    def _on_disconnect(
        self,
        _client: Client,
        _data: Any,
        _flags: DisconnectFlags,
        reason: ReasonCode | None,
        _properties: Properties | None,
    ) -> None:
        was_there, self._there = self._there, False
        if self._ended.is_set() or (not was_there and self._why is not None):
            return  # the listener already has the broker's reason
        at = str(self._broker)
        if reason is not None and reason.value == _TAKEN_OVER:
            self._lost(say("somebody else is connected to the broker at {broker} by our name", broker=at))
        else:
            self._lost(say("the connection to the broker at {broker} was lost", broker=at))

    def _on_subscribe(
        self, _client: Client, _data: Any, _number: int, reasons: Sequence[ReasonCode], _properties: Properties | None
    ) -> None:
        self._hears = True
        for (topic, _), reason in zip(self._asked.topics, reasons, strict=True):
            if reason.is_failure:
                self._hears = False
                _log.warning(
                    "the broker does not let us hear a topic: it refuses the subscription", topic=topic, why=str(reason)
                )

    def _on_message(self, client: Client, _data: Any, message: MQTTMessage) -> None:
        def acknowledge() -> None:
            if self._asked.by_hand and message.qos:
                client.ack(message.mid, message.qos)

        try:
            self._listener.heard(message.topic, bytes(message.payload), message.retain, acknowledge)
        except Exception:  # noqa: BLE001 - no message may end the connection
            _log.exception("a message could not be handled", topic=message.topic)

    def _on_publish(
        self, _client: Client, _data: Any, number: int, reason: ReasonCode, _properties: Properties | None
    ) -> None:
        self._listener.acknowledged(number, str(reason) if reason is not None and reason.is_failure else None)

    def _lost(self, why: Text) -> None:
        if why != self._why:
            self._why = why
            self._listener.away(why)

    def _refused(self, reason: ReasonCode) -> Text:
        at = str(self._broker)
        if reason.value in (_BAD_NAME_OR_PASSWORD, _NOT_AUTHORIZED):
            if self._broker.user is None:
                return say("the broker at {broker} lets in nobody without a name and a password", broker=at)
            return say(
                "the broker at {broker} refuses {user}: wrong name or password", broker=at, user=self._broker.user
            )
        return say("the broker at {broker} refuses the connection: {why}", broker=at, why=str(reason))

    def _unreachable(self, error: OSError | BadInput) -> Text:
        at = str(self._broker)
        if isinstance(error, ssl.SSLCertVerificationError):
            why = error.verify_message
            return say("the certificate of the broker at {broker} cannot be trusted: {why}", broker=at, why=why)
        if isinstance(error, ssl.SSLError):
            return say("the broker at {broker} does not speak TLS as it should: {why}", broker=at, why=error.reason)
        why = getattr(error, "strerror", None) or str(error)
        return say("the broker at {broker} cannot be reached: {why}", broker=at, why=why)
