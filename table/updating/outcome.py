"""The outcome of an update that the host has sent: root writes it, the table reads it."""

import json
from pathlib import Path
from typing import Literal, get_args

from table.complaints import BadInput
from table.files import EVERYBODY_READS, MOST_BYTES, parsed_json, text_of, write_atomically
from table.saying import restored, say, stored
from table.values import Value

FOLDER = Path("/run/cardtable-update")
_SAID, _BACK = "said.json", "back"
State = Literal["none", "waiting", "working", "updated", "refused", "failed", "back", "broken"]


class Outcome(Value):
    """The outcome of the last update since the computer booted.

    `waiting` means root has not begun, `working` that the update is being verified and installed, `refused` that it is
    not trusted or not for this table, `failed` that it could not be installed, `back` that the previous version has
    been restored, and `broken` that not even that version starts. `said` is a sentence for the host, and `detail` the
    error from install.sh, in English.
    """

    state: State = "none"
    said: str = ""
    detail: str = ""


INTERRUPTED = say("The power was cut during the update, so it was taken back: everything is as before. Send it again.")


def write(outcome: Outcome, folder: Path = FOLDER) -> None:
    """Write the outcome for the table. Raise BadInput if it cannot be written."""
    kept = {"state": outcome.state, "said": stored(outcome.said), "detail": outcome.detail}
    write_atomically(folder / _SAID, json.dumps(kept).encode(), folder=True, mode=EVERYBODY_READS)


def read(folder: Path = FOLDER) -> Outcome:
    """Return the outcome that root wrote; `none` if no update was sent, or the file is invalid."""
    try:
        kept = parsed_json(text_of(folder / _SAID, MOST_BYTES))
        state, said, detail = kept["state"], restored(kept["said"]), kept["detail"]
    except (BadInput, ValueError, KeyError, TypeError):
        return Outcome("back", INTERRUPTED) if (folder / _BACK).exists() else Outcome()
    if state not in get_args(State) or not isinstance(said, str) or not isinstance(detail, str):
        return Outcome()
    return Outcome(state, said, detail)
