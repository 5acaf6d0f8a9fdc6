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
        """The prefix of the table's topics. A broker lets it publish only under this prefix and for discovery."""
        return f"{ROOT}/{self.place.club}/{self.place.table}"

    @property
    def status(self) -> str:
        """The topic of the table's status, retained, which is also used for its will."""
        return f"{self.base}/status"

    @property
    def ask(self) -> str:
        """The topic for hubs' requests for events."""
        return f"{self.base}/ask"

    @property
    def picture(self) -> str:
        """The topic of the public view, retained."""
        return f"{self.base}/picture"

    @property
    def health(self) -> str:
        """The topic that lists the readers and buttons not responding, retained."""
        return f"{self.base}/health"

    @property
    def turn(self) -> str:
        """The topic that announces each turn, not retained."""
        return f"{self.base}/turn"

    @property
    def all_games(self) -> str:
        """The topic filter for the summaries of all games."""
        return self.game("+")

    def events(self, game: str) -> str:
        """Return the topic of a game's public events, one message per event."""
        return f"{self.base}/events/{game}"

    def game(self, game: str) -> str:
        """Return the topic of a finished game's summary, retained."""
        return f"{self.base}/games/{game}"

    @property
    def device(self) -> str:
        """The table's ID in Home Assistant, and its client ID at the broker."""
        return f"cardtable_{self.place.club}_{self.place.table}"

    @property
    def discovery(self) -> str:
        """The topic of the table's description for Home Assistant, retained."""
        return f"{DISCOVERY}/device/{self.device}/config"


class Heard(Value):
    """A parsed topic: the table, the kind of message, and the game that the message is about, if any."""

    place: Place
    kind: str
    game: str | None = None


def heard(topic: str) -> Heard | None:
    """Parse a topic, or return None unless it is for a status, request, view, event or summary."""
    match topic.split("/"):
        case [root, club, table, ("status" | "ask" | "picture") as kind] if root == ROOT and _are_names(club, table):
            return Heard(Place(club, table), kind)
        case [root, club, table, ("events" | "games") as kind, game] if root == ROOT and _are_names(club, table, game):
            return Heard(Place(club, table), kind, game)
    return None


def _are_names(*names: str) -> bool:
    return all(NAME.fullmatch(name) for name in names)
