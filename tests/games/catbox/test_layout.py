"""The fast computation of zones and places against a slow one, on thousands of layouts."""

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from support.games.catbox.referee_layout import picture, places, visible, zones
from support.runs import JIT_DISABLED

from menagerie import discovery
from menagerie.games.catbox.layout import lay, lift
from menagerie.games.catbox.placement import NO_LIFTED_CARD, list_places
from menagerie.games.catbox.scoring import score_identity
from menagerie.games.catbox.table import CHIHUAHUA, Table
from menagerie.games.catbox.zones import TALLY, tally_layout
from menagerie.kernel import copy

GAME = discovery.load("catbox")
EDITION = GAME.standard
POSITIONS = 200 if JIT_DISABLED else 5_000
PARTS = 10  # to be tried side by side
SIDES = ("front", "back")
LETTERS = {name: letter for letter, name in EDITION["cats"].items()}
CATS = [LETTERS[name] for name in ("ginger", "black", "white", "grey", "tabby")]


def growing(rng: random.Random, cards: int) -> Iterator[tuple[Any, list[dict[str, Any]]]]:
    """A layout at every moment as it grows, in both forms."""
    table = GAME.blank(EDITION)
    options: dict[str, bool | str] = {"advanced": True, "overlap": rng.choice(["one", "any"])}
    GAME.set_up(table, 2, options, rng.randbytes(16))
    first = int(table.stack[0])
    layout = [{"card": first, "side": SIDES[table.side_up[first]], "at": [0, 0]}]
    yield table, layout
    for card in rng.sample([card for card in range(48) if card != first], cards):
        side = rng.randrange(2)
        at = rng.choice(fast_places(table, 2 if "." in drawn(card, side) else 1, NO_LIFTED_CARD))
        lay(table, card, side, *at)
        layout.append({"card": card, "side": SIDES[side], "at": list(at)})
        yield table, layout


def drawn(card: int, side: int) -> str:
    return picture(EDITION, card, SIDES[side])


def fast_places(table: Table, most: int, lifted: int) -> list[tuple[int, int]]:
    out = np.empty(512, np.int32)
    squares = out[: list_places(table, most, lifted, 0, out)]
    left, top = int(table.left) - 1, int(table.top) - 1
    columns = left + ((squares & 63) - left) % 64
    rows = top + ((squares >> 6) - top) % 64
    return list(zip(columns.tolist(), rows.tolist(), strict=True))


def put_guards(table: Table, layout: list[dict[str, Any]], rng: random.Random) -> list[Any]:
    squares = rng.sample(sorted(visible(layout, EDITION)), rng.randrange(3))
    for i, (column, row) in enumerate(squares):
        table.guard_column[i] = column
        table.guard_row[i] = row
    table.guards = len(squares)
    return [{"seat": 0, "at": list(square)} for square in squares]


def slow_points(layout: list[dict[str, Any]]) -> list[int]:
    """What each of the six identities is worth."""
    shown = visible(layout, EDITION)
    found = zones(shown)
    points = []
    for letter in CATS:
        sizes = [len(zone.squares) for zone in found if zone.kind == letter]
        points.append(sum(sizes) + max(sizes, default=0))
    trios = sum(len(zone.squares) == 3 for zone in found)
    return [*points, 2 * trios + list(shown.values()).count(".")]


def worth(table: Table) -> list[int]:
    tally = np.zeros(TALLY, np.int32)
    tally_layout(table, tally)
    return [score_identity(identity, tally) for identity in range(CHIHUAHUA + 1)]


@pytest.mark.rule("CAT-T3", "CAT-T4", "CAT-T5", "CAT-A5", "CAT-A6", "CAT-E2", "CAT-E3", "CAT-E4")
@pytest.mark.parametrize("part", range(PARTS))
def test_a_slow_count_of_zones_and_places_agrees_on_ten_thousand_layouts(part: int) -> None:
    rng = random.Random(part)
    checked = 0
    while checked < POSITIONS // PARTS:
        for table, layout in growing(rng, 47 if checked % 5 == 0 else 20):
            assert worth(table) == slow_points(layout)
            guards = put_guards(table, layout, rng)
            attention = rng.random() < 0.3
            side = rng.choice(["GBWY", "GB.Y"])
            most = 4 if attention else 2 if "." in side else 1
            found = fast_places(table, most, NO_LIFTED_CARD)
            assert len(set(found)) == len(found)
            overlap = "any" if table.overlap else "one"
            assert set(found) == places(layout, EDITION, side, guards, overlap, attention)
            table.guards = 0
            checked += 1


@pytest.mark.rule("CAT-A7")
def test_a_lifted_card_leaves_the_table_as_if_it_had_never_been_there() -> None:
    rng = random.Random(5)
    for _ in range(POSITIONS // 500 + 1):
        before = None
        for table, layout in growing(rng, 30):
            if before is not None:
                _lift_the_last(table, layout, before)
            before = table.tobytes()


def _lift_the_last(table: Any, layout: list[dict[str, Any]], before: bytes) -> None:
    last, old = layout[-1]["card"], tuple(layout[-1]["at"])
    overlap = "any" if table.overlap else "one"
    found = fast_places(table, 2, last)
    assert set(found) == places(layout[:-1], EDITION, "GB.Y", [], overlap) - {old}
    without = copy(table)
    lift(without, last)
    assert without.tobytes() == before
    assert worth(without) == slow_points(layout[:-1])


@pytest.mark.rule("CAT-T3")
def test_no_layout_reaches_the_edge_of_the_board() -> None:
    """48 cards in a line, each on a corner of the last, in each of the four directions."""
    for right, down in ((1, 1), (-1, 1), (1, -1), (-1, -1)):
        table = GAME.blank(EDITION)
        GAME.set_up(table, 2, {"advanced": True, "overlap": "one"}, bytes(16))
        first = int(table.stack[0])
        layout = [{"card": first, "side": SIDES[table.side_up[first]], "at": [0, 0]}]
        for i, card in enumerate((card for card in range(48) if card != first), 1):
            at = (i * right, i * down)
            assert at in fast_places(table, 1, NO_LIFTED_CARD)
            lay(table, card, 0, *at)
            layout.append({"card": card, "side": "front", "at": list(at)})
        assert worth(table) == slow_points(layout)
        assert set(fast_places(table, 2, NO_LIFTED_CARD)) == places(
            layout, EDITION, "GB.Y", [], "one"
        )
