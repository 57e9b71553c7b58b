"""What happened, in words: one line per event, as one seat observed it.

The move is replayed step by step on the observed table, and each step is told.
"""

from collections import Counter
from collections.abc import Iterator

import numpy as np

from menagerie import wording
from menagerie.contract import MoveNumber, Seat
from menagerie.games.incubation import names
from menagerie.games.incubation.edition import COLOUR_NAMES
from menagerie.games.incubation.entry_points import (
    act_entry,
    advance_entry,
    count_chests_entry,
    last_round_has_begun,
)
from menagerie.games.incubation.market import empty_piles, treasures_to_take
from menagerie.games.incubation.move_numbers import BOTH
from menagerie.games.incubation.moves import DecodedMove, decode
from menagerie.games.incubation.rules import PAIR_GAIN
from menagerie.games.incubation.scoring import winners
from menagerie.games.incubation.table import (
    FOOD,
    NONE,
    RESOURCES,
    ROUNDS,
    SECTIONS,
    Phase,
    Table,
)
from menagerie.kernel import as_view, bits, copy
from menagerie.texts import Text

Event = tuple[str, dict[str, object]]  # its name, and the parameters of its sentence


def tell(before: Table, move: MoveNumber, after: Table, text: Text) -> list[str]:
    """The move and everything that followed from it."""
    before, after, decoded = as_view(before), as_view(after), decode(move)
    narrator = Narrator(before, text)
    events = [
        *narrator.move_events(decoded, move),
        *narrator.following_events(),
        *narrator.closing_events(decoded, after),
    ]
    player = wording.player(int(before.to_move), text)
    return [text(f"events.{event}", **{"player": player, **fill}) for event, fill in events]


class Narrator:
    """Replays a move step by step, for the player who made it."""

    def __init__(self, before: Table, text: Text) -> None:
        self.before = before
        self.tables = copy(before.array)  # what the rules work on, an array of one
        self.seat = int(before.to_move)
        self.text = text

    @property
    def table(self) -> Table:
        """A snapshot of the table as it is now."""
        now: Table = as_view(copy(self.tables))
        return now

    def move_events(self, decoded: DecodedMove, move: MoveNumber) -> Iterator[Event]:
        """The move itself."""
        if decoded.verb == "reroll":
            yield from self._reroll(decoded)
            return
        yield from self._decision(decoded)
        act_entry(self.tables, 0, move)
        if decoded.verb == "stay":
            yield from self._chests(self.before)
        elif decoded.verb == "use":
            yield from self._gain(decoded)
        elif decoded.verb == "take_treasure":
            yield from self._treasure(self.before, decoded.section)
        elif decoded.verb == "hatch":
            yield self._hatching(self.before, decoded.slot)

    def _decision(self, decoded: DecodedMove) -> Iterator[Event]:
        """The decision, where naming the choice is enough."""
        table, text = self.before, self.text
        if decoded.verb == "stay":
            yield "stay", {"faces": names.face_words(table, text)}
        elif decoded.verb == "take_egg":
            egg = names.egg_words(table, names.top(table, decoded.pile), text)
            fill: dict[str, object] = {"egg": egg, "pile": decoded.pile + 1}
            if decoded.die == NONE:
                yield "draft", fill
            else:
                die = names.dice_words(table, 1 << decoded.die, text)
                yield "take_egg", {**fill, "die": die}
        elif decoded.verb == "place":
            yield self._placement(table, decoded.slot, decoded.food, 1)
        elif decoded.verb == "overflow":
            what = names.contents_words(table.overflow, text)
            treasure = names.treasure_words(table, decoded.section, text)
            yield "overflow", {"what": what, "treasure": treasure}
        elif decoded.verb == "objective":
            yield "objective", {"objective": names.goal_words(table, decoded.goal, text)}

    def _reroll(self, decoded: DecodedMove) -> Iterator[Event]:
        """The reroll; its faces were revealed before the move."""
        dice = names.dice_words(self.before, decoded.dice, self.text)
        self.tables["dice"] = self.tables["coming"] - 1
        self.tables["rolls"] = 2
        before = self.table
        yield "reroll", {"dice": dice, "faces": names.face_words(before, self.text)}
        count_chests_entry(self.tables, 0)
        yield from self._chests(before)

    def _chests(self, before: Table) -> Iterator[Event]:
        """The turn of the wheel, and what it added to each treasure (INC-T3)."""
        table = self.table
        if table.phase == Phase.TREASURE:
            yield ("two_chests" if table.treasure.any() else "chests_empty"), {}
        if table.wheel == before.wheel:
            return
        yield "wheel", {"number": int(table.wheel) + 1}
        for resource in range(RESOURCES):
            section = (int(table.wheel) + int(table.pointers[resource])) % SECTIONS
            fallen = int(table.treasure[section, resource] - before.treasure[section, resource])
            if fallen:
                what = names.amount_words(resource, fallen, self.text)
                treasure = names.treasure_words(table, section, self.text)
                yield "falls", {"what": what, "treasure": treasure}
            else:
                yield self._dry(resource)

    def _dry(self, resource: int) -> Event:
        return "dry", {"resource": names.resource_words(resource, self.text)}

    def _gain(self, decoded: DecodedMove) -> Iterator[Event]:
        """What the dice brought, and how much of it no egg needs (INC-T7, INC-T8)."""
        before, table = self.before, self.table
        resource = int(table.dice[1 if decoded.dice == 2 else 0])
        gained = int(before.supply[resource] - table.supply[resource])
        what = names.amount_words(resource, gained, self.text)
        dice = names.dice_words(table, decoded.dice, self.text)
        if gained:
            yield "gains", {"what": what, "dice": dice}
        if gained < (PAIR_GAIN if decoded.dice == BOTH else 1):
            yield self._dry(resource)
        if resource < FOOD:
            left = int(table.overflow[resource] - before.overflow[resource])
            if left:
                yield "left_over", {"what": names.amount_words(resource, left, self.text)}

    def following_events(self) -> Iterator[Event]:
        """Everything that followed without a decision; one event for all that one egg receives."""
        placed: Counter[tuple[int, int]] = Counter()
        going_on, now = True, self.table
        while going_on:
            before = now
            going_on = advance_entry(self.tables, 0)
            now = self.table
            if before.phase == Phase.PLACE and going_on and before.placing.any():
                placed[_place_filled(before, now, self.seat)] += 1
                continue
            for (slot, food), count in placed.items():
                yield self._placement(before, slot, food, count)
            placed.clear()
            yield from self._step(before, now)

    def _step(self, before: Table, now: Table) -> Iterator[Event]:
        """What one step did."""
        seat = self.seat
        if before.phase == Phase.HATCH and now.dragons[seat] > before.dragons[seat]:
            yield self._hatching(before, int(np.argmax(before.slot[seat] != now.slot[seat])))
        elif before.phase == Phase.TREASURE and now.phase == Phase.PLACE:
            yield from self._treasure(before, bits.lowest(int(treasures_to_take(before.record))))
        elif before.phase == Phase.TREASURE and now.owed_count < before.owed_count:
            colour = self.text(f"colours.{COLOUR_NAMES[before.owed[0]]}")
            yield "no_treasure", {"colour": colour}
        elif now.taken[seat] > before.taken[seat]:
            goal = int(np.argmax(before.goal_at != now.goal_at))
            yield "objective", {"objective": names.goal_words(now, goal, self.text)}

    def _placement(self, table: Table, slot: int, food: int, count: int) -> Event:
        egg = names.nest_words(table, self.seat, slot, self.text)
        return "placed", {"what": names.amount_words(food, count, self.text), "egg": egg}

    def _hatching(self, before: Table, slot: int) -> Event:
        egg = int(before.slot[self.seat, slot])
        nest = names.nest_words(before, self.seat, slot, self.text)
        return "hatch", {"egg": nest, "dragon": names.dragon_words(before, egg, self.text)}

    def _treasure(self, before: Table, section: int) -> Iterator[Event]:
        """What a treasure brings, and what stays in it (INC-H3)."""
        left = self.table.treasure[section]
        taken = before.treasure[section] - left
        treasure = names.treasure_words(before, section, self.text)
        if taken.any():
            what = names.contents_words(taken, self.text)
            yield "treasure", {"treasure": treasure, "what": what}
            if left.any():
                what = names.contents_words(left, self.text)
                yield "stays", {"treasure": treasure, "what": what}
        else:
            yield "treasure_useless", {"treasure": treasure}

    def closing_events(self, decoded: DecodedMove, after: Table) -> Iterator[Event]:
        """After the move: the egg that a pile shows, the last round, the next roll, the end."""
        if decoded.pile != NONE:
            fill: dict[str, object] = {"pile": decoded.pile + 1}
            if after.pile_size[decoded.pile]:
                egg = names.egg_words(after, names.top(after, decoded.pile), self.text)
                yield "pile_shows", {**fill, "egg": egg}
            else:
                yield "pile_empty", fill
        if last_round_has_begun(after) and not last_round_has_begun(self.before):
            yield (
                ("last_round_piles" if empty_piles(after.record) > 1 else "last_round_objectives"),
                {},
            )
        if after.phase == Phase.OVER:
            yield from self._game_over(after)
        elif after.phase == Phase.REROLL:
            player = wording.player(int(after.to_move), self.text)
            yield "rolls", {"player": player, "faces": names.face_words(after, self.text)}

    def _game_over(self, after: Table) -> Iterator[Event]:
        if not last_round_has_begun(after):
            yield "too_long", {"rounds": ROUNDS}  # INC-E5
        yield "game_over", {"winners": wording.players(winners(after.record), self.text)}


def _place_filled(before: Table, now: Table, seat: Seat) -> tuple[int, int]:
    """The slot that got something, and whether it was fire or water."""
    slot, food = np.argwhere(before.fed[seat] != now.fed[seat])[0]
    return int(slot), int(food)
