"""The server: tables, seats, WebSockets and bots, around matches that are kept in a store."""
