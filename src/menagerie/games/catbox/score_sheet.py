"""The score sheet for people at a real table: a picture of the layout, and who was who."""

from collections import Counter

import numpy as np

from menagerie.contract import Part, Seat, Sheet
from menagerie.errors import BadInput
from menagerie.games.catbox import names
from menagerie.games.catbox.edition import BOX_LETTER, IDENTITY_NAMES
from menagerie.games.catbox.layout import square_of
from menagerie.games.catbox.scoring import TRIO_POINTS, count_tokens
from menagerie.games.catbox.table import (
    BOARD,
    BOX,
    CARDS,
    CATS,
    CHIHUAHUA,
    HIDDEN,
    Table,
)
from menagerie.games.catbox.zones import (
    BOXES,
    LARGEST_OF,
    MAX_SQUARES,
    NOTHING_SHOWN,
    SQUARES_OF,
    TALLY,
    TRIOS,
    measure_zone,
    tally_layout,
    tally_squares,
)
from menagerie.kernel import Numbers
from menagerie.texts import Text

BLANK = " "
MAX_WIDTH = CARDS + 1


def score(data: object, blank: Table, text: Text) -> Sheet:
    """Score a finished game; `blank` has the edition and nothing else."""
    from menagerie import validation
    from menagerie.games.catbox.schemas import ScoreSheet

    sheet = validation.read(ScoreSheet, data, "the score sheet")
    identities = _identities(sheet.identities)
    tokens = sheet.tokens if "tokens" in sheet.model_fields_set else [0] * len(identities)
    if len(tokens) != len(identities):  # CAT-A3
        raise BadInput(f"tokens must have {len(identities)} entries, not {len(tokens)}")
    tally = _tally(blank, sheet.layout)
    players = list(zip(identities, tokens, strict=True))
    breakdown = [_breakdown(identity, unused, tally) for identity, unused in players]
    return Sheet(
        scores=[sum(points.values()) for points in breakdown],
        breakdown=breakdown,
        labels=[_labels(identity, unused, tally, text) for identity, unused in players],
        tie_breaks=[_tie_breaks(identity, tally) for identity in identities],
    )


def points_by_source(table: Table, text: Text) -> list[list[Part] | None]:
    """The points of each seat by source; None for a seat whose identity is hidden."""
    table = table.record  # compiled rules take the record
    tally = np.empty(TALLY, np.int32)
    tally_layout(table, tally)
    return [_parts(table, seat, tally, text) for seat in range(int(table.players))]


def _parts(table: Table, seat: Seat, tally: Numbers, text: Text) -> list[Part] | None:
    identity = int(table.identity[seat])
    if identity == HIDDEN:
        return None
    unused = int(count_tokens(int(table.tokens[seat])))
    labels = _labels(identity, unused, tally, text)
    points = _breakdown(identity, unused, tally)
    if not table.advanced:
        del points["tokens"]
    return [Part(name, labels[name], worth) for name, worth in points.items()]


def _identities(given: list[str]) -> list[int]:
    """One for each player; the Chihuahua plays only where there are four or more (CAT-S1)."""
    found = [IDENTITY_NAMES.index(name) for name in given]
    if len(set(found)) < len(found):
        raise BadInput("identities must all be different (CAT-C3)")
    if CHIHUAHUA in found and len(found) < 4:
        raise BadInput("with two or three players there is no chihuahua (CAT-S1)")
    return found


def _tally(table: Table, rows: list[str]) -> Numbers:
    """Lay the picture onto an empty board, and count."""
    shown = np.full(BOARD, NOTHING_SHOWN, np.int8)
    known = {names.letter(table, value): value for value in range(CATS + 1)}
    squares = []
    for row, line in enumerate(rows):
        for column, letter in enumerate(line.rstrip()):
            if letter == BLANK:
                continue
            if letter not in known:
                raise BadInput(f"layout has {letter!r}; it can have {' '.join(known)} and blanks")
            if row >= MAX_WIDTH or column >= MAX_WIDTH:
                raise BadInput(f"layout is larger than {MAX_WIDTH} squares each way")
            shown[square_of(column, row)] = known[letter]
            squares.append(square_of(column, row))
    _check_squares(table, shown, squares)
    tally = np.zeros(TALLY, np.int32)
    tally_squares(shown, np.array(squares, np.int16), len(squares), tally)
    return tally


def _check_squares(table: Table, shown: Numbers, squares: list[int]) -> None:
    """Check that the layout is connected, and shows nothing more often than the cards do."""
    if not 4 <= len(squares) <= MAX_SQUARES:
        raise BadInput(f"layout must show 4 to {MAX_SQUARES} squares, not {len(squares)} (CAT-C1)")
    shown_count = Counter(int(shown[square]) for square in squares)
    for value, count in shown_count.items():
        most = int((table.pictures == value).sum(axis=2).max(axis=1).sum())
        if count > most:
            letter = BOX_LETTER if value == BOX else names.letter(table, value)
            raise BadInput(f"layout has {letter} {count} times; the cards show it {most} times")
    pieces = np.where(shown == NOTHING_SHOWN, NOTHING_SHOWN, 0).astype(np.int8)
    if measure_zone(pieces, squares[0], 0, np.empty(MAX_SQUARES, np.int16)) < len(squares):
        raise BadInput("layout must be one piece, joined edge to edge (CAT-T3)")


def _breakdown(identity: int, unused: int, tally: Numbers) -> dict[str, int]:
    """Points by source (CAT-E2, CAT-E4, CAT-A3)."""
    if identity == CHIHUAHUA:
        points = {"trios": TRIO_POINTS * int(tally[TRIOS]), "boxes": int(tally[BOXES])}
    else:
        squares, zone = int(tally[SQUARES_OF + identity]), int(tally[LARGEST_OF + identity])
        points = {"squares": squares, "largest_zone": zone}
    return points | {"tokens": unused}


def _tie_breaks(identity: int, tally: Numbers) -> dict[str, int]:
    """The Chihuahua first, then the player's largest zone (CAT-E5)."""
    if identity == CHIHUAHUA:
        return {"is_chihuahua": 1, "own_zone": 0}
    return {"is_chihuahua": 0, "own_zone": int(tally[LARGEST_OF + identity])}


def _labels(identity: int, unused: int, tally: Numbers, text: Text) -> dict[str, str]:
    name = names.identity_words(identity, text)
    zone = 0 if identity == CHIHUAHUA else int(tally[LARGEST_OF + identity])
    return {
        "squares": text("scorer.squares", identity=name),
        "largest_zone": text("scorer.largest_zone", identity=name),
        "trios": text("scorer.trios", identity=name, count=int(tally[TRIOS])),
        "boxes": text("scorer.boxes", identity=name),
        "tokens": text("scorer.tokens", count=unused),
        "is_chihuahua": name,
        "own_zone": text("scorer.own_zone", size=zone),
    }
