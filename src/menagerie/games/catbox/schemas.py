"""Strict models of what is read from files: editions, positions and score sheets."""

from typing import Annotated, Any

from pydantic import (
    AfterValidator,
    Field,
    PlainValidator,
    ValidationInfo,
    ValidatorFunctionWrapHandler,
    WrapValidator,
)

from menagerie.games.catbox.edition import (
    BOX_LETTER,
    CAT_NAMES,
    HAND_SIZE,
    IDENTITY_NAMES,
    MIRROR,
    PLAYERS,
    REMOVED,
    SIDE_NAMES,
    TOKEN_NAMES,
)
from menagerie.games.catbox.names import PHASE_NAMES
from menagerie.games.catbox.setup import identities_in_play
from menagerie.games.catbox.table import CARDS, CATS, SEATS, SQUARES, TOKENS, Table
from menagerie.jsontext import abbreviate_json, printable
from menagerie.validation import (
    Counted,
    Group,
    OneOf,
    PerSeat,
    Seat,
    Text,
    Unmasked,
    Within,
    exactly,
    fault,
    group,
    players_between,
)

SideName = Annotated[str, OneOf(SIDE_NAMES)]

# ---- the edition; the letters of its pictures are the context


def _is_letter(value: object) -> str:
    is_character = isinstance(value, str) and len(value) == 1 and value.isprintable()
    if not is_character or value in (BOX_LETTER, " "):
        raise fault(f"must be one printable character other than {BOX_LETTER} and space")
    return str(value)


def _names_each_cat_once(cats: dict[str, str]) -> dict[str, str]:
    if len(cats) != CATS or len(set(cats.values())) != CATS:
        raise fault(f"must name {', '.join(CAT_NAMES)}, each once (CAT-C3)")
    return cats


def _is_picture(value: object, info: ValidationInfo[list[str]]) -> object:
    letters = info.context
    is_side = isinstance(value, str) and len(value) == SQUARES
    if not is_side or any(letter not in letters for letter in str(value)):
        raise fault(f"must be {SQUARES} of {printable(' '.join(letters))}")
    return value


def _is_mirror_or_list(value: object, check_list: ValidatorFunctionWrapHandler) -> object:
    return value if value == MIRROR else check_list(value)


Letter = Annotated[str, PlainValidator(_is_letter, json_schema_input_type=str)]
Cats = Annotated[
    dict[Letter, Annotated[str, OneOf(CAT_NAMES)]], AfterValidator(_names_each_cat_once)
]
Picture = Annotated[str, PlainValidator(_is_picture, json_schema_input_type=str)]
Pictures = Annotated[list[Picture], Counted(CARDS)]  # CAT-C1


class Deck(Group):
    """What the sides of the cards show."""

    back: Annotated[Pictures, WrapValidator(_is_mirror_or_list)]
    fronts: Pictures


def _by_players(counts: dict[int, int], rule: str) -> Any:
    """Counts that a rule fixes for each number of players."""
    fields = {str(players): Annotated[int, exactly(counts[players], rule)] for players in PLAYERS}
    return group("ByPlayers", fields)


Edition = group(
    "Edition",
    {
        "name": Text,
        "players": Annotated[list[int], exactly([2, SEATS], "CAT-C5")],
        "cats": Cats,
        "setup": group(
            "Setup",
            {
                "removed": _by_players(REMOVED, "CAT-S2"),
                "hand_size": _by_players(HAND_SIZE, "CAT-S3"),
            },
        ),
        "deck": Deck,
    },
)


# ---- the position; the table it is laid onto is the context


def _is_in_play(name: str, info: ValidationInfo[Table]) -> str:
    OneOf(IDENTITY_NAMES[: identities_in_play(info.context)]).check(name)
    return name


Card = Annotated[int, Within(range(CARDS)), Unmasked]
Identity = Annotated[str, AfterValidator(_is_in_play), Unmasked]
Token = Annotated[str, OneOf(TOKEN_NAMES)]
At = Annotated[list[Annotated[int, Within(range(-CARDS, CARDS + 1))]], Counted(2)]


class CardSomewhere(Group):
    """A card, wherever it lies."""

    card: Card


class CardInPack(CardSomewhere):
    """A card in the deck or taken off it, and the side that is up."""

    up: SideName


class CardInHand(CardSomewhere):
    """A card in a hand, and the side that the others see."""

    public: SideName


class CardUnderFish(CardSomewhere):
    """A card under a fish, the side it will show, and the seats that know it anyway."""

    plays: SideName
    known_to: list[Seat] = Field(default_factory=list)


class CardInLayout(CardSomewhere):
    """A card that lies on the table."""

    side: SideName
    at: At


class Guard(Group):
    """A cat box on the layout (CAT-A6)."""

    seat: Seat
    at: At


class Position(Group):
    """A whole position, nothing masked."""

    phase: Annotated[str, OneOf(PHASE_NAMES)]
    to_move: Seat | None
    turn: Annotated[int, Within(range(1, 1 << 14))]
    identities: PerSeat[Identity]
    unused_identities: list[Identity]
    deck: list[Annotated[CardInPack, Unmasked]]
    removed: list[Annotated[CardInPack, Unmasked]]
    layout: list[CardInLayout]
    hands: PerSeat[list[Annotated[CardInHand, Unmasked]]]
    held: PerSeat[list[Annotated[CardUnderFish, Unmasked]]]
    tokens: PerSeat[list[Token]]
    guards: list[Guard]
    token_played: bool
    cards_played: Annotated[int, Within(range(2))]
    to_refill: list[Seat]
    attention: bool
    chosen: object  # a move, which the move codec reads


# ---- the score sheet


def _is_row(value: object) -> object:
    if not isinstance(value, str):
        raise fault(f"must be a row of letters, not {abbreviate_json(value)}")
    return value


class ScoreSheet(Group):
    """A picture of the layout, who was who, and how many tokens each has left."""

    layout: list[Annotated[str, PlainValidator(_is_row, json_schema_input_type=str)]]
    identities: Annotated[
        list[Annotated[str, OneOf(IDENTITY_NAMES)]],
        players_between(PLAYERS[0], PLAYERS[-1], "CAT-C5"),
    ]
    tokens: list[Annotated[int, Within(range(TOKENS + 1))]] = Field(default_factory=list)
