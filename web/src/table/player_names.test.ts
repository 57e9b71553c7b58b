import { expect, test, vi } from "vitest";

vi.hoisted(() => vi.stubGlobal("navigator", { languages: ["en"] }));
const { default: en } = await import("../texts/en");
const { settings } = await import("../lib/settings.svelte");
const { texts } = await import("../lib/texts.svelte");
const { ownName } = await import("./player_names");

test.each([
  ["Ada", "Ada"],
  [" Ada ", "Ada"],
  ["", "You"],
  ["   ", "You"],
])("who enters %j plays as %s", (entered, name) => {
  texts.current = en;
  settings.name = entered;
  expect(ownName()).toBe(name);
});
