"""The migrations of the schema, which Alembic runs."""
