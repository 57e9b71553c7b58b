/** Creates tables on the server. */
import type { Level, NewTable, Seated } from "../messages";
import { post, put } from "../lib/api";
import { toHex } from "../lib/hex";
import { router } from "../lib/router.svelte";
import { ownName } from "../table/player_names";

/** Adds random bytes of this browser to the seed of the deal (docs/fairness.md). */
export async function addEntropy(table: string): Promise<void> {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  await put(`tables/${table}/entropy`, { entropy: toHex(bytes) });
}

export function createTable(request: NewTable): Promise<Seated> {
  return post<Seated>("tables", request);
}

/** Starts a game against bots at once. */
export async function playNow(
  game: string,
  players: number,
  level: Level,
  options: NonNullable<NewTable["options"]> = {},
): Promise<void> {
  const bots: Record<string, Level> = {};
  for (let seat = 1; seat < players; seat++) bots[String(seat)] = level;
  const { table } = await createTable({ game, players, name: ownName(), bots, options });
  await addEntropy(table.id);
  await post(`tables/${table.id}/start`);
  router.go({ page: "table", id: table.id });
}
