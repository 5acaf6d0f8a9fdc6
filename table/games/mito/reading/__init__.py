"""Readings of Mito: which actions a card, press or deadline may represent.

Readings do not judge cards or create events, and the rules do not depend on them.
"""
