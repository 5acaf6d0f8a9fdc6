"""The emulated pcscd of this process; lines of JSON on a named pipe plug readers in, and touch them with cards."""

import json
import os
from threading import Thread
from typing import Any

from smartcard import ENVIRONMENT

from hardware.clock import SystemClock
from hardware.emulator.field import Field
from hardware.emulator.pcsc import EmulatedScard
from hardware.emulator.room import PATIENCE_NS
from hardware.emulator.tag import Tag

_clock = SystemClock()
_scard = EmulatedScard(_clock)
_tags: dict[str, Tag] = {}
_free_ns: dict[str, int] = {}  # when a card may touch again
_REACHES_NS = 100_000_000  # a hand is not there at once
_APART_NS = 600_000_000  # later is another touch


def _obey(wish: dict[str, Any]) -> None:
    match wish:
        case {"plug": name}:
            _scard.plug(name, Field(patience_ns=PATIENCE_NS))
        case {"unplug": name}:
            _scard.unplug(name)
        case {"touch": name, "uid": uid, "for_ms": for_ms}:
            from_ns = max(_clock.now_ns() + _REACHES_NS, _free_ns.get(uid, 0))
            tag, until_ns = _tags.setdefault(uid, Tag(bytes.fromhex(uid))), from_ns + for_ms * 1_000_000
            _scard.slots[name].field.put(tag, from_ns=from_ns, until_ns=until_ns)
            _free_ns[uid] = until_ns + _APART_NS
        case {"collide": name}:
            _scard.slots[name].mute = True
        case {"runs": runs}:
            _scard.runs = runs


def _listen(pipe: int) -> None:
    with os.fdopen(pipe) as lines:
        for line in lines:
            _obey(json.loads(line))


def __getattr__(name: str) -> Any:
    return getattr(_scard, name)


def __dir__() -> list[str]:
    return dir(_scard)


for _name in json.loads(os.environ.get(f"{ENVIRONMENT}_READERS", "[]")):
    _obey({"plug": _name})
if ENVIRONMENT in os.environ:
    Thread(target=_listen, args=(os.open(os.environ[ENVIRONMENT], os.O_RDWR),), daemon=True).start()
