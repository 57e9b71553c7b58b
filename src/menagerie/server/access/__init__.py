"""Access control: tokens, origins, client addresses, rate limits."""
