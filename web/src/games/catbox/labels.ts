/** Accessible labels for cards, squares and tokens. */
import type { Key } from "../../texts/keys";
import { formatSigned } from "../../lib/numbers";
import { count, t } from "../../lib/texts.svelte";
import type { Identity, Kind, Place, Token } from "./position";
import { footprint, keyOf, type Picture, type VisibleSquares } from "./cards";
import type { Fact } from "./targets";

export const kindLabel = (kind: Kind | Identity): string => t(`catbox.is.${kind}` as Key);
export const tokenLabel = (token: Token): string => t(`catbox.token.${token}` as Key);
export const tokenEffectLabel = (token: Token): string => t(`catbox.does.${token}` as Key);

/** "ginger cat, empty box, black cat, black cat", row by row. */
export function pictureLabel(picture: Picture | null): string {
  return picture ? picture.map(kindLabel).join(", ") : t("catbox.unknown");
}

export function placeLabel(at: Place, seen: VisibleSquares, gain: number | null): string {
  const below = footprint(at).flatMap((square) => seen.get(keyOf(square)) ?? []);
  const covers = below.map((one) => kindLabel(one.kind)).join(", ");
  const label = t("catbox.place", { column: at[0], row: at[1], covers });
  return gain === null ? label : `${label}, ${t("catbox.gain", { gain: formatSigned(gain, "±0") })}`;
}

export function squareLabel(at: Place, seen: VisibleSquares): string {
  const kind = seen.get(keyOf(at))?.kind;
  return t("catbox.square", { column: at[0], row: at[1], shows: kind ? kindLabel(kind) : "" });
}

export function liftLabel(at: Place, picture: Picture): string {
  return t("catbox.lift", { column: at[0], row: at[1], shows: pictureLabel(picture) });
}

/** A sentence for each row of the table. */
export function rowLabels(seen: VisibleSquares): string[] {
  const rows = new Map<number, { column: number; kind: Kind }[]>();
  for (const { at, kind } of seen.values())
    rows.set(at[1], [...(rows.get(at[1]) ?? []), { column: at[0], kind }]);
  return [...rows]
    .sort(([one], [two]) => one - two)
    .map(([row, squares]) => {
      const sorted = squares.sort((one, two) => one.column - two.column);
      const shows = sorted.map((one) => `${one.column} ${kindLabel(one.kind)}`).join(", ");
      return t("catbox.row", { row, shows });
    });
}

export function factLabel(fact: Fact): string {
  if (fact.is === "guarded") return t("catbox.why.guarded");
  if (fact.is === "nothing") return t("catbox.why.nothing");
  const squares = count("catbox.why.squares", fact.squares);
  return fact.cards > 1 ? `${squares} ${t("catbox.why.cards", { number: fact.cards })}` : squares;
}
