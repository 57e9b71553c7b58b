/** Where in the page we are: a path under the prefix, and nothing else. */
import { prefix } from "./prefix";

export type Place =
  | { at: "home" }
  | { at: "table"; id: string }
  | { at: "code"; code: string }
  | { at: "replay"; id: string; step: number }
  | { at: "rules"; game: string; rule: string | null }
  | { at: "learn"; game: string }
  | { at: "lost" };

/** What a path names. */
export function read(path: string, hash = ""): Place {
  const [first, second, more] = path.split("/").filter((part) => part !== "");
  if (first === undefined) return { at: "home" };
  if (second === undefined || more !== undefined) return { at: "lost" };
  const part = hash.replace("#", "");
  if (first === "t") return { at: "table", id: second };
  if (first === "j") return { at: "code", code: second.toUpperCase() };
  if (first === "replay") return { at: "replay", id: second, step: Number(part) || 0 };
  if (first === "rules") return { at: "rules", game: second, rule: part || null };
  if (first === "learn") return { at: "learn", game: second };
  return { at: "lost" };
}

/** The path of a place, as links need it. */
export function path(place: Place): string {
  switch (place.at) {
    case "table":
      return `${prefix}/t/${place.id}`;
    case "code":
      return `${prefix}/j/${place.code}`;
    case "replay":
      return `${prefix}/replay/${place.id}${place.step ? `#${place.step}` : ""}`;
    case "rules":
      return `${prefix}/rules/${place.game}${place.rule ? `#${place.rule}` : ""}`;
    case "learn":
      return `${prefix}/learn/${place.game}`;
    default:
      return `${prefix}/`;
  }
}

const here = (): Place => read(location.pathname.slice(prefix.length), location.hash);

class Router {
  place = $state<Place>(here());

  constructor() {
    addEventListener("popstate", () => (this.place = here()));
  }

  go(place: Place, replace = false): void {
    const target = path(place);
    if (replace) history.replaceState(null, "", target);
    else history.pushState(null, "", target);
    this.place = place;
    scrollTo(0, 0);
  }
}

export const router = new Router();

/** For a link: our own places are gone to without loading the page anew. */
export function inside(place: Place): (event: MouseEvent) => void {
  return (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    router.go(place);
  };
}
