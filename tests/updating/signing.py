"""Signs updates with minisign, as their makers do."""

import subprocess
import tarfile
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path

from table.updating import archive
from table.updating.archive import Label, architecture_here

NEWER = "999.0"
INSTALLS = "#!/bin/sh\necho 'install.sh: well' >&2\n"


class Maker:
    """Somebody who signs updates: a secret key, and the public one that tables trust."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self.folder, self.public, self._secret = folder, folder / "maker.pub", folder / "maker.key"
        made = ["minisign", "-G", "-W", "-p", str(self.public), "-s", str(self._secret)]
        subprocess.run(made, check=True, capture_output=True)

    def update(
        self, version: str = NEWER, *, install: str = INSTALLS, architecture: str | None = None,
        more: Mapping[str, str] | None = None, links: Mapping[str, str] | None = None, comment: str | None = None,
    ) -> Path:  # fmt: skip
        """Return a signed update whose `install.sh` is given; `more` are other members and what is in them."""
        payload, signature = self.folder / archive.PAYLOAD, self.folder / archive.SIGNATURE
        with tarfile.open(payload, "w") as tar:
            for name, target in (links or {}).items():
                link = tarfile.TarInfo(name)
                link.type, link.linkname = tarfile.SYMTYPE, target
                tar.addfile(link)
            for name, text in {"install.sh": install, **(more or {})}.items():
                member = tarfile.TarInfo(name)
                member.size = len(text.encode())
                tar.addfile(member, BytesIO(text.encode()))
        said = comment or str(Label(version, architecture or architecture_here()))
        line = ["minisign", "-S", "-s", str(self._secret), "-m", str(payload), "-x", str(signature), "-t", said]
        subprocess.run(line, check=True, capture_output=True)
        update = self.folder / "an.update"
        archive.joined(signature, payload, update)
        return update
