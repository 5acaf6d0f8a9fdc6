"""What phones are told: the picture for an audience, sentences, what a hand holds, and the streams.

It only reads the board; who asks is decided elsewhere.
"""
