/** The user's settings, stored in localStorage. */
import type { Language } from "../messages";

export const LANGUAGES: readonly Language[] = ["en", "fr", "it"];
type Theme = "system" | "light" | "dark";

export interface Settings {
  language: Language;
  theme: Theme;
  name: string;
  sound: boolean;
  numbers: boolean; // show the points after each possible move
  quick: boolean; // show other players' moves without a pause
}

const STORAGE_KEY = "menagerie";

/** The first of the browser's preferred languages that the page is translated into. */
export function preferredLanguage(preferred: readonly string[]): Language {
  for (const one of preferred) {
    const found = LANGUAGES.find((supported) => one.toLowerCase().startsWith(supported));
    if (found) return found;
  }
  return "en";
}

function load(): Settings {
  const defaults: Settings = {
    language: preferredLanguage(navigator.languages),
    theme: "system",
    name: "",
    sound: false,
    numbers: true,
    quick: false,
  };
  try {
    return { ...defaults, ...(JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "{}") as Partial<Settings>) };
  } catch {
    return defaults; // storage is blocked, or its content is not valid JSON
  }
}

export const settings = $state<Settings>(load());

/** Keeps the page's theme and language, and the stored copy, in step with the settings. */
export function applySettings(): void {
  $effect(() => {
    const root = document.documentElement;
    root.lang = settings.language;
    if (settings.theme === "system") delete root.dataset["theme"];
    else root.dataset["theme"] = settings.theme;
    try {
      localStorage.setItem(STORAGE_KEY, JSON.stringify(settings));
    } catch {
      // private windows may block storage: then the settings last until the page is closed
    }
  });
}
