"""What hangs where, from a plan: every wire, every part, what it draws, and a drawing of it.

Nothing here opens a device, and nothing here is needed to play.
"""
