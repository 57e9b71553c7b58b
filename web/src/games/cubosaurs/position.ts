/** A game of Cubosaurs as the server sends it (docs/formats/cubosaurs.md): types and helpers. */

export const DINOSAURS = [
  "trex",
  "stegosaurus",
  "brontosaurus",
  "pterodactyl",
  "pentaceratops",
] as const;
export type Dinosaur = (typeof DINOSAURS)[number];
export const KINDS = [...DINOSAURS, "grey", "black", "egg"] as const;
/** The eight types of cards. */
export type Kind = (typeof KINDS)[number];
export type EggOf = Dinosaur | "raptors";

export type Tile =
  | "types"
  | "eggs"
  | "draw"
  | "free_refusal"
  | "forbidden"
  | "destroy_own"
  | "destroy_other"
  | "steal"
  | "give"
  | "swap";

export type Phase =
  | "choose"
  | "forbidden"
  | "destroy_own"
  | "destroy_other"
  | "steal"
  | "give"
  | "swap_take"
  | "swap_give"
  | "rob"
  | "over";

export interface Position {
  phase: Phase;
  to_move: number | null;
  turn: number;
  round: number;
  rounds: number;
  starter: number;
  direction: 1 | -1;
  deck: (string | null)[];
  aside: (string | null)[];
  destroyed: string[];
  hand: (string | null)[];
  hand_known_to: number[][];
  collections: string[][];
  round_scores: number[][];
  dna: number[];
  supply: number;
  market: Tile[];
  pile: (Tile | null)[];
  tiles: Tile[][];
  bought: boolean;
  owed: number[];
  pending: { seat: number; card: string } | null;
}

export interface Options {
  advanced: boolean;
  open_hands: boolean;
}

export interface Edition {
  series?: Record<Dinosaur, number[]>;
  eggs?: Record<EggOf, [number, number]>;
  tiles?: Record<Tile, { cost: number; when: string; interaction: boolean }>;
}

/** A move of any kind; its fields depend on `do`. */
export interface Move {
  do: "keep" | "refuse" | "buy" | "destroy" | "steal" | "give" | "take" | "rob";
  add?: string;
  tile?: Tile;
  seat?: number;
  card?: string;
}

export interface Card {
  kind: Kind;
  /** For a raptor: its points in a pair, and the points it costs alone. */
  plus: number | null;
  minus: number | null;
  /** For an egg: whose it is. */
  egg: EggOf | null;
  dna: boolean;
}

/** Parses a card's name: `trex+dna`, `grey:2`, `grey:2/1`, `egg:raptors`. */
export function parseCard(name: string): Card {
  const [base = "", icon] = name.split("+");
  const [kind = "", detail] = base.split(":");
  const card: Card = { kind: kind as Kind, plus: null, minus: null, egg: null, dna: icon === "dna" };
  if (detail === undefined) return card;
  if (kind === "egg") return { ...card, egg: detail as EggOf };
  const [plus, minus] = detail.split("/").map(Number);
  return { ...card, plus: plus ?? null, minus: minus ?? plus ?? null };
}

/** The number of cards of each kind. */
export function countByKind(cards: readonly string[]): Record<Kind, number> {
  const found = Object.fromEntries(KINDS.map((kind) => [kind, 0])) as Record<Kind, number>;
  for (const name of cards) found[parseCard(name).kind] += 1;
  return found;
}

/** The other seats in playing order after the player's; all seats for a watcher. */
export function seatsInOrder(players: number, seat: number | null, direction: 1 | -1): number[] {
  const first = seat ?? 0;
  const all = Array.from(
    { length: players },
    (_, step) => (first + step * direction + players * step) % players,
  );
  return seat === null ? all : all.slice(1);
}
