"""What eggs, dice, treasures and phases are called, in words."""

from menagerie.contract import Seat
from menagerie.games.incubation.edition import COLOUR_NAMES, FACE_NAMES, RESOURCE_NAMES
from menagerie.games.incubation.market import top_egg
from menagerie.games.incubation.move_numbers import BOTH
from menagerie.games.incubation.table import NONE, Phase, Resource, Table
from menagerie.kernel import Numbers, interpreted
from menagerie.texts import Text

PHASE_NAMES = tuple(phase.name.lower() for phase in Phase)
LISTING_ORDER = (Resource.GOLD, Resource.WATER, Resource.FIRE)  # in words


def top(table: Table, pile: int) -> int:
    return interpreted(top_egg)(table, pile)


def kind_words(table: Table, egg: int, text: Text) -> str:
    """The colours of an egg and its dragon: "red", "red and blue", "mystery"."""
    colours = [COLOUR_NAMES[colour] for colour in table.egg_colours[egg] if colour != NONE]
    if not colours:
        return text("colours.mystery")
    if len(colours) == 1:
        return text(f"colours.{colours[0]}")
    one, two = (text(f"colours.{colour}") for colour in colours)
    return text("forms.hybrid", one=one, two=two)


def egg_words(table: Table, egg: int, text: Text) -> str:
    """An egg for people: "the red egg (2 fire, 1 water, 3 points)"."""
    if egg == NONE:
        return text("forms.no_egg")
    fire, water = table.need[egg].tolist()
    kind = kind_words(table, egg, text)
    points = int(table.egg_points[egg])
    return text("forms.egg", kind=kind, fire=fire, water=water, points=points)


def short_egg_words(table: Table, egg: int, text: Text) -> str:
    """An egg without what is printed on it."""
    return text("forms.short_egg", kind=kind_words(table, egg, text))


def nest_words(table: Table, seat: Seat, slot: int, text: Text) -> str:
    """The egg in an incubator, distinguished from another egg of its kind."""
    egg = int(table.slot[seat, slot])
    if egg == NONE:
        return text("forms.empty_slot", slot=slot + 1)
    return text("forms.nest", egg=short_egg_words(table, egg, text), slot=slot + 1)


def dragon_words(table: Table, egg: int, text: Text) -> str:
    points = int(table.egg_points[egg])
    return text("forms.dragon", kind=kind_words(table, egg, text), points=points)


def face_words(table: Table, text: Text) -> str:
    """What the dice show: "fire, chest"."""
    return ", ".join(text(f"faces.{FACE_NAMES[face]}") for face in table.dice)


def dice_words(table: Table, which: int, text: Text) -> str:
    """The first die (1), the second (2) or both (3), and what they show."""
    if which == BOTH:
        return text("forms.both_dice", faces=face_words(table, text))
    die = which - 1
    return text("forms.die", number=die + 1, face=text(f"faces.{FACE_NAMES[table.dice[die]]}"))


def resource_words(resource: int, text: Text) -> str:
    return text(f"faces.{RESOURCE_NAMES[resource]}")


def amount_words(resource: int, count: int, text: Text) -> str:
    return text(f"amounts.{RESOURCE_NAMES[resource]}", count=count)


def contents_words(counts: Numbers, text: Text) -> str:
    """What a treasure holds, or any other lot of gold, water and fire."""
    held = counts.tolist()
    lots = [amount_words(r, held[r], text) for r in LISTING_ORDER if r < len(held) and held[r]]
    return ", ".join(lots) or text("forms.nothing")


def treasure_words(table: Table, section: int, text: Text) -> str:
    colour = text(f"colours.{COLOUR_NAMES[table.sections[section]]}")
    return text("forms.treasure", number=section + 1, colour=colour)


def goal_words(table: Table, goal: int, text: Text) -> str:
    """An objective: "3 red; 5 points"."""
    wanted = [
        text("forms.dragons", count=count, colour=text(f"colours.{COLOUR_NAMES[colour]}"))
        for colour, count in enumerate(table.goal_dragons[goal].tolist())
        if count
    ]
    if gold := int(table.goal_gold[goal]):
        wanted.append(amount_words(Resource.GOLD, gold, text))
    points = int(table.goal_points[goal])
    return text("forms.goal", wanted=", ".join(wanted), points=points)
