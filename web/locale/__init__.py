"""In which language a phone is told what it asks for: which one that is, and the words of pages in it.

Nothing here knows what is told: that is made of texts, and said in a language as the last thing before it is sent.
"""
