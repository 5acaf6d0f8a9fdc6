"""Readings of Mito: which actions a card, a press or a deadline can stand for.

No card is judged here and nobody is told anything; rules know nothing of what stands here.
"""
