"""Provably fair deals: a commit-reveal scheme.

Neither a player alone nor, if some player adds unguessable words, the server alone can choose the
dice.

The seed of a game is an HMAC of the server's secret and of the words that the players add. The
server publishes the hash of the secret (the commitment) before the players add their words, and the
secret itself after the game. With these, anyone can recompute the seed.
"""

import hashlib
import hmac
import secrets
from collections.abc import Sequence

from menagerie import jsontext
from menagerie.errors import BadInput

SECRET_BYTES = 32
MAX_ENTROPY_LENGTH = 64  # characters of what a player adds


def new_secret() -> bytes:
    return secrets.token_bytes(SECRET_BYTES)


def commitment(secret: bytes) -> str:
    """The SHA-256 of the secret in hexadecimal, published before the deal."""
    return hashlib.sha256(secret).hexdigest()


def seed(secret: bytes, entropy: Sequence[str]) -> str:
    """The seed of the game: HMAC-SHA-256 in hexadecimal, keyed with the secret.

    The message is what the seats added, in seat order, one line per seat, in UTF-8.
    """
    return hmac.new(secret, "\n".join(entropy).encode(), hashlib.sha256).hexdigest()


def check_entropy(words: object) -> str:
    """Validate what a player adds: a few printable characters, or none."""
    if not isinstance(words, str) or len(words) > MAX_ENTROPY_LENGTH or not words.isprintable():
        raise BadInput(
            f"what a player adds to the deal is at most {MAX_ENTROPY_LENGTH} printable characters, "
            f"not {jsontext.abbreviate_json(words)}"
        )
    return words


def verify(shown: object, secret_hex: object, entropy: object, used: object) -> None:
    """Check a game's seed against the commitment; raise BadInput if it does not match."""
    secret = _secret(secret_hex)
    if not isinstance(entropy, list):
        raise BadInput("entropy must be a list of strings, one for each seat")
    for words in entropy:
        check_entropy(words)  # a line break would make it ambiguous who added what
    if commitment(secret) != shown:
        raise BadInput(
            f"the secret's SHA-256 is {commitment(secret)}, but {jsontext.abbreviate_json(shown)} "
            "was shown before the deal"
        )
    if (expected := seed(secret, entropy)) != used:
        raise BadInput(
            f"the secret and the players' words give the seed {expected}, "
            f"but the game has {jsontext.abbreviate_json(used)}"
        )


def _secret(written: object) -> bytes:
    try:
        secret = bytes.fromhex(written) if isinstance(written, str) else b""
    except ValueError:
        secret = b""
    if len(secret) != SECRET_BYTES:
        raise BadInput(f"secret must be {SECRET_BYTES} bytes in hexadecimal")
    return secret
