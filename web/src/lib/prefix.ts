/** The path under which the server lives, without a slash at its end; it writes it into the page. */
export const prefix: string = document.documentElement.dataset["prefix"] ?? "";
