"""What is in an image, with licences, as a CycloneDX bill of materials; and its entry for Raspberry Pi Imager."""

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

_DEVICES = ("pi3-64bit", "pi4-64bit")  # the names of Imager; the Zero 2 W is among the first
_LICENCE = re.compile(r"^License:[ \t]*(\S[^\n]*)$", re.MULTILINE)
_CLASSIFIED = "License :: OSI Approved :: "
_NAME = "Card table"


def materials(root: Path, version: str, epoch: int) -> dict[str, Any]:
    """Return the bill of materials of a root, as CycloneDX 1.5: each package of Debian, and each of Python."""
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


def offered(written: Written, epoch: int, url: str) -> dict[str, Any]:
    """Return what Raspberry Pi Imager reads as a custom repository; the image is at `url`."""
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
    """Yield what dpkg says is installed."""
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
        }  # fmt: skip


def _debian_licences(root: Path, package: str) -> list[str]:
    """Return the licences that a package's own file names; none where that file is not made to be read by programs."""
    file = root / "usr/share/doc" / package / "copyright"
    if not file.exists():  # its folder is a link into another package's
        return []
    return sorted(set(_LICENCE.findall(file.read_text(errors="replace"))))


def _of_python(root: Path) -> Iterator[dict[str, Any]]:
    """Yield what pip has installed for the table."""
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
    return sorted(classified) or ([first_line] if first_line else [])


def _at(epoch: int) -> datetime:
    return datetime.fromtimestamp(epoch, UTC)
