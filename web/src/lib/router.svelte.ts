/** Client-side router: the current route is a path under the server's prefix. */
import { prefix } from "./prefix";

export type Route =
  | { page: "home" }
  | { page: "table"; id: string }
  | { page: "code"; code: string }
  | { page: "replay"; id: string; step: number }
  | { page: "rules"; game: string; rule: string | null }
  | { page: "learn"; game: string }
  | { page: "not_found" };

/** Parses a path, and the hash behind it, into a route. */
export function parsePath(path: string, hash = ""): Route {
  const [first, second, more] = path.split("/").filter((part) => part !== "");
  if (first === undefined) return { page: "home" };
  if (second === undefined || more !== undefined) return { page: "not_found" };
  const part = hash.replace("#", "");
  if (first === "t") return { page: "table", id: second };
  if (first === "j") return { page: "code", code: second.toUpperCase() };
  if (first === "replay") return { page: "replay", id: second, step: Number(part) || 0 };
  if (first === "rules") return { page: "rules", game: second, rule: part || null };
  if (first === "learn") return { page: "learn", game: second };
  return { page: "not_found" };
}

/** The path of a route, for use as a link's `href`. */
export function pathOf(route: Route): string {
  switch (route.page) {
    case "table":
      return `${prefix}/t/${route.id}`;
    case "code":
      return `${prefix}/j/${route.code}`;
    case "replay":
      return `${prefix}/replay/${route.id}${route.step ? `#${route.step}` : ""}`;
    case "rules":
      return `${prefix}/rules/${route.game}${route.rule ? `#${route.rule}` : ""}`;
    case "learn":
      return `${prefix}/learn/${route.game}`;
    default:
      return `${prefix}/`;
  }
}

const currentRoute = (): Route => parsePath(location.pathname.slice(prefix.length), location.hash);

class Router {
  route = $state<Route>(currentRoute());

  constructor() {
    addEventListener("popstate", () => (this.route = currentRoute()));
  }

  go(route: Route, replace = false): void {
    const target = pathOf(route);
    if (replace) history.replaceState(null, "", target);
    else history.pushState(null, "", target);
    this.route = route;
    scrollTo(0, 0);
  }
}

export const router = new Router();

/** Whether a click on a link follows it here, rather than in a new tab or window. */
export function isPlainClick(event: MouseEvent): boolean {
  return !event.metaKey && !event.ctrlKey && !event.shiftKey && event.button === 0;
}

/** A click handler for links: follows the route without reloading the page. */
export function navigateTo(route: Route): (event: MouseEvent) => void {
  return (event) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    router.go(route);
  };
}
