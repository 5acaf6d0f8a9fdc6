"""What phones are told: pictures for an audience, sentences, hands, and streams.

It only reads the board; other packages decide who is asking.
"""
