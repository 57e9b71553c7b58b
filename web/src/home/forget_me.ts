/** Replaces the token in the cookie, the only proof that a browser's seats are its own. */
import { post } from "../lib/api";
import { settings } from "../lib/settings.svelte";

const TABLE_KEYS = "menagerie."; // localStorage keys about tables; the settings' key has no dot

/** All other browsers lose the seats; this one keeps them if `keep` is set. */
export async function forgetMe(keep: boolean): Promise<void> {
  await post("forget", { keep });
  if (keep) return;
  settings.name = "";
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(TABLE_KEYS)) localStorage.removeItem(key);
  } catch {
    // private windows may block storage: then nothing was stored
  }
}
