"""A log entry in words, from what an observer saw."""

from menagerie.game import Game, MoveNumber, Table
from menagerie.log_entry import LogEntry
from menagerie.texts import ours


def entry_in_words(
    entry: LogEntry, game: Game, seen: Table, move: MoveNumber, after: Table, language: str
) -> list[str]:
    """What happened; `seen` is the table at which the move was made, or the undone one was."""
    text = game.text(language)
    if entry.kind == "undo":
        undone = game.move_codec.to_words(seen, move, text)
        return [ours(language)("table.undone", move=undone)]
    return game.screen.tell(seen, move, after, text)
