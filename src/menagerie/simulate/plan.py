"""What is simulated: everything that is counted follows from it."""

from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Self

from menagerie.bots.levels import create
from menagerie.errors import BadInput
from menagerie.game import Item, words_of
from menagerie.header import Header, derive_key
from menagerie.kernel import Numbers
from menagerie.texts import Text

MOST_GAMES = 100_000_000
MOST_BLOCKS = 256  # that the games are split into: enough to see how much they differ
AT_RANDOM = "random"


@dataclass(frozen=True)
class Plan:
    """So many games with these bots. Games of the same number have the same chance in all plans."""

    header: Header  # its seed is that of all games
    bots: tuple[str, ...]  # one for each seat
    games: int
    rotate: bool = True  # whether the bots move on by a seat with each game

    @classmethod
    def create(cls, header: Header, bots: str, games: int, *, rotate: bool = True) -> Self:
        """A plan, checked; names of bots are repeated around the table."""
        if games not in range(1, MOST_GAMES + 1):
            raise BadInput(f"games must be 1 to {MOST_GAMES}, not {games}")
        names = tuple(name.strip() for name in bots.split(","))
        for name in names:
            create(name, header.game, bytes(16))
        if header.players % len(names):
            raise BadInput(f"{header.players} seats cannot be shared by {len(names)} bots")
        return cls(header, names * (header.players // len(names)), games, rotate)

    @property
    def is_random(self) -> bool:
        """Whether nobody thinks: then all of it is compiled."""
        return set(self.bots) == {AT_RANDOM}

    @property
    def keys(self) -> Numbers:
        """The key that the chance of every game follows from."""
        return words_of(derive_key(self.header.seed, "simulate"))

    @property
    def blocks(self) -> list[range]:
        """The games in blocks of nearly the same size; the threads have no say in it."""
        count = min(self.games, MOST_BLOCKS)
        edges = [self.games * block // count for block in range(count + 1)]
        return [range(*pair) for pair in pairwise(edges)]

    def turned(self, game: int) -> int:
        """By how many seats the bots have moved on."""
        return game % self.header.players if self.rotate else 0

    def things(self, text: Text) -> list[Item | None]:
        game = self.header.game
        return game.study.things(game.blank(self.header.edition), text)

    def kinds(self, text: Text) -> list[Item]:
        game = self.header.game
        return game.study.kinds(game.blank(self.header.edition), text)

    def to_json(self) -> dict[str, Any]:
        return {
            "header": self.header.to_json(),
            "bots": list(self.bots),
            "games": self.games,
            "rotate": self.rotate,
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Self:
        header = Header.from_json(data["header"])
        return cls(header, tuple(data["bots"]), data["games"], data["rotate"])
