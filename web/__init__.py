"""The web front end of the table. Heavy modules are imported only when `app.create_app` or `main.main` runs."""
