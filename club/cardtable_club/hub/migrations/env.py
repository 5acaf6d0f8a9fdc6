"""Alembic's environment: migrations run in the connection and transaction that `Database.migrate` passes."""

from alembic import context

from cardtable_club.hub.schema import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA, render_as_batch=True)
context.run_migrations()
