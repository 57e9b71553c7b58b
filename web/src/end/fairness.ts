/** Verifies a deal as described in docs/fairness.md, with the browser's Web Crypto API. */
import { fromHex, toHex } from "../lib/hex";
import type { TableLog } from "../messages";

const STORAGE_KEY = "menagerie.commitments";
const MAX_REMEMBERED = 200; // tables

/** The stored commitments as pairs of table and commitment, oldest first. */
function load(): [string, string][] {
  try {
    const stored = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "[]") as unknown;
    return Array.isArray(stored) ? (stored as [string, string][]) : [];
  } catch {
    return []; // storage is blocked, or its content is not valid JSON
  }
}

/** Stores the commitment made before the deal; a later one never replaces it. */
export function rememberCommitment(id: string, commitment: string): void {
  const known = load();
  if (known.some(([table]) => table === id)) return;
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify([...known, [id, commitment]].slice(-MAX_REMEMBERED)));
  } catch {
    // private windows may block storage: then only the log can be checked
  }
}

/** The commitment stored when this browser first saw the table, null if there is none. */
export function rememberedCommitment(id: string): string | null {
  return load().find(([table]) => table === id)?.[1] ?? null;
}

/** The SHA-256 of a secret. */
export async function commitmentOf(secret: string): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", fromHex(secret))));
}

/** The HMAC-SHA-256 of the entropy of all seats, keyed with the secret. */
export async function seedOf(secret: string, entropy: readonly string[]): Promise<string> {
  const kind = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", fromHex(secret), kind, false, ["sign"]);
  const words = new TextEncoder().encode(entropy.join("\n"));
  return toHex(new Uint8Array(await crypto.subtle.sign("HMAC", key, words)));
}

export interface Check {
  name: "commitment" | "secret" | "seed";
  /** Null if there is nothing to compare with. */
  holds: boolean | null;
  /** The expected value. */
  expected: string | null;
  actual: string;
}

/** Runs all checks on the log of a finished game. */
export async function check(log: TableLog, remembered: string | null): Promise<Check[]> {
  const { commitment, secret, entropy } = log.deal;
  const computed = await commitmentOf(secret ?? "");
  const seed = await seedOf(secret ?? "", entropy ?? []);
  const logged = String(log.header["seed"]);
  const same = remembered === null ? null : remembered === commitment;
  return [
    { name: "commitment", holds: same, expected: remembered, actual: commitment },
    { name: "secret", holds: computed === commitment, expected: commitment, actual: computed },
    { name: "seed", holds: seed === logged, expected: logged, actual: seed },
  ];
}

/** Whether Web Crypto is available; browsers offer it in secure contexts only. */
export const canCheck = (): boolean => globalThis.crypto?.subtle !== undefined;
