"""The description of a table for Home Assistant: a device and its components (MQTT discovery)."""

from typing import Any

from cardtable_club.publishing.payloads import VERSION
from cardtable_club.publishing.topics import Topics

_PROJECT = "cardtable"
# Jinja templates for Home Assistant; `value_json` is a message with the picture, status, health or turn.
_TITLE = "{{ value_json.title or 'none' }}"
_TURN = (
    "{% set seats = value_json.seats | default([]) | selectattr('seat', 'eq', value_json.turn) | list %}"
    "{{ seats[0].name if seats else 'nobody' }}"
)
_PROMPT = "{{ (value_json.prompt or '') | truncate(250) }}"
_SEATED = "{% set seated = value_json.seats | default([]) | rejectattr('name', 'none') | list %}"
_SCORES = (
    _SEATED
    + "{% for one in seated %}{{ one.name }} {{ one.score }}{{ '' if loop.last else ', ' }}{% else %}none{% endfor %}"
)
_BY_NAME = (
    _SEATED + "{% set found = namespace(of={}) %}{% for one in seated %}"
    "{% set found.of = dict(found.of, **{one.name: one.score}) %}{% endfor %}{{ found.of | tojson }}"
)
_ONLINE = "{{ 'ON' if value_json.state == 'online' else 'OFF' }}"
_LOST = "{{ 'ON' if value_json.lost else 'OFF' }}"
_YOUR_TURN = "{{ {'event_type': 'turn_started', 'seat': value_json.seat, 'name': value_json.name} | tojson }}"


def device(topics: Topics, name: str, url: str | None = None) -> dict[str, Any]:
    """Return the table as a device: the game, whose turn it is, the prompt, the scores, and the table's health.

    `url` is the address of the table's pages on the network, if known.
    """

    def part(key: str, platform: str, label: str, topic: str, template: str, **more: Any) -> dict[str, Any]:
        called = {"platform": platform, "unique_id": f"{topics.device}_{key}", "name": label}
        return called | {"state_topic": topic, "value_template": template} | more

    snapshot, available = topics.picture, {"availability": [_availability(topics)]}
    parts = {
        "online": part(
            "online", "binary_sensor", "Online", topics.status, _ONLINE,
            device_class="connectivity", entity_category="diagnostic",
        ),
        "problem": part(
            "problem", "binary_sensor", "Reader or button lost", topics.health, _LOST,
            device_class="problem", entity_category="diagnostic",
            json_attributes_topic=topics.health, **available,
        ),
        "game": part("game", "sensor", "Game", snapshot, _TITLE, icon="mdi:cards", **available),
        "turn": part("turn", "sensor", "Turn", snapshot, _TURN, icon="mdi:account-arrow-right", **available),
        "prompt": part("prompt", "sensor", "Prompt", snapshot, _PROMPT, icon="mdi:message-text", **available),
        "scores": part(
            "scores", "sensor", "Scores", snapshot, _SCORES, icon="mdi:scoreboard",
            json_attributes_topic=snapshot, json_attributes_template=_BY_NAME, **available,
        ),
        "turn_started": part(
            "turn_started", "event", "Your turn", topics.turn, _YOUR_TURN,
            event_types=["turn_started"], icon="mdi:bell", **available,
        ),
    }  # fmt: skip
    about = {"identifiers": [topics.device], "name": name, "manufacturer": _PROJECT, "model": "Card table"}
    about |= {} if url is None else {"configuration_url": url}
    origin = {"name": _PROJECT, "sw_version": VERSION}
    return {"device": about | {"sw_version": VERSION}, "origin": origin, "components": parts, "qos": 0}


def _availability(topics: Topics) -> dict[str, str]:
    return {
        "topic": topics.status,
        "value_template": "{{ value_json.state }}",
        "payload_available": "online",
        "payload_not_available": "offline",
    }
