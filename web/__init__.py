"""The table on phones. Nothing is built, and nothing heavy imported, before `app.create_app` or `main.main` runs."""
