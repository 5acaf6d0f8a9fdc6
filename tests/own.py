"""The games that come with the table itself; tests may assume more about them than about games of other packages."""

from table import games

OWN_GAMES = tuple(games.own())
