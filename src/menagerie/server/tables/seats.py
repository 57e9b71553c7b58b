"""Who sits where: people by the hash of their token, bots by their level."""

import hashlib
import hmac
import re
import secrets
from dataclasses import dataclass, field, replace

from menagerie.server.access.rate_limits import Bucket
from menagerie.store import SeatRow

TOKEN = 16  # bytes: 128 bits


def new_token() -> str:
    return secrets.token_urlsafe(TOKEN)


def is_token(given: str) -> bool:
    """Whether it looks like one of ours; nobody chooses a token, least of all a short one."""
    return re.fullmatch(r"[A-Za-z0-9_-]{22}", given) is not None


def hash_of(token: str) -> bytes:
    """What is kept of a token: enough to know it again, not enough to use it."""
    return hashlib.sha256(token.encode()).digest()


@dataclass
class Seat:
    """A seat that is taken."""

    row: SeatRow
    sockets: int = 0  # connections of its owner
    away_since: float = 0.0
    left: bool = field(default=False)
    minded: bool = field(default=False)  # a bot has begun to sit in
    messages: Bucket | None = None  # rate limits of all its sockets together
    reactions: Bucket | None = None

    def belongs_to(self, token_hash: bytes | None) -> bool:
        """Compared in constant time."""
        if token_hash is None or self.row.token_hash is None:
            return False
        return hmac.compare_digest(self.row.token_hash, token_hash)

    @property
    def is_bot(self) -> bool:
        return self.row.bot is not None

    @property
    def here(self) -> bool:
        return self.sockets > 0

    def with_entropy(self, words: str) -> SeatRow:
        return replace(self.row, entropy=words)
