"""`Plan`: what is simulated. It determines all counts, unless a bot has a time limit."""

from dataclasses import dataclass
from itertools import pairwise
from typing import Self

from menagerie.bots.levels import create
from menagerie.errors import BadInput
from menagerie.game import Item, key_as_uint64
from menagerie.header import Header, derive_key
from menagerie.jsontext import Json
from menagerie.kernel import Numbers
from menagerie.texts import Text

MAX_GAMES = 100_000_000
MAX_BLOCKS = 256  # enough to estimate the variance between them
RANDOM_BOT = "random"


@dataclass(frozen=True)
class Plan:
    """A number of games with these bots.

    The n-th game uses the same random numbers in every plan.
    """

    header: Header  # its seed determines all games
    bots: tuple[str, ...]  # one for each seat
    games: int
    rotate: bool = True  # whether the bots move one seat on with each game

    @classmethod
    def create(cls, header: Header, bots: str, games: int, *, rotate: bool = True) -> Self:
        """Check and create a plan; the names of bots repeat around the table."""
        if games not in range(1, MAX_GAMES + 1):
            raise BadInput(f"games must be 1 to {MAX_GAMES}, not {games}")
        names = tuple(name.strip() for name in bots.split(","))
        for name in names:
            create(name, header.game, bytes(16))
        if header.players % len(names):
            raise BadInput(f"{header.players} seats cannot be shared by {len(names)} bots")
        return cls(header, names * (header.players // len(names)), games, rotate)

    @property
    def is_random(self) -> bool:
        """Whether all bots are random: then whole games run in compiled code."""
        return set(self.bots) == {RANDOM_BOT}

    @property
    def key(self) -> Numbers:
        """The key from which the random numbers of every game are derived."""
        return key_as_uint64(derive_key(self.header.seed, "simulate"))

    @property
    def blocks(self) -> list[range]:
        """The games in blocks of nearly equal size, independent of the number of threads."""
        count = min(self.games, MAX_BLOCKS)
        edges = [self.games * block // count for block in range(count + 1)]
        return [range(*pair) for pair in pairwise(edges)]

    def rotation(self, game: int) -> int:
        """By how many seats the bots are rotated in a game."""
        return game % self.header.players if self.rotate else 0

    def things(self, text: Text) -> list[Item | None]:
        game = self.header.game
        return game.study.things(game.blank(self.header.edition), text)

    def kinds(self, text: Text) -> list[Item]:
        game = self.header.game
        return game.study.kinds(game.blank(self.header.edition), text)

    def to_json(self) -> Json:
        return {
            "header": self.header.to_json(),
            "bots": list(self.bots),
            "games": self.games,
            "rotate": self.rotate,
        }

    @classmethod
    def from_json(cls, data: Json) -> Self:
        header = Header.from_json(data["header"])
        return cls(header, tuple(data["bots"]), data["games"], data["rotate"])
