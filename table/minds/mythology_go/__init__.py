"""How Mythology GO is thought about: which cards go well together, what lies closed, what to aim at."""

from table.minds.mythology_go.mind import MythologyGoMind

__all__ = ["MythologyGoMind"]
