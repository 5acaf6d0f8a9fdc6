"""An image's contents and licences as a CycloneDX bill of materials, and its entry for Raspberry Pi Imager."""

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from email.parser import HeaderParser
from pathlib import Path
from typing import Any
from urllib.parse import quote
from uuid import NAMESPACE_URL, uuid5

from cardtable_lab.image.debian import SUITE
from cardtable_lab.image.disk import Written

_DEVICES = ("pi3-64bit", "pi4-64bit")  # Imager's names; the first one includes the Zero 2 W
_LICENCE = re.compile(r"^License:[ \t]*(\S[^\n]*)$", re.MULTILINE)
_MADE_TO_BE_READ = re.compile(r"^Format:", re.MULTILINE)  # Debian's machine-readable copyright format
# How texts name GNU licences, and where Debian keeps licence texts.
_GNU = re.compile(
    r"GNU (?:(Lesser|Library) )?General Public License(?: \(L?GPL\))?,?"
    r"(?: as published by the Free Software Foundation[;,])?"
    r" (either )?version ([\d.]*\d)(\+)?(?: of the License)?,?( or \(at your option\) any later)?"
)
_TEXT = re.compile(r"/usr/share/common-licenses/([A-Za-z]+(?:-\d+(?:\.\d+)*)?)")
# Phrases that identify other licences where their text is copied.
_WORDS = {
    "BSD": "Redistribution and use in source and binary forms",
    "Expat": "Permission is hereby granted, free of charge, to any person obtaining",
    "GCC-exception-3.1": "GCC RUNTIME LIBRARY EXCEPTION",
    "ISC": "distribute this software for any purpose with or without fee",
    "MIT-Export": "Export of this software from the United States",
    "PSF-2.0": "PYTHON SOFTWARE FOUNDATION LICENSE VERSION 2",
}
_UNKNOWN = "NOASSERTION"
_SNAPSHOTS = "https://snapshot.debian.org/package"
# Kinds of licences by name prefix, strictest first.
_KINDS = ("Not free", "AGPL", "GPL", "LGPL", "MPL", "Others")
_NOT_FREE = ("firmware-", "raspi-firmware")
_CLASSIFIED = "License :: OSI Approved :: "
_NAME = "Card table"


def materials(root: Path, version: str, epoch: int) -> dict[str, Any]:
    """Return the bill of materials of a root, as CycloneDX 1.5: all Debian and Python packages."""
    components = sorted((*_of_debian(root), *_of_python(root)), key=lambda one: one["bom-ref"])
    serial = uuid5(NAMESPACE_URL, json.dumps(components, sort_keys=True))
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "serialNumber": f"urn:uuid:{serial}",
        "version": 1,
        "metadata": {
            "timestamp": _at(epoch).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "component": {"type": "operating-system", "name": "cardtable-arm64", "version": version},
        },
        "components": components,
    }


def kinds(bill: dict[str, Any]) -> dict[str, int]:
    """Return the number of components by kind of licence; a component with several licences counts as the strictest."""
    counted = dict.fromkeys(_KINDS, 0)
    for one in bill["components"]:
        words = {word for named in one["licenses"] for word in re.findall(r"[A-Z]+", named["license"]["name"])}
        unfree = one["name"].startswith(_NOT_FREE)
        counted["Not free" if unfree else next((kind for kind in _KINDS if kind in words), "Others")] += 1
    return counted


def offered(written: Written, epoch: int, url: str) -> dict[str, Any]:
    """Return a custom repository for Raspberry Pi Imager that offers one image, at `url`."""
    return {
        "os_list": [
            {
                "name": _NAME,
                "description": "Referees card games that are played with RFID-tagged cards; for Pi 3, 4 and Zero 2 W",
                "icon": "",
                "url": url,
                "release_date": _at(epoch).strftime("%Y-%m-%d"),
                "extract_size": written.unpacked.size,
                "extract_sha256": written.unpacked.sha256,
                "image_download_size": written.packed.size,
                "image_download_sha256": written.packed.sha256,
                "devices": list(_DEVICES),
                "init_format": "cloudinit",
            }
        ]
    }


def _of_debian(root: Path) -> Iterator[dict[str, Any]]:
    """Yield a component for each package that dpkg lists as installed."""
    for paragraph in (root / "var/lib/dpkg/status").read_text().split("\n\n"):
        said = HeaderParser().parsestr(paragraph)
        if not (said["Status"] or "").startswith("install ok installed"):
            continue
        name, version = said["Package"], said["Version"]
        where = f"pkg:deb/debian/{name}@{quote(version, safe='')}?arch={said['Architecture']}&distro={SUITE}"
        yield {
            "type": "library", "bom-ref": where, "purl": where, "name": name, "version": version,
            "licenses": [{"license": {"name": licence}} for licence in _debian_licences(root, name)],
            "properties": [{"name": "debian:copyright", "value": f"/usr/share/doc/{name}/copyright"}],
            "externalReferences": [{"type": "distribution", "comment": "source", "url": _source(said)}],
        }  # fmt: skip


def _source(said: Any) -> str:
    """Return Debian's URL for the source of a package in its installed version."""
    name, _, version = (said["Source"] or said["Package"]).partition(" ")
    return f"{_SNAPSHOTS}/{name}/{quote(version.strip('()') or said['Version'])}/"


def _debian_licences(root: Path, package: str) -> list[str]:
    """Return the licences that a package's copyright file names, or those recognised in its text if it is prose."""
    file = root / "usr/share/doc" / package / "copyright"
    if not file.exists():
        return [_UNKNOWN]
    text = file.read_text(errors="replace")
    named = set(_LICENCE.findall(text)) if _MADE_TO_BE_READ.search(text) else _in_prose(text)
    return sorted(named) or [_UNKNOWN]


def _in_prose(text: str) -> set[str]:
    words = " ".join(text.replace("*", " ").split())
    found = {
        f"{'LGPL' if lesser else 'GPL'}-{version}{'+' if either or plus or later else ''}"
        for lesser, either, version, plus, later in _GNU.findall(words)
    }
    for name in _TEXT.findall(words):
        if not any(one.removesuffix("+") == name or one.startswith(f"{name}-") for one in found):
            found.add(name)
    return found | {name for name, said in _WORDS.items() if said.casefold() in words.casefold()}


def _of_python(root: Path) -> Iterator[dict[str, Any]]:
    """Yield a component for each package that pip has installed for the table."""
    for file in root.glob("opt/cardtable.versions/*/lib/python3*/site-packages/*.dist-info/METADATA"):
        said = HeaderParser().parsestr(file.read_text(errors="replace"))
        where = f"pkg:pypi/{said['Name'].lower().replace('_', '-')}@{said['Version']}"
        yield {
            "type": "library", "bom-ref": where, "purl": where, "name": said["Name"], "version": said["Version"],
            "licenses": [{"license": {"name": licence}} for licence in _python_licences(said)],
        }  # fmt: skip


def _python_licences(said: Any) -> list[str]:
    if said["License-Expression"]:
        return [said["License-Expression"]]
    classified = [
        line.removeprefix(_CLASSIFIED) for line in said.get_all("Classifier", []) if line.startswith(_CLASSIFIED)
    ]
    first_line = (said["License"] or "").strip().split("\n")[0]
    return sorted(classified) or [first_line or _UNKNOWN]


def _at(epoch: int) -> datetime:
    return datetime.fromtimestamp(epoch, UTC)
