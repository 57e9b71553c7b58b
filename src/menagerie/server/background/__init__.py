"""What happens without a request: bots, clocks, loading and eviction of tables."""
