"""What docs/club.md tells an administrator to type, typed: at Debian's own Mosquitto and PostgreSQL."""

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from club.tests.hub.debian import Debian
from tests.forking import ROOT

PAGE = (ROOT / "docs/club.md").read_text()
HUB = "http://127.0.0.1:8100/api/v1"
COMMANDS = ("sudo ", "mosquitto", "openssl ", "pg_", "psql ", "sqlite3 ", "cp ", "rm ", "createdb", "createuser")


def blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def lines(block: str) -> Iterator[str]:
    """Yield the commands of a block, each on one line."""
    yield from block.replace("\\\n", " ").splitlines()


@pytest.fixture
def debian() -> Iterator[Debian]:
    with TemporaryDirectory(dir="/tmp") as folder:
        Path(folder).chmod(0o755)
        with Debian(Path(folder)) as machine:
            yield machine


def test_every_command_of_the_page_stands_in_a_block() -> None:
    prose = re.sub(r"^```.*?^```", "", PAGE, flags=re.MULTILINE | re.DOTALL)

    assert [said for said in re.findall(r"`([^`]+)`", prose) if said.startswith(COMMANDS) and " " in said] == []


def test_nothing_is_set_that_debians_own_mosquitto_conf_sets() -> None:
    """Mosquitto refuses to start then."""
    debians = Path("/etc/mosquitto/mosquitto.conf")
    if not debians.exists():
        pytest.skip("no Mosquitto of Debian's")
    ours = ROOT / "docs/examples/club/mosquitto.conf"
    said = [{line.split()[0] for line in of.read_text().splitlines() if line[:1].isalpha()} for of in (debians, ours)]

    assert said[0] & said[1] == set()


def _are_there(debian: Debian, *names: str) -> None:
    online = f"[one['table'] for one in get('{HUB}/tables') if one['online']]"
    debian.asks(f"set({online}) >= set({names})")


def _is_strict(debian: Debian) -> None:
    """Python from 3.13 on trusts the broker, which can read its key."""
    assert debian.asks("strictly('authority.pem')") == "TLSv1.3"


def _is_a_club(debian: Debian) -> None:
    """A table that has the page's section in its table.toml is heard, and what is played there kept."""
    debian.types("cardtable run --config table.toml --port 8003 mito --players Ana,Ben,Cleo")
    _are_there(debian, "kitchen")
    debian.asks("int(sql('SELECT count(*) FROM events'))")
    debian.stops_all()


def _is_kept(debian: Debian) -> None:
    """What a table played that was retired stays."""
    debian.asks("int(sql('SELECT count(*) FROM events'))")


def _all_is_lost(debian: Debian) -> None:
    debian.asks("sql('DROP TABLE entries; DELETE FROM events RETURNING 1')")


def _all_is_back(debian: Debian) -> None:
    debian.asks("int(sql('SELECT count(*) FROM events'))")
    debian.asks("sql('SELECT count(*) FROM entries')")  # the table is there
    debian.types("sudo -u postgres createdb --owner=club another")
    (back,) = (line for block in blocks("sh") for line in lines(block) if line.startswith("pg_restore"))
    debian.types(back.replace("--dbname=club", "--dbname=another"))


# What has to hold once a line is typed.
THEN: Mapping[str, Callable[[Debian], None]] = {
    "sudo systemctl restart mosquitto": _is_strict,
    "cardtable hub --broker mqtts://hub@": _is_a_club,
    "cardtable hub --broker mqtts://kitchen@": _is_kept,
    "cp club-backup.db": lambda debian: debian.types("sqlite3 club.db 'SELECT 1 / count(*) FROM events'"),
    "pg_dump": _all_is_lost,
    "pg_restore": _all_is_back,
}


@pytest.mark.long
def test_a_club_comes_of_what_the_page_tells_to_type(debian: Debian) -> None:
    trying, *others = blocks("sh")
    for line in lines(trying):
        debian.types(line)
    _are_there(debian, "kitchen", "hall")
    debian.stops_all()
    (section,) = blocks("toml")
    emulated = '[table]\nseats = 3\n[[reader]]\nzones = ["discard"]\nbackend = "emulated"\n'
    (debian.folder / "checkout/table.toml").write_text(emulated + section)

    held = []
    for line in (line for block in others for line in lines(block)):
        if "--retire" in line:  # what stood above was stopped, and the broker with it
            debian.types("sudo systemctl restart mosquitto")
        debian.types(line)
        for begins, holds in THEN.items():
            if line.startswith(begins):
                holds(debian)
                held.append(begins)

    assert held == [*THEN]
