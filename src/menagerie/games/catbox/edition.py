"""The edition: what is printed on the components. Validates it and writes it to a table."""

from menagerie.games.catbox.table import (
    BOX,
    CARDS,
    NONE,
    SEATS,
    SIDES,
    Cat,
    Table,
    Token,
)
from menagerie.jsontext import Json

CAT_NAMES = tuple(cat.name.lower() for cat in Cat)
IDENTITY_NAMES = (*CAT_NAMES, "chihuahua")
TOKEN_NAMES = tuple(token.name.lower() for token in Token)
SIDE_NAMES = ("front", "back")
BOX_LETTER = "."
MIRROR = "mirror"
PLAYERS = range(2, SEATS + 1)
REMOVED = {2: 1, 3: 2, 4: 3, 5: 2}  # CAT-S2
HAND_SIZE = {2: 2, 3: 2, 4: 1, 5: 1}  # CAT-S3


def check(edition: Json) -> list[str]:
    """Every fault of an edition, with its field; an empty list if there is none."""
    from menagerie import validation
    from menagerie.games.catbox.schemas import Edition

    cats = edition.get("cats")
    letters = (
        [letter for letter in cats if isinstance(letter, str)] if isinstance(cats, dict) else []
    )
    return validation.faults(Edition, edition, context=[BOX_LETTER, *letters])


def backs(edition: Json) -> list[str]:
    """The other sides of the cards (CAT-C2)."""
    deck = edition["deck"]
    if deck["back"] == MIRROR:
        return [side[1] + side[0] + side[3] + side[2] for side in deck["fronts"]]
    own: list[str] = deck["back"]
    return own


def lay_out(edition: Json, table: Table) -> None:
    """Write a checked edition into a table."""
    letters = {name: letter for letter, name in edition["cats"].items()}
    table.letters[:] = [ord(letters[name]) for name in CAT_NAMES]
    for players in PLAYERS:
        table.removed_for[players] = edition["setup"]["removed"][str(players)]
        table.hand_for[players] = edition["setup"]["hand_size"][str(players)]
    shown = {letters[name]: cat + 1 for cat, name in enumerate(CAT_NAMES)} | {BOX_LETTER: BOX}
    sides = zip(edition["deck"]["fronts"], backs(edition), strict=True)
    for card, pictures in enumerate(sides):
        for side, picture in enumerate(pictures):
            table.pictures[card, side] = [shown[letter] for letter in picture]
    _find_twins(table)


def _find_twins(table: Table) -> None:
    """For each side that several cards have, the first such side."""
    first: dict[bytes, int] = {}
    cards: dict[bytes, set[int]] = {}
    for card in range(CARDS):
        for side in range(SIDES):
            picture = table.pictures[card, side].tobytes()
            first.setdefault(picture, card * SIDES + side)
            cards.setdefault(picture, set()).add(card)
    for card in range(CARDS):
        for side in range(SIDES):
            picture = table.pictures[card, side].tobytes()
            table.twin[card, side] = first[picture] if len(cards[picture]) > 1 else NONE
