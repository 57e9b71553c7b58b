/** Brings a rule or a section into sight, for eyes and for screen readers. */
import { reducedMotion } from "../lib/fly";

export function reveal(id: string): void {
  const found = document.getElementById(id);
  if (!found) return;
  found.scrollIntoView({ block: "start", behavior: reducedMotion() ? "auto" : "smooth" });
  found.focus({ preventScroll: true });
}
