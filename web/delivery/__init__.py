"""What phones are told: pictures for an audience, sentences, hands, and streams.

It only reads the board; who asks is decided elsewhere.
"""
