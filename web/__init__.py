"""The table on phones. Nothing heavy is imported before `app.create_app` or `main.main` runs."""
