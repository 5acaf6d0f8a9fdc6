"""Bug reports: the last game in one file, so that a fault at a table can be reproduced at a desk.

No name, no UID and no PIN is in it. Nothing here is needed to play.
"""
