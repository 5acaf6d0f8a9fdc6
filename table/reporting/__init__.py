"""Reports from kitchens: the last game in one file, so that what went wrong at a table happens again at a desk.

No name, no UID and no PIN is in it. Nothing here is needed to play.
"""
