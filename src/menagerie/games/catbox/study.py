"""What a simulation counts: identities and tokens used, the kinds of moves, the sources."""

from menagerie.contract import Item, MoveKind, MoveNumber
from menagerie.games.catbox import names
from menagerie.games.catbox.edition import IDENTITY_NAMES, TOKEN_NAMES
from menagerie.games.catbox.moves import VERBS, decode
from menagerie.games.catbox.table import IDENTITIES, NONE, TOKENS, Phase, Table
from menagerie.kernel import Numbers, kernel
from menagerie.texts import Text

THINGS = IDENTITIES + TOKENS  # the player's identity, then the tokens it has used

KIND_NAMES = (*(verb for verb in VERBS if verb != "token"), *TOKEN_NAMES)


@kernel
def count(before: Table, move: MoveNumber, after: Table, out: Numbers) -> bool:  # noqa: ARG001 - the table after the last move is enough
    """Count at the end of the game (CAT-E2): tokens that were used are gone."""
    if after.phase != Phase.OVER:
        return False
    out[:] = 0
    for seat in range(after.players):
        out[seat, int(after.identity[seat])] = 1
        for token in range(TOKENS):
            unused = int(after.tokens[seat]) >> token & 1
            out[seat, IDENTITIES + token] = int(after.advanced) * (1 - unused)
    return True


def things(table: Table, text: Text) -> list[Item | None]:  # noqa: ARG001 - the same in every edition
    """The label of each thing that is counted, by its number."""
    cats = [
        Item(name, names.identity_words(number, text)) for number, name in enumerate(IDENTITY_NAMES)
    ]
    tokens = [
        Item(f"token:{name}", text("study.used", token=text(f"tokens.{name}")))
        for name in TOKEN_NAMES
    ]
    return [*cats, *tokens]


def kinds(table: Table, text: Text) -> list[Item]:  # noqa: ARG001 - the same in every edition
    """The kinds of moves."""
    return [Item(name, _kind_words(name, text)) for name in KIND_NAMES]


def _kind_words(name: str, text: Text) -> str:
    if name in TOKEN_NAMES:
        return text("study.play", token=text(f"tokens.{name}"))
    return text(f"study.{name}")


def kind_of(move: MoveNumber) -> MoveKind:
    """The kind of a move."""
    decoded = decode(move)
    return KIND_NAMES.index(decoded.verb if decoded.token == NONE else TOKEN_NAMES[decoded.token])


def source_words(name: str, text: Text) -> str:
    """The name of a part of the score, for any player."""
    return text(f"sources.{name}")
