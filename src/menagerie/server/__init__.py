"""The table, online: rooms, seats, sockets and bots around matches that are kept in a store."""
