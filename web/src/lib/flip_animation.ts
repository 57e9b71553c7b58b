/**
 * FLIP animations (First, Last, Invert, Play): elements fly from their old place to the new one.
 *
 *   <div {@attach flipAnimation(() => sight.number)}> … <Card data-fly="card-7" /> … </div>
 *
 * After each change of the trigger, every element whose `data-fly` key was at another place before
 * moves over from there. A new key may name in `data-fly-from` the key of the element it comes out
 * of (a deck, a player). With reduced motion, new and moved elements fade in instead.
 */
interface Box {
  x: number;
  y: number;
  width: number;
}

export const FLIGHT_MS = 280;
const FADE_MS = 150;

export function prefersReducedMotion(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** The box of each keyed element, relative to the root. */
function measure(root: HTMLElement): Map<string, Box> {
  const origin = root.getBoundingClientRect();
  const boxes = new Map<string, Box>();
  for (const node of root.querySelectorAll<HTMLElement>("[data-fly]")) {
    const box = node.getBoundingClientRect();
    const key = node.dataset["fly"] ?? "";
    if (box.width > 0)
      boxes.set(key, { x: box.x - origin.x, y: box.y - origin.y, width: box.width });
  }
  return boxes;
}

function fly(node: HTMLElement, from: Box, to: Box): void {
  const scale = from.width / to.width;
  const start = `translate(${from.x - to.x}px, ${from.y - to.y}px) scale(${scale})`;
  node.animate(
    [
      { transform: start, transformOrigin: "0 0", zIndex: 5 },
      { transform: "none", transformOrigin: "0 0", zIndex: 5 },
    ],
    { duration: FLIGHT_MS, easing: "cubic-bezier(.3,.9,.4,1)" },
  );
}

const lastBoxes = new WeakMap<HTMLElement, Map<string, Box>>();

function measureAndRemember(root: HTMLElement): Map<string, Box> {
  const boxes = measure(root);
  lastBoxes.set(root, boxes);
  return boxes;
}

/** An attachment that runs again whenever the trigger changes, after the DOM has changed. */
export function flipAnimation(trigger: () => unknown): (root: HTMLElement) => () => void {
  return (root) => {
    trigger();
    const before = lastBoxes.get(root);
    const now = measureAndRemember(root);
    if (before) {
      for (const node of root.querySelectorAll<HTMLElement>("[data-fly]"))
        animate(node, before, now);
    }
    const onResize = (): void => void measureAndRemember(root);
    addEventListener("resize", onResize);
    return () => removeEventListener("resize", onResize);
  };
}

function animate(node: HTMLElement, before: Map<string, Box>, now: Map<string, Box>): void {
  const key = node.dataset["fly"] ?? "";
  const to = now.get(key);
  const from = before.get(key) ?? before.get(node.dataset["flyFrom"] ?? "");
  if (!to || !from || Math.abs(from.x - to.x) + Math.abs(from.y - to.y) < 2) return;
  if (prefersReducedMotion())
    node.animate([{ opacity: 0 }, { opacity: 1 }], { duration: FADE_MS });
  else fly(node, from, to);
}
