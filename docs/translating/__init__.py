"""Collects what has to be translated, and holds what translators need."""
