"""Whether a name that somebody typed is allowed."""
