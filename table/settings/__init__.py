"""The settings of table.toml: values, sections, checks of their combinations, and errors that name line and key.

No device is opened here: the hardware finds out whether a chip answers.
"""
