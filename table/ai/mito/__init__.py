"""The policy for Mito: which card to lose first, what to hide under it, whom to call out, what to give."""

from table.ai.mito.mind import MitoMind

__all__ = ["MitoMind"]
