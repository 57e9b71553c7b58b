/** Checks a deal as docs/fairness.md describes it, with nothing but the browser's own cryptography. */
import type { TableLog } from "../messages";

const STORAGE_KEY = "menagerie.commitments";
const MAX_REMEMBERED = 200; // tables

/** The promises that this browser has seen, the oldest first. */
function load(): [string, string][] {
  try {
    const found = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "[]") as unknown;
    return Array.isArray(found) ? (found as [string, string][]) : [];
  } catch {
    return []; // somebody spoiled it, or forbids it
  }
}

/** Remember what was promised before the deal; the first time counts. */
export function rememberCommitment(id: string, commitment: string): void {
  const known = load();
  if (known.some(([table]) => table === id)) return;
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify([...known, [id, commitment]].slice(-MAX_REMEMBERED)));
  } catch {
    // private windows may forbid it: then only the log can be checked
  }
}

/** What was promised when this browser first saw the table; null if it did not. */
export function rememberedCommitment(id: string): string | null {
  return load().find(([table]) => table === id)?.[1] ?? null;
}

function bytes(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

function hex(raw: ArrayBuffer): string {
  return Array.from(new Uint8Array(raw), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The SHA-256 of a secret. */
export async function commitmentOf(secret: string): Promise<string> {
  return hex(await crypto.subtle.digest("SHA-256", bytes(secret)));
}

/** The HMAC-SHA-256 of what all seats added, with the secret as its key. */
export async function seedOf(secret: string, words: readonly string[]): Promise<string> {
  const kind = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", bytes(secret), kind, false, ["sign"]);
  return hex(await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(words.join("\n"))));
}

export interface Check {
  name: "promise" | "secret" | "seed";
  /** Null where there is nothing to compare with. */
  holds: boolean | null;
  /** What ought to be the same. */
  wanted: string | null;
  found: string;
}

/** All checks of a finished game's log. */
export async function check(log: TableLog, remembered: string | null): Promise<Check[]> {
  const { commitment, secret, entropy } = log.deal;
  const promised = await commitmentOf(secret ?? "");
  const seed = await seedOf(secret ?? "", entropy ?? []);
  const written = String(log.header["seed"]);
  const same = remembered === null ? null : remembered === commitment;
  return [
    { name: "promise", holds: same, wanted: remembered, found: commitment },
    { name: "secret", holds: promised === commitment, wanted: commitment, found: promised },
    { name: "seed", holds: seed === written, wanted: written, found: seed },
  ];
}

/** Whether this browser can check anything: only over a safe connection. */
export const canCheck = (): boolean => globalThis.crypto?.subtle !== undefined;
