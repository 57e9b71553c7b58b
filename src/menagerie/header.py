"""The header of a game. The header and the list of moves determine the whole game."""

import hashlib
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Self

from menagerie import discovery, jsontext
from menagerie.errors import BadInput
from menagerie.game import Game, Value
from menagerie.jsontext import Json, abbreviate_json
from menagerie.version import VERSION

FORMAT = 1
FIELDS = ("game", "format", "edition", "players", "options")
OPTIONAL = ("engine", "rules", "seed")  # required in a trace, optional in a position
STANDARD = "standard"
FIRST_RULES = 1  # the version of the rules of a header that names none
MAX_SEED_LENGTH = 200


@dataclass(frozen=True)
class Header:
    """Which game is played, with how many players, which options, and which seed."""

    game: Game
    edition: Json
    players: int
    options: dict[str, Value]
    seed: str

    @classmethod
    def create(
        cls,
        game: str,
        players: int | None = None,
        *,
        seed: str | int | None = None,
        edition: Json | str | None = None,
        options: Mapping[str, object] | None = None,
    ) -> Self:
        """A validated header, with defaults for what is not given."""
        found = discovery.load(game)
        count = found.check_players(found.players[0] if players is None else players)
        return cls(
            game=found,
            edition=_edition(found, edition),
            players=count,
            options=found.check_options(options or {}, count),
            seed=_seed(seed),
        )

    @property
    def key(self) -> bytes:
        """The 128-bit key of the dice."""
        return derive_key(self.seed, "dice")

    def to_json(self) -> Json:
        """The header as the first line of a trace."""
        return {
            "game": self.game.name,
            "format": FORMAT,
            "engine": VERSION,
            "rules": self.game.version,
            "edition": self.edition_json,
            "players": self.players,
            "seed": self.seed,
            "options": dict(self.options),
        }

    def document(self, position: Json) -> Json:
        """A position with its header, but without the seed."""
        return {
            "game": self.game.name,
            "format": FORMAT,
            "edition": self.edition_json,
            "players": self.players,
            "options": dict(self.options),
            "position": position,
        }

    @cached_property
    def seedless_json(self) -> str:
        """The header as JSON without the seed: equal for games that differ by chance only."""
        document = self.document({})
        del document["position"]
        return jsontext.canonical(document)

    @cached_property
    def edition_json(self) -> str | Json:
        """The name of the standard edition, or the whole edition if it is another one."""
        return STANDARD if self.edition == self.game.standard else self.edition

    @classmethod
    def from_json(cls, data: object, *, what: str = "the header") -> Self:
        """Read and validate a header; only the fields in OPTIONAL may be missing."""
        fields = jsontext.fields(data, FIELDS, OPTIONAL, what)
        written = fields["format"]
        if written != FORMAT or type(written) is not int:
            raise BadInput(
                f"{what} has format {abbreviate_json(written)}; this program reads {FORMAT}"
            )
        if not isinstance(fields["options"], dict):
            options = abbreviate_json(fields["options"])
            raise BadInput(f"options in {what} must be an object, not {options}")
        for name in ("edition", "seed"):
            if name in fields and fields[name] is None:
                raise BadInput(f"{name} in {what} must not be null")
        if not isinstance(fields.get("engine", ""), str):
            raise BadInput(
                f"engine in {what} must be a string, not {abbreviate_json(fields['engine'])}"
            )
        rules = fields.get("rules", FIRST_RULES)
        if type(rules) is not int or rules < 1:
            raise BadInput(f"rules in {what} must be a number from 1, not {abbreviate_json(rules)}")
        game = discovery.load(fields["game"])
        header = cls.create(
            game.name,
            game.check_players(fields["players"]),
            seed=fields.get("seed", ""),
            edition=fields["edition"],
            options=fields["options"],
        )
        if missing := [name for name in header.options if name not in fields["options"]]:
            raise BadInput(f"options in {what} lack {', '.join(missing)}")
        return header


def derive_key(seed: str, purpose: str) -> bytes:
    """A 128-bit key derived from a seed; the keys of different purposes are independent."""
    return hashlib.sha256(f"menagerie/{purpose}/{seed}".encode()).digest()[:16]


def _edition(game: Game, edition: object) -> Json:
    if edition is None or edition == STANDARD:
        return game.standard
    if isinstance(edition, str):
        raise BadInput(
            f"{game.name} has no edition {abbreviate_json(edition)}; it has: {STANDARD} "
            f"(pass your own edition as a file or an object)"
        )
    return game.check_edition(edition)


def _seed(seed: object) -> str:
    if seed is None:
        return secrets.token_hex(16)
    if isinstance(seed, bool) or not isinstance(seed, str | int):
        raise BadInput(f"a seed is a string or a number, not {abbreviate_json(seed)}")
    if len(text := str(seed)) > MAX_SEED_LENGTH or not text.isprintable():
        raise BadInput(f"a seed has at most {MAX_SEED_LENGTH} characters, all of them printable")
    return text
