"""Hands at an emulated table: cards and fingers on its pads and buttons, and who holds which card.

This package moves emulated tags and pins, and reads the board like everything else. It never accesses the judging code.
"""
