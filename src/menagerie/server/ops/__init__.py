"""Operations: logs, metrics, health checks, warm-up."""
