"""The games behind the interfaces that researchers know. Each module needs an extra of its own."""
