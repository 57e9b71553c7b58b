/** The path the server is mounted under, without a trailing slash; the server writes it into the page. */
export const prefix: string = document.documentElement.dataset["prefix"] ?? "";
