"""Alembic environment: migrations run on the connection and in the transaction passed by `Database.migrate`."""

from alembic import context

from cardtable_club.hub.schema import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA, render_as_batch=True)
context.run_migrations()
