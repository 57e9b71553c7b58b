"""One table's life, owned by its `TableSession`, and the registry of all tables in memory."""
