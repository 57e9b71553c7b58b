/** The path the server is mounted under, without a trailing slash; it is written into index.html. */
export const prefix: string = document.documentElement.dataset["prefix"] ?? "";
