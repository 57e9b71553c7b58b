/** What the sides of cards show, and which squares are visible on the table. */
import type {
  Cat,
  Edition,
  Held,
  InDeck,
  InHand,
  Kind,
  Laid,
  Move,
  Place,
  Position,
  Side,
} from "./position";

/** Four squares: top left, top right, bottom left, bottom right. */
export type Picture = Kind[];

/** A visible square of the table. */
export interface Square {
  at: Place;
  kind: Kind;
  card: number;
}
export type VisibleSquares = Map<string, Square>;

export const keyOf = ([column, row]: Place): string => `${column},${row}`;

/** The four squares that a card at this place covers. */
export function footprint([column, row]: Place): Place[] {
  return [
    [column, row],
    [column + 1, row],
    [column, row + 1],
    [column + 1, row + 1],
  ];
}

function mirror(side: string): string {
  return [1, 0, 3, 2].map((at) => side[at] ?? "").join("");
}

function pictureOf(edition: Edition, letters: string): Picture {
  return [...letters].map((letter) => edition.cats?.[letter] ?? "box");
}

export function sideOf(edition: Edition, card: number, side: Side): Picture {
  const front = edition.deck?.fronts[card] ?? "....";
  const back = edition.deck?.back;
  if (side === "front") return pictureOf(edition, front);
  return pictureOf(edition, Array.isArray(back) ? (back[card] ?? "....") : mirror(front));
}

const other = (side: Side): Side => (side === "front" ? "back" : "front");

/** The public side of a card in a hand, in the deck or under a fish. */
export function publicOf(edition: Edition, card: InHand | InDeck | Held | null): Picture | null {
  if (card === null) return null;
  const side = "public" in card ? card.public : "up" in card ? card.up : card.plays;
  if (card.card === null || side === null)
    return card.shows ? pictureOf(edition, card.shows) : null;
  return sideOf(edition, card.card, side);
}

/** The side of a card in a hand that only the owner sees. */
export function secretOf(edition: Edition, card: InHand | null): Picture | null {
  if (card === null || card.card === null || card.public === null) return null;
  return sideOf(edition, card.card, other(card.public));
}

/** The side that the chosen card will show on the table. */
export function chosenOf(edition: Edition, position: Position, chooser: number): Picture | null {
  const move: Move | null = position.chosen;
  if (move === null) return null;
  if (move.do === "lift") {
    const laid = position.layout.find((one) => one.card === move.card);
    return laid ? sideOf(edition, laid.card, laid.side) : null;
  }
  if (move.do === "held") return publicOf(edition, position.held[chooser]?.[move.slot] ?? null);
  if (move.do !== "card") return null;
  const card = position.hands[move.from]?.[move.slot] ?? null;
  return move.from === chooser ? secretOf(edition, card) : publicOf(edition, card);
}

/** The visible squares of a layout; `without` leaves out a lifted card. */
export function visibleSquares(edition: Edition, layout: Laid[], without: number | null = null): VisibleSquares {
  const seen: VisibleSquares = new Map();
  for (const laid of layout) {
    if (laid.card === without) continue;
    const picture = sideOf(edition, laid.card, laid.side);
    footprint(laid.at).forEach((at, index) => {
      seen.set(keyOf(at), { at, kind: picture[index] ?? "box", card: laid.card });
    });
  }
  return seen;
}

/** The letter of a cat in the edition. */
export function letterOf(edition: Edition, kind: Kind): string {
  const found = Object.entries(edition.cats ?? {}).find(([, cat]: [string, Cat]) => cat === kind);
  return found?.[0] ?? "";
}
