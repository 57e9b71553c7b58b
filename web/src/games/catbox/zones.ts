/** Zones (connected squares of one cat) and scores, as they are shown at the end. */
import type { Cat, Identity, Place } from "./position";
import { keyOf, type VisibleSquares, type Square } from "./cards";

export interface Zone {
  kind: Cat;
  squares: Place[];
}

/** A player's points by source, and the squares that they come from. */
export interface Sum {
  squares: number; // for a cat: its squares; for the Chihuahua: empty boxes
  zones: number; // for a cat: its largest zone; for the Chihuahua: two for each zone of three
  tokens: number;
  total: number;
  /** Squares that count. */
  lit: Place[];
  /** Zones that count extra, and are framed. */
  framed: Zone[];
}

function neighbours([column, row]: Place): Place[] {
  return [
    [column - 1, row],
    [column + 1, row],
    [column, row - 1],
    [column, row + 1],
  ];
}

/** The zone of a square: all squares of the same cat that are connected to it. */
function floodFill(seen: VisibleSquares, start: Square, kind: Cat, done: Set<string>): Zone {
  const squares: Place[] = [start.at];
  done.add(keyOf(start.at));
  for (const at of squares) {
    for (const next of neighbours(at)) {
      if (done.has(keyOf(next)) || seen.get(keyOf(next))?.kind !== kind) continue;
      done.add(keyOf(next));
      squares.push(next);
    }
  }
  return { kind, squares };
}

export function zonesOf(seen: VisibleSquares): Zone[] {
  const done = new Set<string>();
  const zones: Zone[] = [];
  for (const square of seen.values()) {
    if (square.kind === "box" || done.has(keyOf(square.at))) continue;
    zones.push(floodFill(seen, square, square.kind, done));
  }
  return zones;
}

export function sumOf(identity: Identity, seen: VisibleSquares, tokens: number): Sum {
  const zones = zonesOf(seen);
  if (identity === "chihuahua") {
    const framed = zones.filter((zone) => zone.squares.length === 3);
    const boxes = [...seen.values()].filter((one) => one.kind === "box").map((one) => one.at);
    const lit = [...boxes, ...framed.flatMap((zone) => zone.squares)];
    const total = boxes.length + 2 * framed.length + tokens;
    return { squares: boxes.length, zones: 2 * framed.length, tokens, total, lit, framed };
  }
  const mine = zones.filter((zone) => zone.kind === identity);
  const lit = mine.flatMap((zone) => zone.squares);
  const largest = mine.reduce<Zone | null>(
    (best, zone) => (best && best.squares.length >= zone.squares.length ? best : zone),
    null,
  );
  const size = largest?.squares.length ?? 0;
  const framed = largest ? [largest] : [];
  return { squares: lit.length, zones: size, tokens, total: lit.length + size + tokens, lit, framed };
}
