import { expect, test, vi } from "vitest";

vi.hoisted(() => {
  vi.stubGlobal("document", { documentElement: { dataset: {} } });
  vi.stubGlobal("location", { pathname: "/", hash: "" });
  vi.stubGlobal("addEventListener", () => undefined);
});
const { isPlainClick } = await import("./router.svelte");

const click = (more: Partial<MouseEvent> = {}): MouseEvent =>
  ({ metaKey: false, ctrlKey: false, shiftKey: false, button: 0, ...more }) as MouseEvent;

test("a click with the main button is followed in the page", () => {
  expect(isPlainClick(click())).toBe(true);
});

test.each([{ metaKey: true }, { ctrlKey: true }, { shiftKey: true }, { button: 1 }])(
  "a click with %j is left to the browser",
  (more) => expect(isPlainClick(click(more))).toBe(false),
);
