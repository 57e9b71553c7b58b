import { expect, test } from "vitest";
import { formatInteger, formatPercent, formatSigned, wholePercent } from "./numbers";

test("negative numbers have a typographic minus", () => {
  expect([formatInteger(3), formatInteger(0), formatInteger(-0), formatInteger(-3)]).toEqual([
    "3",
    "0",
    "0",
    "−3",
  ]);
});

test("signed numbers show their sign, and zero as asked for", () => {
  expect(formatSigned(3)).toBe("+3");
  expect(formatSigned(-3)).toBe("−3");
  expect(formatSigned(0)).toBe("0");
  expect(formatSigned(-0)).toBe("0");
  expect(formatSigned(0, "+0")).toBe("+0");
  expect(formatSigned(0, "±0")).toBe("±0");
  expect([2, 0, -3].map((points) => formatSigned(points))).toEqual(["+2", "0", "−3"]);
});

test("percentages are written as the language writes them", () => {
  expect(formatPercent(0.504, "en")).toBe("50%");
  expect(formatPercent(0.504, "fr")).toMatch(/^50\s%$/);
  expect(wholePercent(0.504)).toBe(50);
});
