"""Breaks points down by source, as the score sheet does, for some games of each block."""

from dataclasses import dataclass, field

import numpy as np

from menagerie.game import Game, Table
from menagerie.kernel import Numbers
from menagerie.simulate.counters import Tally
from menagerie.texts import Text

OTHERS = 0
WINNERS = 1


@dataclass
class Sources:
    """Points by source in each block, of winners and of the others."""

    players: Numbers  # [block, OTHERS or WINNERS]: their number
    points: dict[str, Numbers] = field(default_factory=dict)  # the same shape, by source

    def add(self, source: str, block: int, group: int, points: int) -> None:
        if source not in self.points:
            self.points[source] = np.zeros_like(self.players)
        self.points[source][block, group] += points


def break_down(tally: Tally, text: Text) -> Sources:
    """Break down all games that were kept."""
    game = tally.plan.header.game
    found = Sources(np.zeros((len(tally.blocks), 2)))
    for number, block in enumerate(tally.blocks):
        for table in block.sample:
            _add_game(found, number, game, table, text)
    return found


def _add_game(found: Sources, block: int, game: Game, table: Table, text: Text) -> None:
    winners = game.scoring.winners(table)
    for seat, parts in enumerate(game.score_sheet.points_by_source(table, text)):
        if parts is None:
            continue
        group = WINNERS if winners >> seat & 1 else OTHERS
        found.players[block, group] += 1
        for part in parts:
            found.add(part.name, block, group, part.points)
