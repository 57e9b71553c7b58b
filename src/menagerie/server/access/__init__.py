"""Who may ask, and how often: tokens, origins, addresses, rate limits."""
