"""Bug reports: the last game in one file, so that a developer can reproduce a fault at a table.

A report contains no name, no UID and no PIN. Nothing here is needed to play.
"""
