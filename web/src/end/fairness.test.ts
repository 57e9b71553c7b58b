import { beforeEach, expect, test, vi } from "vitest";
import type { TableLog } from "../messages";
import {
  check,
  commitmentOf,
  rememberCommitment,
  rememberedCommitment,
  seedOf,
} from "./fairness";

// the test vector of docs/fairness.md
const SECRET = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
const WORDS = ["sept chouettes", "πέντε 🦕", ""];
const COMMITMENT = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd";
const SEED = "d47e9776b3b823ea19c47d1c2ce4adce8e4ae8aee15413e89e13ff7851809aee";

const log = (change: Partial<TableLog["deal"]> = {}, seed = SEED): TableLog => ({
  header: { seed },
  lines: [],
  deal: { commitment: COMMITMENT, secret: SECRET, entropy: WORDS, ...change },
});
const holding = async (one: TableLog, remembered: string | null): Promise<(boolean | null)[]> =>
  (await check(one, remembered)).map((found) => found.holds);

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
});

test("the test vector", async () => {
  expect(await commitmentOf(SECRET)).toBe(COMMITMENT);
  expect(await seedOf(SECRET, WORDS)).toBe(SEED);
});

test("an honest deal holds", async () => {
  expect(await holding(log(), COMMITMENT)).toEqual([true, true, true]);
  expect(await holding(log(), null)).toEqual([null, true, true]);
});

test("another secret, other words, another seed do not", async () => {
  expect(await holding(log({ secret: SECRET.replace("00", "01") }), COMMITMENT)).toEqual([
    true,
    false,
    false,
  ]);
  expect(await holding(log({ entropy: ["sept", "", ""] }), COMMITMENT)).toEqual([true, true, false]);
  expect(await holding(log({}, COMMITMENT), COMMITMENT)).toEqual([true, true, false]);
  expect(await holding(log({ commitment: SEED }), COMMITMENT)).toEqual([false, false, true]);
});

test("the first commitment is remembered", () => {
  expect(rememberedCommitment("one")).toBeNull();
  rememberCommitment("one", "aa");
  rememberCommitment("one", "bb");
  rememberCommitment("two", "cc");
  expect(rememberedCommitment("one")).toBe("aa");
  expect(rememberedCommitment("two")).toBe("cc");
});

test("corrupt localStorage is ignored", () => {
  localStorage.setItem("menagerie.commitments", "{");
  expect(rememberedCommitment("one")).toBeNull();
});
