"""For whoever runs the server: logs, metrics, health, warm-up."""
