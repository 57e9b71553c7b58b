/** Accessible labels for cards and points. */
import { count, t } from "../../lib/texts.svelte";
import { parseCard, type Card } from "./position";
import { formatInteger } from "../../lib/numbers";

/** The full name of a card, as in the rules. */
export function cardLabel(name: string | null, advanced: boolean): string {
  if (name === null) return t("cubosaurs.unseen");
  const card = parseCard(name);
  const label = nameWithoutDna(card);
  return card.dna && advanced ? t("cubosaurs.with_dna", { card: label }) : label;
}

function nameWithoutDna(card: Card): string {
  if (card.egg) return t(`cubosaurs.egg.${card.egg}`);
  const name = t(`cubosaurs.card.${card.kind}`);
  if (card.plus === null) return name;
  return card.plus === card.minus
    ? `${name} ${card.plus}`
    : `${name} ${card.plus}/${card.minus ?? 0}`;
}

export function pointsLabel(points: number): string {
  return count("cubosaurs.point", Math.abs(points), { number: formatInteger(points) });
}
