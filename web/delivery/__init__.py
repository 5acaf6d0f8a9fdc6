"""The content that phones get: views for each audience, sentences, hands, and streams.

It only reads the board; other packages decide who is asking.
"""
