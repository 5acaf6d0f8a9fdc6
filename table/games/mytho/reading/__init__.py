"""Readings of Mytho: which actions a card, a press or a deadline can stand for.

Readings judge no card and create no event; the rules do not depend on them.
"""
