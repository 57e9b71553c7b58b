/** There are no accounts: a key in a cookie proves whose seats are whose. Here it is renewed. */
import { post } from "../lib/api";
import { settings } from "../lib/settings.svelte";

const TABLE_KEYS = "menagerie."; // localStorage keys about tables; the settings' key has no dot

/** Every other browser loses the seats; this one too, unless it is to keep them. */
export async function forgetMe(keep: boolean): Promise<void> {
  await post("forget", { keep });
  if (keep) return;
  settings.name = "";
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(TABLE_KEYS)) localStorage.removeItem(key);
  } catch {
    // private windows may forbid it: then nothing was kept
  }
}
