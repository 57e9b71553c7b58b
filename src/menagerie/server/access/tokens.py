"""Tokens: the proof of who owns a seat. The database stores only their hashes."""

import hashlib
import re
import secrets

TOKEN_BYTES = 16  # 128 bits


def new_token() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)


def is_token(given: str) -> bool:
    """Whether it has the format of our tokens; a program may choose its own 22 characters."""
    return re.fullmatch(r"[A-Za-z0-9_-]{22}", given) is not None


def hash_of(token: str) -> bytes:
    """Enough to recognise a token, not enough to use it."""
    return hashlib.sha256(token.encode()).digest()
