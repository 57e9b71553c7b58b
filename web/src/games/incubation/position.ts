/** Types of a game of Incubation as the server sends it (docs/formats/incubation.md). */
import type { JsonObject } from "../../messages";
import { castJson } from "../../lib/json";

export const COLOURS = ["red", "blue", "green", "purple"] as const;
export const RESOURCES = ["fire", "water", "gold"] as const;
export const FOODS = ["fire", "water"] as const;

export type Colour = (typeof COLOURS)[number];
export type Kind = Colour | "mystery";
export type Resource = (typeof RESOURCES)[number];
export type Food = (typeof FOODS)[number];
export type Face = Resource | "chest";

export interface Incubator {
  egg: number;
  fire: number;
  water: number;
}

export interface Position {
  phase:
    | "draft"
    | "reroll"
    | "dice"
    | "place"
    | "overflow"
    | "hatch"
    | "treasure"
    | "objective"
    | "over";
  to_move: number | null;
  turn: number;
  last_round: boolean;
  wheel: number;
  treasures: Record<Resource, number>[];
  /** The top egg first; null for an egg face down. */
  piles: (number | null)[][];
  objectives: number[];
  dice: Face[];
  used: boolean[];
  rolls: number;
  overflow: Record<Food, number>;
  placing: Record<Food, number>;
  /** The two incubators of each seat. */
  slots: (Incubator | null)[][];
  dragons: number[][];
  gold: number[];
  taken: number[][];
  supply: Record<Resource, number>;
  owed_colours: Colour[];
}

export interface Egg {
  id: number;
  /** Empty for a mystery, two colours for a hybrid. */
  colours: Colour[];
  fire: number;
  water: number;
  points: number;
}

export interface Objective {
  index: number;
  dragons: Partial<Record<Colour, number>>;
  gold: number;
  points: number;
}

interface RawEdition {
  die: { faces: Face[] };
  wheel: { sections: Colour[]; pointers: Record<Resource, number> };
  eggs: { colours: Colour[]; cards: { fire: number; water: number; points: number }[] }[];
  objectives: { dragons?: Partial<Record<Colour, number>>; gold?: number; points: number }[];
}

/** The edition, with eggs and objectives in the order in which positions number them. */
export interface Edition {
  eggs: Egg[];
  objectives: Objective[];
  sections: Colour[];
  pointers: Record<Resource, number>;
  faces: Face[];
}

/** Null if the edition is missing. */
export function parseEdition(edition: JsonObject): Edition | null {
  if (!("eggs" in edition)) return null;
  const { die, wheel, eggs, objectives } = castJson<RawEdition>(edition);
  return {
    eggs: eggs
      .flatMap((group) => group.cards.map((card) => ({ ...card, colours: group.colours })))
      .map((egg, id) => ({ ...egg, id })),
    objectives: objectives.map((objective, index) => ({
      index,
      dragons: objective.dragons ?? {},
      gold: objective.gold ?? 0,
      points: objective.points,
    })),
    sections: wheel.sections,
    pointers: wheel.pointers,
    faces: die.faces,
  };
}

/** The colours of an egg or dragon; "mystery" if it has none. */
export function kindsOf(egg: Egg): Kind[] {
  return egg.colours.length > 0 ? egg.colours : ["mystery"];
}
