"""The games that come with the table itself: what their tests know of them they need not know of others."""

from table import games

OWN_GAMES = tuple(games.own())
