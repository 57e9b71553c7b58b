"""A deal that nobody can have chosen: the dice follow from our secret and from the players' words.

The hash of the secret is shown before the players say anything; the secret itself, after the game.
Whoever has both, and the words, can work out the seed of the game with these few lines.
"""

import hashlib
import hmac
import secrets
from collections.abc import Sequence

from menagerie import jsontext
from menagerie.errors import BadInput

SECRET = 32  # bytes
LONGEST = 64  # characters of what a player adds


def new_secret() -> bytes:
    return secrets.token_bytes(SECRET)


def commitment(secret: bytes) -> str:
    """What is shown before the deal: the SHA-256 of the secret, in hexadecimal."""
    return hashlib.sha256(secret).hexdigest()


def seed(secret: bytes, entropy: Sequence[str]) -> str:
    """The seed of the game: HMAC-SHA-256, in hexadecimal, with the secret as its key.

    Its message is what the seats added, in their order, a line each, in UTF-8.
    """
    return hmac.new(secret, "\n".join(entropy).encode(), hashlib.sha256).hexdigest()


def check_entropy(words: object) -> str:
    """What a player adds: any few printable characters, or nothing."""
    if not isinstance(words, str) or len(words) > LONGEST or not words.isprintable():
        raise BadInput(
            f"what a player adds to the deal is at most {LONGEST} printable characters, "
            f"not {jsontext.abbreviate_json(words)}"
        )
    return words


def verify(shown: object, secret_hex: object, entropy: object, used: object) -> None:
    """Check that a game's seed is what was promised; what does not hold is an error."""
    secret = _secret(secret_hex)
    if not isinstance(entropy, list):
        raise BadInput("entropy must be a list of texts, one for each seat")
    for words in entropy:
        check_entropy(words)  # a line break would blur who added what
    if commitment(secret) != shown:
        raise BadInput(
            f"the secret's SHA-256 is {commitment(secret)}, but {jsontext.abbreviate_json(shown)} "
            "was shown before the deal"
        )
    if (expected := seed(secret, entropy)) != used:
        raise BadInput(
            f"from the secret and the players' words follows the seed {expected}, "
            f"but the game has {jsontext.abbreviate_json(used)}"
        )


def _secret(written: object) -> bytes:
    try:
        secret = bytes.fromhex(written) if isinstance(written, str) else b""
    except ValueError:
        secret = b""
    if len(secret) != SECRET:
        raise BadInput(f"secret must be {SECRET} bytes in hexadecimal")
    return secret
