"""The edition: what is printed on the components, checked and laid into a table."""

from typing import Any

from menagerie.editions import Checker
from menagerie.games.catbox.table import (
    BOX,
    CARDS,
    CATS,
    NONE,
    SEATS,
    SIDES,
    SQUARES,
    Cat,
    Table,
    Token,
)

CAT_NAMES = tuple(cat.name.lower() for cat in Cat)
IDENTITY_NAMES = (*CAT_NAMES, "chihuahua")
TOKEN_NAMES = tuple(token.name.lower() for token in Token)
SIDE_NAMES = ("front", "back")
BOX_LETTER = "."
MIRROR = "mirror"
PLAYERS = range(2, SEATS + 1)
REMOVED = {2: 1, 3: 2, 4: 3, 5: 2}  # CAT-S2
HAND_SIZE = {2: 2, 3: 2, 4: 1, 5: 1}  # CAT-S3


def check(edition: dict[str, Any]) -> list[str]:
    """What is wrong with an edition, field by field; nothing if all is well."""
    checker = Checker(edition)
    checker.fields("", ("name", "players", "cats", "setup", "deck"))
    checker.text("name")
    checker.equal("players", [2, SEATS], "CAT-C5")
    checker.fields("setup", ("removed", "hand_size"))
    for name, counts, rule in (("removed", REMOVED, "CAT-S2"), ("hand_size", HAND_SIZE, "CAT-S3")):
        checker.fields(f"setup.{name}", [str(players) for players in PLAYERS])
        for players, count in counts.items():
            checker.equal(f"setup.{name}.{players}", count, rule)
    _check_cats(checker)
    checker.fields("deck", ("back", "fronts"))
    _check_sides(checker, "deck.fronts")
    if checker.get("deck.back") != MIRROR:
        _check_sides(checker, "deck.back")
    return checker.faults


def _check_cats(checker: Checker) -> None:
    """A letter for each of the five."""
    cats = checker.get("cats")
    if not isinstance(cats, dict):
        checker.fields("cats", CAT_NAMES)
        return
    for letter in cats:
        if len(letter) != 1 or letter in (BOX_LETTER, " "):
            checker.fault(f"cats.{letter}", "must be one letter")
        checker.one_of(f"cats.{letter}", CAT_NAMES)
    names = [name for name in cats.values() if isinstance(name, str)]
    if len(cats) != CATS or len(set(names)) != len(cats):
        checker.fault("cats", f"must name {', '.join(CAT_NAMES)}, each once (CAT-C3)")


def _check_sides(checker: Checker, path: str) -> None:
    """48 sides of four squares (CAT-C1)."""
    cats = checker.get("cats")
    letters = [BOX_LETTER, *cats] if isinstance(cats, dict) else []
    for i, side in enumerate(checker.items(path, CARDS)):
        right = isinstance(side, str) and len(side) == SQUARES
        if not right or any(letter not in letters for letter in side):
            checker.fault(f"{path}.{i}", f"must be {SQUARES} of {' '.join(letters)}")


def backs(edition: dict[str, Any]) -> list[str]:
    """The other sides of the cards (CAT-C2)."""
    deck = edition["deck"]
    if deck["back"] == MIRROR:
        return [side[1] + side[0] + side[3] + side[2] for side in deck["fronts"]]
    own: list[str] = deck["back"]
    return own


def lay_out(edition: dict[str, Any], table: Table) -> None:
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
    """For each side that another card has too, the first side like it."""
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
