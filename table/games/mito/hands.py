"""What hands have to know of Mito: that they may cheat."""

from table.games.hands import Hands


class Nimble(Hands):
    """Hands that may let a card vanish."""

    sleights = True
