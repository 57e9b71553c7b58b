import { expect, test } from "vitest";
import { phasesOf, rulesFor } from "./phases";

const documents = import.meta.glob<string>(
  ["../../../docs/rules/*.en.md", "../../../docs/formats/*.md"],
  { query: "?raw", import: "default", eager: true },
);
const read = (path: string): string => documents[`../../../${path}`] ?? "";

test.each(["cubosaurs", "incubation", "catbox"])("%s: the rules of each phase exist", (game) => {
  const rules = read(`docs/rules/${game}.en.md`);
  for (const phase of phasesOf(game)) {
    const numbers = rulesFor(game, phase, true);
    expect(numbers.length).toBeGreaterThan(0);
    for (const number of numbers) expect(rules).toContain(`**${number}**`);
  }
});

test.each(["cubosaurs", "incubation", "catbox"])("%s: each phase has rules", (game) => {
  const moves = read(`docs/formats/${game}.md`).split("## Moves")[1]?.split("\n## ")[0] ?? "";
  const rows = moves.split("\n").filter((line) => line.startsWith("| `"));
  const phases = rows.flatMap((row) =>
    [...(row.split("|")[1] ?? "").matchAll(/`(\w+)`/g)].map((found) => found[1]),
  );
  expect(phases.length).toBeGreaterThan(5);
  expect(phasesOf(game).sort()).toEqual(phases.sort());
});

test("the basic game leaves the advanced rules out", () => {
  expect(rulesFor("catbox", "play", false)).toEqual(["CAT-T1", "CAT-T6", "CAT-T7", "CAT-T8"]);
  expect(rulesFor("catbox", "play", true)).toContain("CAT-A8");
  expect(rulesFor("chess", "play", true)).toEqual([]);
});
