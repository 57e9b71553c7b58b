"""The numbered rules in our own words. Our own rulings are marked."""

from dataclasses import dataclass, field

from menagerie import texts
from menagerie.game import Game


@dataclass(frozen=True)
class Rule:
    """One rule: what the rulebook says, and our ruling where it is unclear."""

    number: str
    text: str | None
    ruling: str | None


@dataclass(frozen=True)
class Section:
    """The rules about one topic."""

    letter: str
    title: str
    rules: list[Rule] = field(default_factory=list)


def numbers(game: Game) -> list[str]:
    """The numbers of all rules of a game, in reading order."""
    text = game.text("en")
    found = {**text.group("rules"), **text.group("rulings")}
    letters = list(text.group("sections"))
    return sorted(found, key=lambda number: (letters.index(_section(number)), _place(number)))


def sections(game: Game, language: str) -> list[Section]:
    """All rules, section by section."""
    text = game.text(language)
    printed, rulings = text.group("rules"), text.group("rulings")
    found: list[Section] = []
    for number in numbers(game):
        letter = _section(number)
        if not found or found[-1].letter != letter:
            found.append(Section(letter, text(f"sections.{letter}")))
        found[-1].rules.append(Rule(number, printed.get(number), rulings.get(number)))
    return found


def write(game: Game, language: str, *, markdown: bool = False) -> str:
    """All rules as one text."""
    text, ours = game.text(language), texts.ours(language)
    heading, bullet, strong = ("#", "- ", "**") if markdown else ("", "", "")
    lines = [f"{heading} {text('title')}".strip(), "", text("goal"), "", ours("rules.note")]
    for section in sections(game, language):
        lines += ["", f"{heading * 2} {section.title}".strip(), ""]
        for rule in section.rules:
            ruling = rule.ruling and f"{ours('rules.ruling')} {rule.ruling}"
            said = " ".join(filter(None, (rule.text, ruling)))
            lines.append(f"{bullet}{strong}{rule.number}{strong} {said}")
    return "\n".join(lines)


def _section(number: str) -> str:
    return number.partition("-")[2][0]


def _place(number: str) -> int:
    return int(number.partition("-")[2][1:])
