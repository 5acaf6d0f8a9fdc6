"""Readings for Mito: which actions a card, a press or a deadline may represent.

Readings do not judge plays or create events, and the rules do not depend on them.
"""
