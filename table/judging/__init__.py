"""From facts to what is told: gestures, the referee with its worlds, questions, a session of one game, table scripts.

Pure: no thread, no clock, no file, no reader; the same facts give the same events.
"""
