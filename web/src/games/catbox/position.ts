/** Types of a game of Cat Box as the server sends it (docs/formats/catbox.md). */
export type Cat = "ginger" | "black" | "white" | "grey" | "tabby";
export type Identity = Cat | "chihuahua";
/** What a square shows. */
export type Kind = Cat | "box";
export type Side = "front" | "back";
export type Token = "paw" | "attention" | "catbox" | "mouse" | "fish";
/** Column and row. */
export type Place = [number, number];

/** A card; `shows` is the visible side if the card itself is unknown. */
interface Known {
  card: number | null;
  shows?: string;
}
export interface InDeck extends Known {
  up: Side | null;
}
export interface InHand extends Known {
  public: Side | null;
}
export interface Held extends Known {
  plays: Side | null;
}
export interface Laid {
  card: number;
  side: Side;
  at: Place;
}
export interface Guard {
  seat: number;
  at: Place;
}

export type Phase = "play" | "place" | "after" | "lift" | "relay" | "over";

export interface Position {
  phase: Phase;
  to_move: number | null;
  turn: number;
  identities: (Identity | null)[];
  deck: (InDeck | null)[];
  layout: Laid[];
  hands: (InHand | null)[][];
  held: (Held | null)[][];
  tokens: Token[][];
  guards: Guard[];
  token_played: boolean;
  attention: boolean;
  chosen: Move | null;
}

export type Move =
  | { do: "card"; from: number; slot: number }
  | { do: "held"; slot: number }
  | { do: "token"; token: Token; at?: Place; from?: number; slot?: number }
  | { do: "place"; at: Place }
  | { do: "lift"; card: number }
  | { do: "pass" }
  | { do: "end" };

/** The edition: what is printed on the cards. */
export interface Edition {
  cats?: Record<string, Cat>;
  deck?: { fronts: string[]; back: "mirror" | string[] };
}

export const TOKENS: readonly Token[] = ["paw", "attention", "catbox", "mouse", "fish"];
