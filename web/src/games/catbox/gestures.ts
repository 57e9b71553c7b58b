/** Touch and mouse gestures on the table: drag to pan, pinch or wheel to zoom, tap to choose. */
interface Handlers {
  pan: (dx: number, dy: number) => void;
  zoom: (factor: number, x: number, y: number) => void;
  /** The pointer moves over the table without dragging it. */
  hover: (x: number, y: number) => void;
  leave: () => void;
  /** Whether a drag that starts here moves the picked card instead of the table. */
  grabs: (x: number, y: number) => boolean;
  drop: (x: number, y: number) => void;
  tap: (x: number, y: number) => void;
}

interface Finger {
  x: number;
  y: number;
}

const TAP_TOLERANCE_PX = 7; // how far the finger may move during a tap

export function gestures(root: HTMLElement, handlers: Handlers): () => void {
  const fingers = new Map<number, Finger>();
  let start: Finger | null = null;
  let mode: "none" | "tap" | "pan" | "pinch" | "carry" = "none";
  let moved = false;

  const at = (event: MouseEvent): Finger => {
    const box = root.getBoundingClientRect();
    return { x: event.clientX - box.x, y: event.clientY - box.y };
  };
  const pinch = (): { distance: number; x: number; y: number } => {
    const [one, two] = [...fingers.values()];
    if (!one || !two) return { distance: 1, x: 0, y: 0 };
    const distance = Math.max(1, Math.hypot(one.x - two.x, one.y - two.y));
    return { distance, x: (one.x + two.x) / 2, y: (one.y + two.y) / 2 };
  };

  const down = (event: PointerEvent): void => {
    if (event.button !== 0 || (event.target as Element).closest("[data-over]")) return;
    fingers.set(event.pointerId, at(event));
    if (fingers.size > 1) {
      mode = "pinch";
      moved = true;
      return;
    }
    start = at(event);
    moved = false;
    mode = event.pointerType !== "mouse" && handlers.grabs(start.x, start.y) ? "carry" : "tap";
  };

  const move = (event: PointerEvent): void => {
    const now = at(event);
    const last = fingers.get(event.pointerId);
    if (!last) {
      if (event.pointerType === "mouse") handlers.hover(now.x, now.y);
      return;
    }
    const distance = start ? Math.hypot(now.x - start.x, now.y - start.y) : 0;
    if (mode === "tap" && distance > TAP_TOLERANCE_PX) {
      mode = "pan";
      moved = true;
      root.setPointerCapture(event.pointerId);
    } else if (mode === "carry" && distance > TAP_TOLERANCE_PX) {
      moved = true;
      if (!root.hasPointerCapture(event.pointerId)) root.setPointerCapture(event.pointerId);
    }
    const before = pinch();
    fingers.set(event.pointerId, now);
    if (mode === "pan") handlers.pan(now.x - last.x, now.y - last.y);
    else if (mode === "carry" && moved) handlers.hover(now.x, now.y);
    else if (mode === "pinch" && fingers.size === 2) {
      const after = pinch();
      handlers.pan(after.x - before.x, after.y - before.y);
      handlers.zoom(after.distance / before.distance, after.x, after.y);
    }
  };

  const up = (event: PointerEvent): void => {
    if (!fingers.delete(event.pointerId)) return;
    const now = at(event);
    if (mode === "carry" && moved && event.type === "pointerup") handlers.drop(now.x, now.y);
    if (fingers.size === 0) mode = "none";
    else if (mode === "pinch") mode = "pan";
  };

  const click = (event: MouseEvent): void => {
    if (moved && event.detail > 0 && !(event.target as Element).closest("[data-over]")) {
      event.stopPropagation(); // the click at the end of a drag is not a tap
      event.preventDefault();
      return;
    }
    if ((event.target as Element).closest("button")) return;
    const now = at(event);
    handlers.tap(now.x, now.y);
  };

  const wheel = (event: WheelEvent): void => {
    event.preventDefault();
    const now = at(event);
    handlers.zoom(Math.exp(-event.deltaY / 400), now.x, now.y);
  };
  const out = (): void => handlers.leave();

  root.addEventListener("pointerdown", down);
  root.addEventListener("pointermove", move);
  root.addEventListener("pointerup", up);
  root.addEventListener("pointercancel", up);
  root.addEventListener("pointerleave", out);
  root.addEventListener("click", click, true);
  root.addEventListener("wheel", wheel, { passive: false });
  return () => {
    root.removeEventListener("pointerdown", down);
    root.removeEventListener("pointermove", move);
    root.removeEventListener("pointerup", up);
    root.removeEventListener("pointercancel", up);
    root.removeEventListener("pointerleave", out);
    root.removeEventListener("click", click, true);
    root.removeEventListener("wheel", wheel);
  };
}
