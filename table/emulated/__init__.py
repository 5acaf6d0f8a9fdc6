"""Hands at an emulated table: cards and fingers on its pads and buttons, and who holds which card.

It moves emulated tags and pins, and reads the board like everybody else; it never accesses the table that judges.
"""
