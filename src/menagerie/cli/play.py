"""`menagerie play`: a game against bots in the terminal."""

from rich.columns import Columns
from rich.text import Text as RichText

from menagerie import bots, rulebook, texts
from menagerie.cli.console import Console, ask
from menagerie.contract import Seat
from menagerie.errors import BadInput
from menagerie.header import Header
from menagerie.position import Move, Position

MAX_ONE_PER_LINE = 15  # moves; more are printed in columns


class PlayerQuit(Exception):  # noqa: N818 - not an error
    """The player quit."""


def play(header: Header, seat: Seat, bot: str, threads: int | None, language: str) -> None:
    """Play one game until it ends or the player quits."""
    if seat not in range(header.players):
        raise BadInput(f"there is no seat {seat}; seats are 0 to {header.players - 1}")
    text = texts.ours(language)
    console = Console()
    others = bots.seat_bots(header, bot, threads)
    console.print(text("play.welcome", game=header.game.text(language)("title"), seed=header.seed))
    console.print(text("play.opponents", level=text(f"levels.{bot.partition(':')[0]}")))
    try:
        TerminalPlayer(Position(header), seat, others, language, console).play()
    except PlayerQuit:
        console.print(text("play.left", seed=header.seed))


class TerminalPlayer:
    """The person at the terminal, at a table of bots."""

    def __init__(
        self,
        position: Position,
        seat: Seat,
        others: list[bots.Bot],
        language: str,
        console: Console,
    ) -> None:
        self.position = position
        self.seat = seat
        self.bots = others
        self.text = texts.ours(language)
        self.game_text = position.game.text(language)
        self.language = language
        self.console = console

    def play(self) -> None:
        while (seat := self.position.turn) is not None:
            if seat == self.seat:
                self.push(self.ask())
            else:
                self.push(bots.choice(self.position, self.bots[seat]))
        self.show_table()
        won = self.seat in self.position.winners()
        self.console.print(self.text("play.won" if won else "play.lost"), style="bold")

    def push(self, move: Move) -> None:
        before = self.position.table
        self.position.push(move)
        game, after = self.position.game, self.position.table
        for line in game.tell(before, move.number, after, self.seat, self.game_text):
            self.console.print(f"  {line}")

    def show_table(self) -> None:
        self.console.print()
        observed = self.position.observe(self.seat)
        self.console.print(self.position.game.screen.show(observed, self.game_text))

    def ask(self) -> Move:
        """Show the table and the legal moves, and prompt until one is chosen."""
        self.show_table()
        observed = self.position.observe(self.seat)
        moves = self.position.legal_moves
        question = self.position.game.screen.ask(observed, self.game_text)
        self.console.print(f"\n{question}", style="bold")
        self.list_moves(moves)
        numbers = [str(number) for number, _ in enumerate(moves, 1)]
        while True:
            answer = self.read()
            if answer == "?":
                self.console.print(rulebook.write(self.position.game, self.language))
            elif answer in numbers:
                return moves[numbers.index(answer)]
            elif (found := self.find(answer)) is not None:
                return found
            else:
                self.console.print(self.text("play.not_understood", count=len(moves)))

    def list_moves(self, moves: list[Move]) -> None:
        """Print one move per line, or in columns if there are many."""
        lines = [f"{number:4}  {move.words(self.language)}" for number, move in enumerate(moves, 1)]
        if len(lines) > MAX_ONE_PER_LINE:
            self.console.print(Columns(map(RichText, lines), column_first=True, padding=(0, 1)))
        else:
            self.console.print("\n".join(lines))

    def read(self) -> str:
        try:
            answer = ask(self.console, self.text("play.prompt"))
        except (EOFError, KeyboardInterrupt):
            self.console.print()
            raise PlayerQuit from None
        if answer.casefold() in ("q", "quit"):
            raise PlayerQuit
        return answer

    def find(self, answer: str) -> Move | None:
        """The legal move that was typed, in words or as JSON."""
        try:
            move = self.position.parse(answer)
        except BadInput:
            return None
        return move if move in self.position.legal_moves else None
