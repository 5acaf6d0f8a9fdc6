"""How Mythology GO is thought about: which cards go well together, what lies closed, what to aim at."""

from table.ai.mythology_go.mind import MythologyGoMind

__all__ = ["MythologyGoMind"]
