"""Files that are kept, written in one step: whoever loses power has the old one or the new one."""

import os
from contextlib import suppress
from pathlib import Path

from table.complaints import BadInput

_OWNER_ONLY, _AS_USUAL = 0o600, 0o666  # the latter less what the umask takes


def write_atomically(path: Path, data: bytes, *, private: bool = False, folder: bool = False) -> None:
    """Put a file in the place of the one there is; a private one is for its owner's eyes only.

    A link stays a link. `folder`: the folder is made, too, if there is none. Raise BadInput, and leave the old file, if
    the new one cannot be written.
    """
    path = path.resolve()
    new = path.with_name(f"{path.name}.new")
    try:
        if folder:
            path.parent.mkdir(parents=True, exist_ok=True)
        new.unlink(missing_ok=True)
        mode = _OWNER_ONLY if private else _AS_USUAL
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    except OSError as error:
        with suppress(OSError):  # whatever is wrong there is told
            new.unlink(missing_ok=True)
        raise BadInput(f"{path}: this cannot be written: {error.strerror or error}") from None
