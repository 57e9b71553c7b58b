"""The rules in our own words, every one with its number; our rulings are marked as such."""

from menagerie import texts
from menagerie.game import Game


def numbers(game: Game) -> list[str]:
    """The numbers of all rules of a game, in the order in which they are read."""
    text = game.text("en")
    found = {**text.group("rules"), **text.group("rulings")}
    sections = list(text.group("sections"))
    return sorted(found, key=lambda number: (sections.index(_section(number)), _place(number)))


def write(game: Game, language: str, *, markdown: bool = False) -> str:
    """All rules as a text."""
    text, ours = game.text(language), texts.ours(language)
    printed, rulings = text.group("rules"), text.group("rulings")
    heading, strong = ("#", "**") if markdown else ("", "")
    lines = [f"{heading} {text('title')}".strip(), "", text("goal"), "", ours("rules.note")]
    section = ""
    for number in numbers(game):
        if _section(number) != section:
            section = _section(number)
            lines += ["", f"{heading * 2} {text(f'sections.{section}')}".strip(), ""]
        said = [printed[number]] if number in printed else []
        if number in rulings:
            said.append(f"{ours('rules.ruling')} {rulings[number]}")
        lines.append(f"{'- ' if markdown else ''}{strong}{number}{strong} {' '.join(said)}")
    return "\n".join(lines)


def _section(number: str) -> str:
    return number.partition("-")[2][0]


def _place(number: str) -> int:
    return int(number.partition("-")[2][1:])
