"""Menagerie: complete tabletop games, to play and to study.

    >>> import menagerie
    >>> position = menagerie.new("cubosaurs", players=4, seed=7, advanced=True)
    >>> print(position.push(position.legal_moves[0]))
    keep the Hand

Slow imports (NumPy, Numba) are deferred until they are needed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from menagerie.errors import BadInput, IllegalMove
from menagerie.version import VERSION

if TYPE_CHECKING:  # these import NumPy and Numba, which takes a second
    from menagerie.jsontext import Json
    from menagerie.position import Move, Position

__version__ = VERSION
__all__ = ["BadInput", "IllegalMove", "Move", "Position", "__version__", "game_names", "new"]


def new(
    game: str,
    players: int | None = None,
    *,
    seed: str | int | None = None,
    edition: Json | str | None = None,
    **options: object,
) -> Position:
    """Start a game. Without a seed, the dice are different every time."""
    from menagerie.header import Header
    from menagerie.position import Position

    return Position(Header.create(game, players, seed=seed, edition=edition, options=options))


def game_names() -> list[str]:
    """The names of all games."""
    from menagerie.discovery import names

    return names()


def __getattr__(name: str) -> Any:
    if name in ("Move", "Position"):
        from menagerie import position

        return getattr(position, name)
    raise AttributeError(f"module 'menagerie' has no attribute {name!r}")
