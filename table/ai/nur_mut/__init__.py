"""The policy for Nur Mut: which pile to lay on, when to be brave, what may be on the other side."""

from table.ai.nur_mut.mind import NurMutMind

__all__ = ["NurMutMind"]
