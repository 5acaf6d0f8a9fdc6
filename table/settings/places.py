"""Where an installed table keeps its files: configuration in /etc, data in /var/lib."""

from pathlib import Path

CONFIGURATION = Path("/etc/cardtable/table.toml")
STATE = Path("/var/lib/cardtable")
DATABASE = STATE / "table.db"


def folder_of_files(config: Path) -> Path:
    """Return the folder that relative paths in a table.toml refer to: its own, except for an installed table.

    >>> str(folder_of_files(Path("kitchen/table.toml"))), str(folder_of_files(CONFIGURATION))
    ('kitchen', '/var/lib/cardtable')
    """
    return STATE if config.absolute() == CONFIGURATION else config.parent


def usual_config() -> Path:
    """Return the default table.toml: the one in the current folder if it exists, otherwise the service's."""
    here = Path("table.toml")
    return CONFIGURATION if CONFIGURATION.exists() and not here.exists() else here
