/** What the page says, in the language that was chosen. */
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
export type Values = Record<string, string | number>;

/** A text, with its {values} filled in. */
export function t(key: Key, values: Values = {}): string {
  return fill(texts.current?.[key] ?? "", values);
}

export function fill(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** A text that depends on a number: KEY.one or KEY.many, as the language counts. */
export function count(key: string, number: number, values: Values = {}): string {
  const form = new Intl.PluralRules(settings.language).select(number) === "one" ? "one" : "many";
  return t(`${key}.${form}` as Key, { number, ...values });
}

/** Upper case for the first letter: the server's words for moves begin with a small one. */
export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const NUMBER = "{number}";
const escaped = (words: string): string => words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/**
 * Words of the rules speak of Player 2; at a table that is somebody with a name.
 *
 * All are replaced in one pass: what was put in is not looked at again, so that somebody who is
 * named "Player 1" does not pass for whoever sits there.
 */
export function named(words: string, names: readonly string[]): string {
  if (texts.current === null) return words;
  const [before = "", after = ""] = texts.current.player.split(NUMBER).map(escaped);
  return words.replace(
    new RegExp(`${before}(\\d+)${after}`, "g"),
    (whole, number: string) => names[Number(number) - 1] ?? whole,
  );
}
