"""Menagerie: tabletop games, complete, to be played and to be studied.

    >>> import menagerie
    >>> position = menagerie.new("cubosaurs", players=4, seed=7, advanced=True)
    >>> print(position.push(position.legal_moves[0]))
    keep the Hand

Nothing heavy is imported before it is used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from menagerie.errors import BadInput, IllegalMove
from menagerie.version import VERSION

if TYPE_CHECKING:
    from menagerie.position import Move, Position

__version__ = VERSION
__all__ = ["BadInput", "IllegalMove", "Move", "Position", "__version__", "game_names", "new"]


def new(
    game: str,
    players: int | None = None,
    *,
    seed: str | int | None = None,
    edition: dict[str, Any] | str | None = None,
    **options: Any,
) -> Position:
    """Start a game; without a seed, chance is new every time."""
    from menagerie.header import Header
    from menagerie.position import Position

    return Position(Header.create(game, players, seed=seed, edition=edition, options=options))


def game_names() -> list[str]:
    """The names of all games there are."""
    from menagerie.discovery import names

    return names()


def __getattr__(name: str) -> Any:
    if name in ("Move", "Position"):
        from menagerie import position

        return getattr(position, name)
    raise AttributeError(f"module 'menagerie' has no attribute {name!r}")
