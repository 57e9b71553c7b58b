/** The keys of all texts: what English has. */
import type en from "./en";

export type Key = keyof typeof en;
export type Catalogue = Record<Key, string>;
