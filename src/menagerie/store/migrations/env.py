"""Alembic's entry point; the caller provides the connection."""

from alembic import context

from menagerie.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,  # SQLite alters a table by rebuilding it
)
with context.begin_transaction():
    context.run_migrations()
