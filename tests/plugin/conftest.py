"""The example is a project of its own: `test_plugin.py` runs it as its users would."""

collect_ignore = ["example"]
