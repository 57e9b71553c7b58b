import { t } from "./texts.svelte";

/** What to tell the user about a failed request: the server's words, if it has answered. */
export function errorText(error: unknown): string {
  return error instanceof Error && error.message ? error.message : t("error.no_answer");
}
