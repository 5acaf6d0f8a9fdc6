"""Files that a page needs come together, as one script and one style sheet: where they are had, how they are joined.

Which ones a page needs its template says.
"""
