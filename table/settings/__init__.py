"""The settings of table.toml: values, sections, how they fit together, and errors that name line and key.

Nothing is opened here: the hardware finds out whether a chip answers.
"""
