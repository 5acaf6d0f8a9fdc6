"""The wiring of a plan: every wire, every part, the current it draws, and a drawing.

Nothing here opens a device, and nothing here is needed to play.
"""
