"""How Mito is thought about: which card to be rid of first, what to hide under it, whom to call out, what to give."""

from table.ai.mito.mind import MitoMind

__all__ = ["MitoMind"]
