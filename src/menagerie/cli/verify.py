"""`menagerie verify`: check a finished game without trusting the server that dealt it."""

import typer

from menagerie import fairness, jsontext
from menagerie.errors import BadInput
from menagerie.header import Header
from menagerie.log_entry import LogEntry
from menagerie.match import Match, read_header

HEADER = ("game", "format", "engine", "edition", "players", "seed", "options")
OPTIONAL = ("rules",)  # missing in games that began before rules had versions


def verify(text: str) -> None:
    """Check that the deal follows from the secret, and the result from the deal and the moves."""
    log = jsontext.parse(text, "the log")
    fields = jsontext.fields(log, ("header", "lines", "deal"), (), "the log")
    deal = jsontext.fields(fields["deal"], ("commitment", "secret", "entropy"), (), "deal")
    header = read_header(jsontext.fields(fields["header"], HEADER, OPTIONAL, "the header"))
    fairness.verify(deal["commitment"], deal["secret"], deal["entropy"], header.seed)
    if len(deal["entropy"]) != header.players:
        raise BadInput(f"entropy has {len(deal['entropy'])} texts for {header.players} seats")
    match = _play(header, fields["lines"])
    position = match.position
    if not position.is_over():
        raise BadInput("the game is not over after its last line")
    typer.echo(
        "the deal was fair: it follows from the secret the server committed to before the deal"
    )
    typer.echo(
        f"the game is valid: {match.number} lines, scores {position.scores()}, "
        f"winners {position.winners()}"
    )


def _play(header: Header, lines: object) -> Match:
    if not isinstance(lines, list):
        raise BadInput("lines must be a list")
    match = Match(header)
    for number, data in enumerate(lines):
        line = jsontext.fields(data, ("kind", "seat", "by", "move"), (), f"line {number}")
        if line["kind"] not in ("move", "undo"):
            raise BadInput(f"line {number}: kind must be move or undo")
        try:
            match.add(match.prepare(LogEntry(line["kind"], line["seat"], line["move"])))
        except BadInput as error:
            raise BadInput(f"line {number}: {error}") from None
    return match
