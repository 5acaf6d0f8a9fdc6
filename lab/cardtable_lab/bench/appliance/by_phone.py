"""The chapter in which a phone sets up the installed table; the chips, and the hands that touch them, are emulated."""

from cardtable_lab.bench.appliance.story import Story

_CHIPS = """hands = "hands.pipe"
[[reader]]
[[button]]
pin = 17
"""
_UNIT = """[Service]
Environment=PYTHONPATH={stand_ins}
Environment=CARDTABLE_EMULATED_PI=/var/lib/cardtable/pi.toml
"""
PHONE = """
import json, os, time, urllib.request as u
jar, pin = {}, open("/var/lib/cardtable/table.db.pin").read().strip()

def asks(path, body=None, method=None):
    kind = {"Content-Type": "application/json", "Origin": "http://127.0.0.1", **jar}
    data = None if body is None else json.dumps(body).encode()
    with u.urlopen(u.Request(f"http://127.0.0.1/api/v1/{path}", data, kind, method=method), timeout=10) as answer:
        if answer.headers["Set-Cookie"]:
            jar["Cookie"] = answer.headers["Set-Cookie"].split(";")[0]
        return json.load(answer)
"""
_ASKED = (
    PHONE
    + """
def waits(right):
    for _ in range(300):
        time.sleep(0.2)
        try:
            shown = asks("setup")
        except OSError:
            continue
        if right(shown):
            return shown
    raise SystemExit(f"never so: {shown}")

def asked(what):
    return waits(lambda shown: (shown["ask"] or {}).get("ask") == what)

asks("host", {"pin": pin})
asks("setup", {"do": "begin", "pads": 1, "seats": 1})
asked("touch")
with open("/var/lib/cardtable/hands.pipe", "w") as hands:
    for what, does in (("touch", {"do": "put", "uid": "04a1b2c3d4e5f6", "reader": "0.0", "for_ms": 400}),
                       ("press", {"do": "press", "pin": 17})):
        asked(what)
        hands.write(json.dumps(does) + "\\n")
        hands.flush()
for what, answer in (("measure", "skip"), ("write", "yes")):
    asks("setup", {"do": "say", "question": asked(what)["question"], "answer": answer})
print(waits(lambda shown: shown["wired"] and shown["state"] == "ready")["state"])
"""
)


def is_set_up(story: Story) -> None:
    """Set up the table from a phone, then restore its former state."""
    where = "/opt/cardtable/bin/python -c 'import hardware.emulator.stand_ins as s; print(s.DIRECTORY)'"
    unit = _UNIT.format(stand_ins=story.quietly(where))
    put(story, "/run/systemd/system/cardtable.service.d/chips.conf", unit)
    put(story, "/var/lib/cardtable/pi.toml", _CHIPS)
    story.quietly("systemctl daemon-reload; systemctl restart cardtable")
    put(story, "/root/asked.py", _ASKED)
    said = story.types("/opt/cardtable/bin/python", "/root/asked.py", shown="a phone: begins, touches, presses, writes")
    story.sees("the table is set up, and starts again by itself", so=said == "ready")
    story.types("cat", "/etc/cardtable/table.toml")
    story.sees("everybody may read what is wired", so=story.quietly("stat -c %a /etc/cardtable/table.toml") == "644")
    story.sees(
        "systemd has not had to start it again", so=story.quietly("systemctl show -P NRestarts cardtable") == "0"
    )
    story.sees("it is the wired table that is served", so='"emulated": false' in story.quietly(_PAGE))
    left = "/run/systemd/system/cardtable.service.d /var/lib/cardtable/pi.toml /var/lib/cardtable/hands.pipe"
    story.quietly(f"rm -r {left}; systemctl daemon-reload; systemctl restart cardtable")
    why = story.types("/opt/cardtable/bin/python", "-c", _WHY, shown="a phone, when the chips are gone: why is it so?")
    story.sees("the reason is told, and what cures it", so="add dtparam=spi=on" in why or "install" in why)
    story.quietly("rm /etc/cardtable/table.toml* /root/asked.py; systemctl restart cardtable")


_PAGE = (
    "/opt/cardtable/bin/python -c 'import urllib.request as u; print(u.urlopen(\"http://127.0.0.1/\").read().decode())'"
)
_WHY = _ASKED.split('asks("setup", {"do": "begin"')[0] + 'print(waits(lambda shown: shown["alone"])["why"])'


def put(story: Story, path: str, text: str) -> None:
    """Write a file in the box, owned by the table's user."""
    file = story.box.root / path.removeprefix("/")
    story.quietly(f"mkdir -p $(dirname {path}); touch {path}; chown cardtable: {path}")
    if file.exists():
        file.write_text(text)
    else:  # it is on a file system that only the box sees
        story.quietly(f"cat >{path} <<'END'\n{text}\nEND")
