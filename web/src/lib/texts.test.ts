import { beforeEach, describe, expect, test, vi } from "vitest";
import en from "../texts/en";
import fr from "../texts/fr";
import it from "../texts/it";
import type { Language } from "../messages";
import { settings } from "./settings.svelte";
import { count, withNames, texts } from "./texts.svelte";

vi.hoisted(() => vi.stubGlobal("navigator", { languages: ["en"] }));

const catalogues = { en, fr, it };

function speak(language: Language): void {
  settings.language = language;
  texts.current = catalogues[language];
}

beforeEach(() => speak("en"));

describe("names in the words of the rules", () => {
  test("stand where the words speak of a seat", () => {
    expect(withNames("Player 2 gives Player 1 a card of Player 2.", ["Ada", "Bob"])).toBe(
      "Bob gives Ada a card of Bob.",
    );
  });

  test.each([
    ["en", "Player"],
    ["fr", "Joueur"],
    ["it", "Giocatore"],
  ] as const)("in %s nobody passes for another by a name such as %s 1", (language, word) => {
    speak(language);
    expect(withNames(`${word} 2: x. ${word} 1: y.`, ["Ada", `${word} 1`])).toBe(
      `${word} 1: x. Ada: y.`,
    );
    expect(withNames(`${word} 1: x. ${word} 2: y.`, [`${word} 2`, "Bob"])).toBe(
      `${word} 2: x. Bob: y.`,
    );
  });

  test("may look like a pattern, and stay as they are", () => {
    expect(withNames("Player 1 and Player 2", ["$& $1", "{number}"])).toBe("$& $1 and {number}");
  });

  test("unknown seats and partial numbers are not replaced", () => {
    expect(withNames("Player 3, Player 12, Player 0", ["Ada", "Bob"])).toBe(
      "Player 3, Player 12, Player 0",
    );
  });

  test("wait for the texts", () => {
    texts.current = null;
    expect(withNames("Player 1 has 2 cards", ["Ada", "Bob"])).toBe("Player 1 has 2 cards");
  });
});

test.each([
  ["en", ["0 points", "1 point", "2 points"]],
  ["fr", ["0 point", "1 point", "2 points"]],
  ["it", ["0 punti", "1 punto", "2 punti"]],
] as const)("in %s one counts %j", (language, words) => {
  speak(language);
  expect([0, 1, 2].map((number) => count("catbox.points", number))).toEqual(words);
});

test("a number may be written in another way than it is counted", () => {
  speak("fr");
  expect(count("cubosaurs.point", 1, { number: "−1" })).toBe("−1 point");
});
