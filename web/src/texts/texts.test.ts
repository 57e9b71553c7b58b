import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import en from "./en";
import fr from "./fr";
import it from "./it";

const SOURCES = join(import.meta.dirname, "..");
const catalogues: Record<string, Record<string, string>> = { en, fr, it };

/** Everything that is written in the page's own files. */
function readSources(): string {
  return readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(ts|svelte)$/.test(name) && !name.endsWith(".test.ts"))
    .map((name) => readFileSync(join(SOURCES, name), "utf8"))
    .join("\n");
}

/** The values that a text leaves open. */
const placeholders = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).toSorted();

describe.each(Object.entries(catalogues))("the catalogue %s", (_, catalogue) => {
  test("has the same texts as the others", () => {
    expect(Object.keys(catalogue).toSorted()).toEqual(Object.keys(en).toSorted());
  });

  test("has no empty text", () => {
    expect(Object.entries(catalogue).filter(([, text]) => text.trim() === "")).toEqual([]);
  });

  test("leaves the same values open as the others", () => {
    for (const [key, text] of Object.entries(catalogue)) {
      const english = (en as Record<string, string>)[key] ?? "";
      expect([key, placeholders(text)]).toEqual([key, placeholders(english)]);
    }
  });
});

test("no text is unused", () => {
  const sources = readSources();
  const exact = new Set([...sources.matchAll(/["'`]([\w.]+)["'`]/g)].map((found) => found[1]));
  const prefixes = [...sources.matchAll(/`([\w.]+\.)\$\{/g)].map((found) => found[1] ?? "");
  const counted = [...sources.matchAll(/count\(\s*"([\w.]+)"/g)].map((found) => `${found[1]}.`);
  const used = (key: string): boolean =>
    exact.has(key) || [...prefixes, ...counted].some((start) => key.startsWith(start));
  expect(Object.keys(en).filter((key) => !used(key))).toEqual([]);
});
