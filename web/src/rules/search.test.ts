import { expect, test } from "vitest";
import { containsAllWords, pieces } from "./search";

const marks = (text: string, query: string): string =>
  pieces(text, query)
    .map((piece) => (piece.hit ? `[${piece.text}]` : piece.text))
    .join("");

test("capitals and accents do not matter", () => {
  expect(marks("Un Œuf éclot, l’œuf aussi", "oeuf")).toBe("Un [Œuf] éclot, l’[œuf] aussi");
  expect(marks("La schiusa è così", "COSI")).toBe("La schiusa è [così]");
  expect(marks("Votre collection", "l'o")).toBe("Votre collection");
  expect(marks("de l’or", "l'or")).toBe("de [l’or]");
});

test("every word is marked, wherever it stands", () => {
  expect(marks("keep the Hand or refuse the Hand", "hand refuse")).toBe(
    "keep the [Hand] or [refuse] the [Hand]",
  );
});

test("no query marks nothing, and every text matches it", () => {
  expect(marks("keep the Hand", "  ")).toBe("keep the Hand");
  expect(containsAllWords("keep the Hand", "")).toBe(true);
});

test("a text must have all words", () => {
  expect(containsAllWords("keep the Hand", "hand keep")).toBe(true);
  expect(containsAllWords("keep the Hand", "hand egg")).toBe(false);
});
