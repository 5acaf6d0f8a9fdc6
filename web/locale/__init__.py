"""The language of a request, and the translated words of pages.

Nothing here knows what is told: that is made of texts, and said in a language as the last thing before it is sent.
"""
