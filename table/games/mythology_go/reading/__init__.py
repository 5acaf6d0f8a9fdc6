"""Readings of Mythology GO: which actions a card, a press or a deadline can stand for.

Readings do not judge cards or create events, and the rules do not depend on them.
"""
