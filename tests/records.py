"""Records of all scripts and whole games: for each moment a digest of events, views, and answers to "why".

`recorded/<game>.json` has a line for each script. If a digest differs, the code that wrote the records is fetched from
git and run, so that the test can print the difference. `make records` prints each difference once and rewrites the
records: read the differences before you commit.
"""

import json
import pickle
import subprocess
import sys
import tarfile
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from hashlib import blake2b
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from table.facts import ChoiceMade, micros
from table.judging.session import Session
from table.values import asdict
from tests.replayed import PLAYED, SHOWN, WHOLE, Moment, Replayed, View, plain, replay, views
from tests.replayed import whys as answered

ROOT = Path(__file__).parent.parent
FOLDER = Path(__file__).parent / "recorded"
DIGEST_BYTES = 3

# What the host may do after a script; each starts from the script's end.
ENDINGS: Mapping[str, Sequence[str]] = {"undone": ("undo", "undo", "undo"), "ruled": ("rule",), "paused": ("pause",)}
ASKED = ("public", "seat:1")  # the audiences that ask why

Record = dict[str, dict[str, Any]]  # by moment: what changed in it, by its path


def record(replayed: Replayed) -> Record:
    """Return what was delivered and shown at each moment of a script, and after each ending."""
    found: Record = {}
    answers = whys(replayed)
    shown: Mapping[str, View] = {}
    for number, moment in enumerate(replayed.moments):
        name = f"fact {number}, {type(moment.fact).__name__}"
        found[name] = record_of(moment, answers) | changed(shown, shown := moment.views)
    for ending, choices in ENDINGS.items():
        found |= ended(replayed, ending, choices)
    return found


def record_of(moment: Moment, answers: Mapping[tuple[str, int], Any]) -> dict[str, Any]:
    """Return the events of a moment and the answers to why, by the path of each."""
    found = {}
    for number, line in enumerate(moment.lines):
        (event,) = plain([line])
        way = f"{line.audience} {event['event']} {number}"
        found[f"told {way}"] = event
        if answer := answers.get((line.audience, event["seq"])):
            found[f"why {way}"] = answer
    return found


def whys(replayed: Replayed) -> Mapping[tuple[str, int], Any]:
    """Return the answer to each event, by audience and number, once the last play has been undone."""
    session = copied(replayed.session)
    undone = session.take(ChoiceMade(session.now + micros(5), 0, "undo"))
    found = {}
    for audience in ASKED:
        events = [*replayed.events.get(audience, []), *plain(line for line in undone if line.audience == audience)]
        for event, why in zip(events, answered(session, events), strict=True):
            found[audience, event["seq"]] = asdict(why)
    return found


def ended(replayed: Replayed, ending: str, choices: Sequence[str]) -> Record:
    """Return the results of the host's choices after a script."""
    session = copied(replayed.session)
    at, shown, found = session.now + micros(5), replayed.moments[-1].views, {}
    for number, choice in enumerate(choices, start=1):
        lines = session.take(ChoiceMade(at + number, 0, choice))
        names = [line.event.name for line in lines if line.audience == "public"]
        found[f"{ending} {number}"] = {"told": names} | changed(shown, shown := views(session))
    return found


def copied(session: Session) -> Session:
    copy: Session = pickle.loads(pickle.dumps(session))  # noqa: S301 - our own
    return copy


def changed(before: Mapping[str, View], after: Mapping[str, View]) -> dict[str, Any]:
    """Return the changed parts of views; for a seat and the host, only parts that differ from the public view."""
    found = {}
    for audience in SHOWN:
        view, old = after.get(audience, {}), before.get(audience, {})
        public, old_public = ({}, {}) if audience == "public" else (after["public"], before.get("public", {}))
        for key in view.keys() | old.keys():
            new, was = view.get(key), old.get(key)
            follows = audience != "public" and new == public.get(key) and was == old_public.get(key)
            if key != "last" and new != was and not follows:
                found |= {f"{audience} {way}": part for way, part in parts(key, new, was)}
    return found


def parts(way: str, new: Any, was: Any) -> Iterator[tuple[str, Any]]:
    """Yield the smallest parts that differ, each with its path."""
    if isinstance(new, Mapping) and isinstance(was, Mapping) and new:
        for name in new.keys() | was.keys():
            if new.get(name) != was.get(name):
                yield from parts(f"{way}.{name}", new.get(name), was.get(name))
    elif isinstance(new, list | tuple) and isinstance(was, list | tuple) and len(new) == len(was):
        for number, (one, other) in enumerate(zip(new, was, strict=True)):
            if one != other:
                yield from parts(f"{way}.{number}", one, other)
    else:
        yield way, new


def digest(of: Mapping[str, Any]) -> str:
    text = json.dumps(of, sort_keys=True, ensure_ascii=False)
    return blake2b(text.encode(), digest_size=DIGEST_BYTES).hexdigest()


@cache
def recorded(game: str) -> Mapping[str, str]:
    """Return the recorded digests of a game's scripts: one string per script."""
    return json.loads((FOLDER / f"{game}.json").read_text())  # type: ignore[no-any-return]


def digests(found: Record) -> str:
    return " ".join(map(digest, found.values()))


def game_of(path: Path) -> str:
    return path.parent.name if path in WHOLE else path.stem.partition("-")[0]


def is_as_recorded(replayed: Replayed) -> None:
    """Raise AssertionError with the differences unless a script matches its record."""
    found = record(replayed)
    if digests(found) != recorded(game_of(replayed.path)).get(replayed.path.stem):
        raise AssertionError("\n".join(differences({replayed.path: json.loads(json.dumps(found))})))


def differences(found: Mapping[Path, Record]) -> Iterator[str]:
    """Yield each difference from the records once."""
    before, seen = as_recorded([*found]), defaultdict(list)
    for path, now in found.items():
        was = before.get(str(path.relative_to(ROOT)))
        if was is None:
            yield f"{path.stem}: a new script"
            continue
        for moment in dict.fromkeys([*was, *now]):
            old, new = was.get(moment, {}), now.get(moment, {})
            for way in sorted(old.keys() | new.keys()):
                if old.get(way) != new.get(way):
                    what = "\n".join(parted(way, old.get(way), new.get(way)))
                    seen[what].append(f"{path.stem}, {moment}")
    for what, where in seen.items():
        others = f" and {len(where) - 1} more" if len(where) > 1 else ""
        yield f"{what}\n    in {where[0]}{others}"


def parted(way: str, old: Any, new: Any) -> Iterator[str]:
    """Yield the old and the new value of a part of a moment."""
    if not isinstance(old, Mapping) or not isinstance(new, Mapping):
        yield f"{way}:\n  - {old!r}\n  + {new!r}"
        return
    for name in sorted(old.keys() | new.keys()):
        if name not in ("seq", "t") and old.get(name) != new.get(name):
            yield f"{way}, {name}:\n  - {old.get(name)!r}\n  + {new.get(name)!r}"


def as_recorded(paths: Iterable[Path]) -> Mapping[str, Record]:
    """Return the results of scripts under the last commit that changed the records."""
    names = [str(path.relative_to(ROOT)) for path in paths]
    written = _git("log", "-1", "--format=%H", "--", str(FOLDER)).decode().strip()
    if not written:
        return {}
    with TemporaryDirectory() as folder:
        with tarfile.open(fileobj=BytesIO(_git("archive", written))) as archive:
            archive.extractall(folder, filter="data")
        known = [name for name in names if (Path(folder) / name).exists()]
        line = [sys.executable, "-m", "tests.records", "show", *known]
        shown = subprocess.run(line, cwd=folder, capture_output=True, check=False)
    return json.loads(shown.stdout) if shown.returncode == 0 else {}


def _git(*arguments: str) -> bytes:
    try:
        return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, check=True).stdout  # noqa: S607
    except (OSError, subprocess.CalledProcessError):
        return b""


def write() -> None:
    """Print the differences from the records, and rewrite the records."""
    found = {path: record(replay(path)) for path in (*WHOLE, *PLAYED)}
    kept: dict[str, dict[str, str]] = defaultdict(dict)
    other = {}
    for path, moments in found.items():
        kept[game_of(path)][path.stem] = digests(moments)
        held = FOLDER / f"{game_of(path)}.json"
        if not held.exists() or recorded(game_of(path)).get(path.stem) != digests(moments):
            other[path] = json.loads(json.dumps(moments))
    sys.stdout.write("".join(f"{difference}\n" for difference in differences(other)))
    for game, scripts in kept.items():
        (FOLDER / f"{game}.json").write_text(json.dumps(scripts, indent=0) + "\n")
    sys.stdout.write(f"{len(other)} of {len(found)} scripts differ from the records, which are written anew.\n")


def main() -> None:
    if sys.argv[1:2] == ["show"]:
        shown = {name: record(replay(ROOT / name)) for name in sys.argv[2:]}
        sys.stdout.write(json.dumps(shown))
    else:
        write()


if __name__ == "__main__":
    main()
