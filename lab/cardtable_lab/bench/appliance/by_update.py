"""The chapter on signed updates, sent from the host's page or the command line: valid, broken, altered, interrupted."""

import shutil

from cardtable_lab.bench.appliance.by_phone import PHONE, put
from cardtable_lab.bench.appliance.story import Story
from cardtable_lab.sample_updates import BROKEN, CHANGED, MAKER, NEWER_VERSION, OTHERS, SOUND, made
from table.updating.archive import architecture_here

_SENDS = (
    PHONE
    + """
import base64, sys
asks("host", {"pin": pin})
body = open(sys.argv[1], "rb").read()
for at in range(0, len(body), 45_000):
    asks("update", {"at": at, "part": base64.b64encode(body[at:at + 45_000]).decode()}, "PUT")
asks("update", {"size": len(body), "anyway": True})
def became():
    for _ in range(3000):
        time.sleep(0.2)
        try:
            shown = asks("update")
        except OSError:
            continue
        if shown["state"] not in ("waiting", "working"):
            return shown
if len(sys.argv) == 2:
    shown = became()
    print(shown["state"], shown["version"], shown["said"], shown["detail"])
"""
)
_TOLD = PHONE + 'asks("host", {"pin": pin}); shown = asks("update"); print(shown["state"], shown["said"])'
_SWITCHED = """for i in $(seq 1200); do sleep 0.2
[ -e /opt/cardtable.before/names ] && [ "$(readlink /opt/cardtable)" != '{before}' ] && echo yes && break
done"""


def is_updated_by_signature(story: Story) -> None:
    """Send valid, altered, foreign and broken updates; check which ones the table installs and keeps."""
    with made(architecture_here()) as folder:
        for file in (SOUND, BROKEN, CHANGED, OTHERS, MAKER):
            shutil.copyfile(folder / file, story.box.root / "root" / file)
    story.asks("POST", "quick", {"game": "mytho", "robots": 2, "kind": "easy"})
    said = story.types("cardtable", "update", "/root/sound.update")
    story.sees("without a key it takes no update", so=story.status == 2 and "no key" in said)
    story.types("/src/install.sh", "--yes", "--update-key", "/root/maker.pub",
                shown="sudo ./install.sh --yes --update-key maker.pub")  # fmt: skip
    story.sees("the table's user cannot write the key", so=_owner(story) == "644 root root /etc")
    _refuses(story)
    _sends(story)
    _goes_back(story)
    _is_cut(story)
    story.quietly("rm /root/*.update /root/maker.pub")


def _owner(story: Story) -> str:
    return story.quietly("stat -c '%a %U' /etc/cardtable-update.pub; stat -c '%U %n' /etc").replace("\n", " ")


def _refuses(story: Story) -> None:
    before, facts = story.quietly("readlink /opt/cardtable"), story.facts
    for name, what in (("changed", "a byte of it was changed"), ("others", "somebody else has signed it")):
        story.types("cardtable", "update", f"/root/{name}.update", shown=f"cardtable update FILE    # {what}")
        story.sees(
            "nothing was changed",
            so=story.status == 2 and story.quietly("readlink /opt/cardtable") == before and story.still_has(facts),
        )


def _sends(story: Story) -> None:
    facts = story.facts
    put(story, "/root/sends.py", _SENDS)
    said = story.types(
        "/opt/cardtable/bin/python", "/root/sends.py", "/root/sound.update", shown="the host's page sends an update"
    )
    story.sees("it is installed", so=said.startswith(f"updated {NEWER_VERSION} "))
    story.sees("the program says its version", so=NEWER_VERSION in story.types("cardtable", "--version"))
    story.sees("the game goes on, and no fact is lost", so=story.still_has(facts))
    left = story.quietly("ls /var/lib/cardtable/update /opt/cardtable.update /opt/cardtable.before 2>/dev/null")
    story.sees("nothing is left of what was sent", so=left == "/var/lib/cardtable/update:")
    held = story.quietly("tar -tf $(ls -1t /var/lib/cardtable/backups/*.tar | head -1) | grep ^./update/.")
    story.sees("the backup of the data does not hold it", so=held == "")
    said = story.types(
        "/opt/cardtable/bin/python", "/root/sends.py", "/root/sound.update", shown="the host's page sends it again"
    )
    story.sees("it is refused", so=said.startswith(f"refused {NEWER_VERSION} "))


def _goes_back(story: Story) -> None:
    before, facts = story.quietly("readlink /opt/cardtable"), story.facts
    story.types("cardtable", "update", "/root/broken.update", shown="cardtable update FILE    # it does not start")
    story.sees("it is taken back", so=story.status == 3 and story.quietly("readlink /opt/cardtable") == before)
    story.sees("the game goes on, and no fact is lost", so=story.is_served and story.still_has(facts))
    said = story.types(
        "/opt/cardtable/bin/python", "/root/sends.py", "/root/broken.update", shown="the host's page sends such a one"
    )
    story.sees(
        "the page says so, and why", so=said.startswith(f"back {NEWER_VERSION} ") and "does not serve its pages" in said
    )


def _is_cut(story: Story) -> None:
    before, facts = story.quietly("readlink /opt/cardtable"), story.facts
    story.types("/opt/cardtable/bin/python", "/root/sends.py", "/root/broken.update", "at once",
                shown="the host's page sends it once more; the plug is pulled as it starts")  # fmt: skip
    switched = story.quietly(_SWITCHED.format(before=before))
    story.sees("the new version was in use", so=switched == "yes")
    story.box.loses_power()
    story.box.starts()
    story.quietly("systemctl start cardtable")
    story.sees("the version from before is back", so=story.quietly("readlink /opt/cardtable") == before)
    story.sees("the game goes on, and no fact is lost", so=story.is_served and story.still_has(facts))
    put(story, "/root/told.py", _TOLD)
    said = story.types("/opt/cardtable/bin/python", "/root/told.py", shown="the host's page")
    story.sees("it says so", so=said.startswith("back The power was cut"))
    story.quietly("rm /root/sends.py /root/told.py")
