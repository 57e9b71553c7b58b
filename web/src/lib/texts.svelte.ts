/** Localised texts: the page's catalogue in the language of the settings. */
import type { Catalogue, Key } from "../texts/keys";
import type { Language } from "../messages";
import { settings } from "./settings.svelte";

const loaders: Record<Language, () => Promise<{ default: Catalogue }>> = {
  en: () => import("../texts/en"),
  fr: () => import("../texts/fr"),
  it: () => import("../texts/it"),
};

class Texts {
  current = $state.raw<Catalogue | null>(null);

  async load(language: Language): Promise<void> {
    const found = (await loaders[language]()).default;
    if (settings.language === language) this.current = found;
  }
}

export const texts = new Texts();
type Values = Record<string, string | number>;

/** A text of the catalogue with its {values} filled in. */
export function t(key: Key, values: Values = {}): string {
  return interpolate(texts.current?.[key] ?? "", values);
}

function interpolate(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** A text in singular or plural: KEY.one or KEY.many, by the plural rules of the language. */
export function count(key: string, number: number, values: Values = {}): string {
  const form = new Intl.PluralRules(settings.language).select(number) === "one" ? "one" : "many";
  return t(`${key}.${form}` as Key, { number, ...values });
}

/** Makes the first letter upper case; the server's descriptions of moves start in lower case. */
export function capitalize(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const NUMBER = "{number}";
const escaped = (words: string): string => words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/**
 * Replaces "Player 2" in a text of the server by the name of that player.
 *
 * All names are replaced in a single pass, so that a player who calls themselves "Player 1" cannot
 * pass for another.
 */
export function withNames(words: string, names: readonly string[]): string {
  if (texts.current === null) return words;
  const [before = "", after = ""] = texts.current.player.split(NUMBER).map(escaped);
  return words.replace(
    new RegExp(`${before}(\\d+)${after}`, "g"),
    (whole, number: string) => names[Number(number) - 1] ?? whole,
  );
}
