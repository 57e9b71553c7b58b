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
    act_at,
    advance_at,
    count_chests_at,
    last_round_has_begun,
)
from menagerie.games.incubation.market import empty_piles, treasures_to_take
from menagerie.games.incubation.moves import Parts, parts
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
    before, after, done = as_view(before), as_view(after), parts(move)
    teller = Teller(before, text)
    events = [
        *teller.move_events(done, move),
        *teller.following_events(),
        *teller.closing_events(done, after),
    ]
    player = wording.player(int(before.to_move), text)
    return [text(f"events.{event}", **{"player": player, **fill}) for event, fill in events]


class Teller:
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

    def move_events(self, done: Parts, move: MoveNumber) -> Iterator[Event]:
        """The move itself."""
        if done.verb == "reroll":
            yield from self._reroll(done)
            return
        yield from self._decision(done)
        act_at(self.tables, 0, move)
        if done.verb == "stay":
            yield from self._chests(self.before)
        elif done.verb == "use":
            yield from self._gain(done)
        elif done.verb == "take_treasure":
            yield from self._treasure(self.before, done.section)
        elif done.verb == "hatch":
            yield self._hatching(self.before, done.slot)

    def _decision(self, done: Parts) -> Iterator[Event]:
        """The decision, where naming the choice is enough."""
        table, text = self.before, self.text
        if done.verb == "stay":
            yield "stay", {"faces": names.face_words(table, text)}
        elif done.verb == "take_egg":
            egg = names.egg_words(table, names.top(table, done.pile), text)
            fill: dict[str, object] = {"egg": egg, "pile": done.pile + 1}
            if done.die == NONE:
                yield "draft", fill
            else:
                die = names.dice_words(table, 1 << done.die, text)
                yield "take_egg", {**fill, "die": die}
        elif done.verb == "place":
            yield self._placement(table, done.slot, done.food, 1)
        elif done.verb == "overflow":
            what = names.contents_words(table.overflow, text)
            treasure = names.treasure_words(table, done.section, text)
            yield "overflow", {"what": what, "treasure": treasure}
        elif done.verb == "objective":
            yield "objective", {"objective": names.goal_words(table, done.goal, text)}

    def _reroll(self, done: Parts) -> Iterator[Event]:
        """The reroll; its faces were revealed before the move."""
        dice = names.dice_words(self.before, done.dice, self.text)
        self.tables["dice"] = self.tables["coming"] - 1
        self.tables["rolls"] = 2
        before = self.table
        yield "reroll", {"dice": dice, "faces": names.face_words(before, self.text)}
        count_chests_at(self.tables, 0)
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

    def _gain(self, done: Parts) -> Iterator[Event]:
        """What the dice brought, and how much of it no egg needs (INC-T7, INC-T8)."""
        before, table = self.before, self.table
        resource = int(table.dice[1 if done.dice == 2 else 0])
        gained = int(before.supply[resource] - table.supply[resource])
        what = names.amount_words(resource, gained, self.text)
        dice = names.dice_words(table, done.dice, self.text)
        if gained:
            yield "gains", {"what": what, "dice": dice}
        if gained < (PAIR_GAIN if done.dice == 3 else 1):
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
            going_on = advance_at(self.tables, 0)
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

    def closing_events(self, done: Parts, after: Table) -> Iterator[Event]:
        """After the move: the egg that a pile shows, the last round, the next roll, the end."""
        if done.pile != NONE:
            fill: dict[str, object] = {"pile": done.pile + 1}
            if after.pile_size[done.pile]:
                egg = names.egg_words(after, names.top(after, done.pile), self.text)
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
