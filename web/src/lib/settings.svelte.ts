/** What somebody chose, kept in this browser. */
import type { Language } from "../messages";

export const LANGUAGES: readonly Language[] = ["en", "fr", "it"];
export type Theme = "system" | "light" | "dark";

export interface Chosen {
  language: Language;
  theme: Theme;
  name: string;
  sound: boolean;
  numbers: boolean; // beside each choice, what one's points would be
  quick: boolean; // others' moves follow each other without a pause
}

const KEY = "menagerie";

/** The first language of a browser that we speak. */
export function languageOf(wanted: readonly string[]): Language {
  for (const one of wanted) {
    const found = LANGUAGES.find((ours) => one.toLowerCase().startsWith(ours));
    if (found) return found;
  }
  return "en";
}

function load(): Chosen {
  const usual: Chosen = {
    language: languageOf(navigator.languages),
    theme: "system",
    name: "",
    sound: false,
    numbers: true,
    quick: false,
  };
  try {
    return { ...usual, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Chosen>) };
  } catch {
    return usual; // somebody spoiled it, or forbids it
  }
}

export const settings = $state<Chosen>(load());

/** Follows the settings: they are saved, and the theme and language of the page are theirs. */
export function followSettings(): void {
  $effect(() => {
    const root = document.documentElement;
    root.lang = settings.language;
    if (settings.theme === "system") delete root.dataset["theme"];
    else root.dataset["theme"] = settings.theme;
    try {
      localStorage.setItem(KEY, JSON.stringify(settings));
    } catch {
      // private windows may forbid it: then it lasts as long as the page
    }
  });
}
