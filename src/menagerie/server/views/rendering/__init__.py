"""The render worker: a second process that encodes updates when the server is busy."""
