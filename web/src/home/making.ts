/** Making tables, as the page does it. */
import type { NewTable, Seated } from "../messages";
import { post } from "../lib/api";
import { router } from "../lib/router.svelte";
import { settings } from "../lib/settings.svelte";
import { t } from "../lib/texts.svelte";

/** Anything that only this browser can know, added to the deal (docs/fairness.md). */
export function entropy(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A game against bots, begun at once. */
export async function playNow(game: string, players: number, level: string): Promise<void> {
  const bots = Object.fromEntries(
    Array.from({ length: players - 1 }, (_, index) => [String(index + 1), level]),
  ) as NonNullable<NewTable["bots"]>;
  const { table } = await make({ game, players, name: settings.name || t("name.you"), bots });
  await post(`tables/${table.id}/start`);
  router.go({ at: "table", id: table.id });
}

export async function make(asked: NewTable): Promise<Seated> {
  return post<Seated>("tables", asked);
}
