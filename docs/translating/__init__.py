"""Collects the messages to translate, and updates the files that translators edit."""
