"""WebSockets: the route, one client's connection, and the answers to its messages."""
