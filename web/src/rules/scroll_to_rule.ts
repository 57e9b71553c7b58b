/** Scrolls to a rule or section, and focuses it for screen readers. */
import { prefersReducedMotion } from "../lib/flip_animation";

export function scrollToRule(id: string): void {
  const found = document.getElementById(id);
  if (!found) return;
  found.scrollIntoView({ block: "start", behavior: prefersReducedMotion() ? "auto" : "smooth" });
  found.focus({ preventScroll: true });
}
