"""What happened, in words: one line per event, as one seat observed it."""

from collections.abc import Iterator

from menagerie import wording
from menagerie.contract import MoveNumber
from menagerie.games.cubosaurs import names
from menagerie.games.cubosaurs.moves import DecodedMove, decode
from menagerie.games.cubosaurs.scoring import winners
from menagerie.games.cubosaurs.table import HIDDEN, Phase, Table, Tile
from menagerie.kernel import as_view
from menagerie.texts import Text


def tell(before: Table, move: MoveNumber, after: Table, text: Text) -> list[str]:
    """The move and everything that followed from it."""
    before, after, decoded = as_view(before), as_view(after), decode(move)
    lines = [_move_sentence(before, decoded, text)]
    lines += _tokens(before, decoded, after, text)
    if after.round_number != before.round_number or after.phase == Phase.OVER:
        lines += _end_of_round(before, after, text)
    lines += _hand_taken_up(before, decoded, after, text)
    return lines


def _move_sentence(before: Table, decoded: DecodedMove, text: Text) -> str:
    """The move itself."""
    fill: dict[str, object] = {"player": wording.player(int(before.to_move), text)}
    event = decoded.verb
    if decoded.seat >= 0:
        fill["other"] = wording.player(decoded.seat, text)
    if decoded.kind >= 0:
        fill["card"] = names.card_words(before, decoded.kind, text)
    if event == "keep":
        fill["cards"] = _hand(before, text)
    elif event == "buy":
        fill["tile"] = names.tile_words(decoded.tile, text)
        fill["cost"] = before.tile_cost[decoded.tile]
        bought = text("events.buy", **fill)
        if decoded.tile == Tile.FREE_REFUSAL:
            return f"{bought} {text('events.passed_free', **fill)}"
        return bought
    elif event == "destroy" and decoded.seat == before.to_move:
        event = "destroy_own"
    elif event == "give" and before.phase == Phase.SWAP_GIVE:
        event = "swap"
        fill["given"] = fill["card"]
        fill["taken"] = names.card_words(before, int(before.pending_kind), text)
    return text(f"events.{event}", **fill)


def _hand(table: Table, text: Text) -> str:
    return ", ".join(_card(table, i, text) for i in range(table.hand_size))


def _card(table: Table, place: int, text: Text) -> str:
    kind = int(table.hand[place])
    return text("screen.hidden") if kind == HIDDEN else names.card_words(table, kind, text)


def _tokens(before: Table, decoded: DecodedMove, after: Table, text: Text) -> Iterator[str]:
    """DNA tokens that changed hands, other than by the move itself."""
    for seat in range(before.players):
        change = int(after.dna[seat]) - int(before.dna[seat])
        if decoded.verb == "buy" and seat == before.turn:
            change += int(before.tile_cost[decoded.tile])
        if decoded.verb == "rob":
            change += (seat == decoded.seat) - (seat == before.to_move)
        if change:
            event = "gains" if change > 0 else "loses"
            player = wording.player(seat, text)
            yield text(f"events.{event}", player=player, count=abs(change))


def _end_of_round(before: Table, after: Table, text: Text) -> Iterator[str]:
    scores = ", ".join(
        f"{wording.player(seat, text)}: {after.round_scores[before.round_number - 1, seat]}"
        for seat in range(before.players)
    )
    yield text("events.round_over", round=before.round_number, scores=scores)
    if after.phase == Phase.OVER:
        yield text("events.game_over", winners=wording.players(winners(after.record), text))
        return
    starter = wording.player(int(after.starter), text)
    yield text("events.round_starts", round=after.round_number, player=starter)
    yield text("events.clockwise" if after.direction == 1 else "events.anticlockwise")


def _hand_taken_up(before: Table, decoded: DecodedMove, after: Table, text: Text) -> Iterator[str]:
    """A card that was drawn, or a Hand that was passed on."""
    player = wording.player(int(after.turn), text)
    passed = decoded.verb == "refuse" or decoded.tile == Tile.FREE_REFUSAL
    if passed:
        yield text("events.takes_up", player=player, count=after.hand_size)
    elif after.hand_size and (after.hand_size > before.hand_size or decoded.verb == "keep"):
        last = int(after.hand_size) - 1
        if after.hand[last] == HIDDEN:
            yield text("events.drew_unseen", player=player)
        else:
            yield text("events.drew", player=player, card=_card(after, last, text))
