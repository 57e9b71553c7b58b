import { afterEach, beforeEach, expect, test, vi } from "vitest";

const STORED = { menagerie: "{}", "menagerie.commitments": "[]", other: "x" };
const fetchMock = vi.fn<(path: string, request: RequestInit) => Promise<Response>>();
let stored: Record<string, string>;

/** A fake localStorage: the stored items are its own keys, as in a browser. */
function storage(): Record<string, unknown> {
  const methods = { removeItem: (key: string) => void Reflect.deleteProperty(stored, key) };
  return Object.setPrototypeOf(stored, methods) as Record<string, unknown>;
}

beforeEach(() => {
  stored = { ...STORED };
  fetchMock.mockReset().mockImplementation(() => Promise.resolve(new Response(null, { status: 204 })));
  vi.stubGlobal("navigator", { languages: ["en"] });
  vi.stubGlobal("document", { documentElement: { dataset: {} } });
  vi.stubGlobal("localStorage", storage());
  vi.stubGlobal("fetch", fetchMock);
});

afterEach(() => void vi.unstubAllGlobals());

async function load() {
  const { forgetMe } = await import("./forget_me");
  const { settings } = await import("../lib/settings.svelte");
  settings.name = "Ada";
  return { forgetMe, settings };
}

const bodies = (): unknown[] => fetchMock.mock.calls.map(([path, { body }]) => [path, body]);

test("with `keep`, the name and the stored items stay", async () => {
  const { forgetMe, settings } = await load();
  await forgetMe(true);
  expect(bodies()).toEqual([["/api/forget", '{"keep":true}']]);
  expect(settings.name).toBe("Ada");
  expect({ ...stored }).toEqual(STORED);
});

test("without `keep`, the name and our items go, and those of others stay", async () => {
  const { forgetMe, settings } = await load();
  await forgetMe(false);
  expect(bodies()).toEqual([["/api/forget", '{"keep":false}']]);
  expect(settings.name).toBe("");
  expect(Object.keys(stored)).toEqual(["menagerie", "other"]);
});

test("after an error of the server, nothing is removed", async () => {
  fetchMock.mockImplementation(() => Promise.resolve(new Response('{"error":"later"}', { status: 503 })));
  const { forgetMe, settings } = await load();
  await expect(forgetMe(false)).rejects.toThrow("later");
  expect(settings.name).toBe("Ada");
  expect({ ...stored }).toEqual(STORED);
});
