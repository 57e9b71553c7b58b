"""What happened, in words: one line per event, as one seat observed it."""

from collections.abc import Iterator

import numpy as np

from menagerie import wording
from menagerie.contract import MoveNumber, Seat
from menagerie.games.catbox import names
from menagerie.games.catbox.cards import hand_place
from menagerie.games.catbox.edition import TOKEN_NAMES
from menagerie.games.catbox.move_numbers import CARD, FISH, HELD, LIFT
from menagerie.games.catbox.moves import (
    DecodedMove,
    chosen_words,
    decode,
    guarded_words,
    laid_over,
    laid_words,
    square_words,
)
from menagerie.games.catbox.scoring import points, winners
from menagerie.games.catbox.table import HAND, NONE, Phase, Table, Token
from menagerie.kernel import as_view
from menagerie.texts import Text

Event = tuple[str, dict[str, object]]  # its name, and the parameters of its sentence


def tell(before: Table, move: MoveNumber, after: Table, text: Text) -> list[str]:
    """The move and everything that followed from it."""
    before, after = as_view(before), as_view(after)
    events = [_move_event(before, move, text), *_following_events(before, move, after, text)]
    player = wording.player(int(before.to_move), text)
    return [text(f"events.{event}", **{"player": player, **fill}) for event, fill in events]


def _move_event(before: Table, move: MoveNumber, text: Text) -> Event:
    """The move itself."""
    decoded = decode(move)
    if decoded.verb == "token":
        return _token_event(before, move, decoded, text)
    if decoded.verb in ("card", "held"):
        return _card_event(before, move, decoded, text)
    if decoded.verb == "lift":
        return "lift", {"card": laid_words(before, decoded.card, text)}
    if decoded.verb == "place":
        fill: dict[str, object] = {
            "at": square_words(before, decoded.square, text),
            "covered": laid_over(before, decoded.square, text),
        }
        if before.phase == Phase.RELAY:
            return "moved", {**fill, "old": _where(before, int(before.chosen) - LIFT, text)}
        return "laid", fill
    return decoded.verb, {}


def _where(table: Table, card: int, text: Text) -> str:
    return names.at_words(int(table.column[card]), int(table.row[card]), text)


def _card_event(before: Table, move: MoveNumber, decoded: DecodedMove, text: Text) -> Event:
    card = chosen_words(before, move, text)
    if decoded.verb == "held":
        return "chose_held", {"card": card}
    if decoded.seat == before.to_move:
        return "chose_own", {"card": card}
    return "chose", {"card": card, "other": wording.player(decoded.seat, text)}


def _token_event(before: Table, move: MoveNumber, decoded: DecodedMove, text: Text) -> Event:
    if decoded.token == Token.CATBOX:
        square = guarded_words(before, decoded.square, text)
        return "catbox", {"at": square_words(before, decoded.square, text), "square": square}
    if decoded.token == Token.FISH:
        fill: dict[str, object] = {"card": chosen_words(before, move - FISH + CARD, text)}
        if decoded.seat == before.to_move:
            return "fish_own", fill
        return "fish", {**fill, "other": wording.player(decoded.seat, text)}
    return TOKEN_NAMES[decoded.token], {}


def _following_events(before: Table, move: MoveNumber, after: Table, text: Text) -> Iterator[Event]:
    """Refilled hands, a guard that falls, the next turn, the end."""
    over = after.phase == Phase.OVER
    if after.turn == before.turn and not over:
        return
    for seat, count in _losses(before, move).items():
        yield from _drawn(after, seat, count, text)
    if over:
        yield from _end(after, text)
        return
    player = wording.player(int(after.to_move), text)
    if after.to_move in before.guard_seat[: before.guards]:
        yield "guard_falls", {"player": player}
    yield "turn", {"player": player}


def _losses(before: Table, move: MoveNumber) -> dict[Seat, int]:
    """The hands that lost cards in this turn, in that order, and the cards left in them."""
    left = {int(seat): int(before.hand_size[seat]) for seat in before.refill[: before.refills]}
    lost = _hand_that_lost(before, move)
    if lost != NONE:
        left[lost] = int(before.hand_size[lost]) - 1
    return left


def _hand_that_lost(before: Table, move: MoveNumber) -> Seat:
    decoded = decode(move)
    if decoded.token == Token.FISH:
        return decoded.seat
    if decoded.verb == "place" and before.phase == Phase.PLACE and before.chosen != HELD:
        return int(before.chosen - CARD) // HAND
    return NONE


def _drawn(after: Table, seat: Seat, left: int, text: Text) -> Iterator[Event]:
    """The public side of a card that was drawn is seen by all (CAT-S4)."""
    for slot in range(left, int(after.hand_size[seat])):
        place = hand_place(seat, slot)
        card, side = int(after.card_at[place]), int(after.side_at[place])
        shown = names.picture_words(after, card, side, text)
        yield "drew", {"player": wording.player(seat, text), "card": shown}


def _end(after: Table, text: Text) -> Iterator[Event]:
    scores = np.zeros(int(after.players), np.int32)
    points(after.record, scores)
    for seat, score in enumerate(scores.tolist()):
        identity = names.identity_words(int(after.identity[seat]), text)
        player = wording.player(seat, text)
        yield "revealed", {"player": player, "identity": identity, "points": score}
    won = winners(after.record)
    yield "game_over", {"winners": wording.players(won, text)}
    if won.bit_count() > 1:
        yield "shared", {}
