/**
 * A collection as it is shown: stacks by kind, equal cards on one pile, and the current worth of
 * each pile. For display only: the points that count come from the server.
 */
import { KINDS, DINOSAURS, countByKind, parseCard, type Edition, type Kind, type Dinosaur } from "./position";

/** Equal cards of a collection. */
export interface Pile {
  face: string;
  /** Their indices in the collection. */
  at: number[];
  /** For raptors and eggs: what each card is worth now. */
  now: number[] | null;
  /** For an egg: its points at best and at worst. */
  either: [number, number] | null;
}

export interface Stack {
  kind: Kind;
  piles: Pile[];
  count: number;
  /** For a dinosaur with a series: the points for 1, 2, 3, 4 or more. */
  series: number[] | null;
}

/** The face of a card: the DNA icon is ignored in the basic game. */
export function faceOf(name: string, advanced: boolean): string {
  return advanced ? name : name.replace("+dna", "");
}

const isDinosaur = (kind: Kind): kind is Dinosaur => (DINOSAURS as readonly Kind[]).includes(kind);

/** The indices of the raptors that form pairs: those that gain most by it. */
function paired(cards: readonly string[]): Set<number> {
  const of = (kind: Kind): number[] =>
    cards
      .map((_, index) => index)
      .filter((index) => parseCard(cards[index] ?? "").kind === kind)
      .sort((one, two) => gain(cards[two]) - gain(cards[one]));
  const [greys, blacks] = [of("grey"), of("black")];
  const pairs = Math.min(greys.length, blacks.length);
  return new Set([...greys.slice(0, pairs), ...blacks.slice(0, pairs)]);
}

function gain(name: string | undefined): number {
  const card = parseCard(name ?? "");
  return (card.plus ?? 0) + (card.minus ?? 0);
}

/** The number of cards that count towards an egg. */
function forEgg(cards: readonly string[], egg: string): number {
  const found = countByKind(cards);
  return egg === "raptors" ? found.grey + found.black : (found[egg as Dinosaur] ?? 0);
}

export function stacksOf(
  collections: readonly (readonly string[])[],
  seat: number,
  edition: Edition,
  advanced: boolean,
): Stack[] {
  const cards = collections[seat] ?? [];
  const partners = paired(cards);
  const piles = new Map<string, Pile>();
  cards.forEach((name, at) => {
    const face = faceOf(name, advanced);
    const card = parseCard(name);
    const either = card.egg ? (edition.eggs?.[card.egg] ?? null) : null;
    const pile = piles.get(face) ?? { face, at: [], now: null, either: null };
    pile.at.push(at);
    if (card.plus !== null)
      (pile.now ??= []).push(partners.has(at) ? card.plus : -(card.minus ?? 0));
    if (card.egg && either) {
      const own = forEgg(cards, card.egg);
      const most = Math.max(...collections.map((other) => forEgg(other, card.egg ?? "")));
      pile.either = [either[0], -either[1]];
      pile.now = [own >= most ? either[0] : -either[1]];
    }
    piles.set(face, pile);
  });
  return KINDS.map((kind) => {
    const own = [...piles.values()].filter((pile) => parseCard(pile.face).kind === kind);
    return {
      kind,
      piles: own,
      count: own.reduce((sum, pile) => sum + pile.at.length, 0),
      series: isDinosaur(kind) ? (edition.series?.[kind] ?? null) : null,
    };
  }).filter((stack) => stack.count > 0);
}
