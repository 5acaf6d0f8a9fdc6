"""The MQTT topics of a club's tables."""

from cardtable_club.publishing.address import NAME, Place
from table.values import Value

ROOT = "cardtable"
DISCOVERY = "homeassistant"  # where Home Assistant looks for devices


class Topics(Value):
    """The topics of one table."""

    place: Place

    @property
    def base(self) -> str:
        """What all of them begin with; a broker lets a table write nothing else but its discovery."""
        return f"{ROOT}/{self.place.club}/{self.place.table}"

    @property
    def status(self) -> str:
        """Whether the table is there, and how far its games are: retained; the broker says it when the table dies."""
        return f"{self.base}/status"

    @property
    def ask(self) -> str:
        """What a hub asks the table for again."""
        return f"{self.base}/ask"

    @property
    def picture(self) -> str:
        """What everybody sees: retained."""
        return f"{self.base}/picture"

    @property
    def health(self) -> str:
        """Which readers and buttons do not answer: retained."""
        return f"{self.base}/health"

    @property
    def turn(self) -> str:
        """Whose turn begins, as it begins."""
        return f"{self.base}/turn"

    @property
    def all_games(self) -> str:
        """All summaries at once, for who subscribes."""
        return self.game("+")

    def events(self, game: str) -> str:
        """Return the topic of a game's public events, one message each."""
        return f"{self.base}/events/{game}"

    def game(self, game: str) -> str:
        """Return the topic of a game's summary, once it is over: retained."""
        return f"{self.base}/games/{game}"

    @property
    def device(self) -> str:
        """What Home Assistant and the broker know the table by."""
        return f"cardtable_{self.place.club}_{self.place.table}"

    @property
    def discovery(self) -> str:
        """What Home Assistant learns the table's parts from: retained."""
        return f"{DISCOVERY}/device/{self.device}/config"


class Heard(Value):
    """The topic of a message: its table, which kind of message it is, and the game that it is about, if any."""

    place: Place
    kind: str
    game: str | None = None


def heard(topic: str) -> Heard | None:
    """Return what a topic says; None if it is not one of ours."""
    match topic.split("/"):
        case [root, club, table, ("status" | "ask" | "picture") as kind] if root == ROOT and _are_names(club, table):
            return Heard(Place(club, table), kind)
        case [root, club, table, ("events" | "games") as kind, game] if root == ROOT and _are_names(club, table, game):
            return Heard(Place(club, table), kind, game)
    return None


def _are_names(*names: str) -> bool:
    return all(NAME.fullmatch(name) for name in names)
