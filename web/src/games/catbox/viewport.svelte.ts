/** The visible part of the table; it fits the layout until the user pans or zooms. */
import { prefersReducedMotion } from "../../lib/flip_animation";

export interface Bounds {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const MIN_CELL_PX = 18;
const MAX_CELL_PX = 110;
const MAX_FITTED_CELL_PX = 76; // when the viewport fits itself to the layout
const MAX_FITTED_CELL_WIDE_PX = 100; // the same on a wide screen
const WIDE_SCREEN_PX = 640;
const MIN_TOUCH_CELL_PX = 26; // squares below it are too small for a finger
const TOUCH_CELL_PX = 38;
const ANIMATION_MS = 260;

export class Viewport {
  /** The corner of square (0, 0) and the size of a square, in pixels. */
  x = $state(0);
  y = $state(0);
  cell = $state(48);
  /** Whether it still fits the layout: the user has not moved it. */
  fitted = $state(true);
  width = $state(0);
  height = $state(0);
  private frame = 0;

  private moveTo(x: number, y: number, cell: number, animated: boolean): void {
    cancelAnimationFrame(this.frame);
    const from = { x: this.x, y: this.y, cell: this.cell };
    const begun = performance.now();
    const step = (now: number): void => {
      const part = animated ? Math.min(1, Math.max(0, now - begun) / ANIMATION_MS) : 1;
      const eased = 1 - (1 - part) ** 3;
      this.x = from.x + (x - from.x) * eased;
      this.y = from.y + (y - from.y) * eased;
      this.cell = from.cell + (cell - from.cell) * eased;
      if (part < 1) this.frame = requestAnimationFrame(step);
    };
    step(begun);
  }

  /** Fits the given bounds into the element. */
  fit(bounds: Bounds, animated: boolean): void {
    if (this.width === 0) return;
    const [wide, high] = [bounds.right - bounds.left, bounds.bottom - bounds.top];
    const most = this.width > WIDE_SCREEN_PX ? MAX_FITTED_CELL_WIDE_PX : MAX_FITTED_CELL_PX;
    const cell = Math.max(MIN_CELL_PX, Math.min(most, this.width / wide, this.height / high));
    const x = this.width / 2 - ((bounds.left + bounds.right) / 2) * cell;
    const y = this.height / 2 - ((bounds.top + bounds.bottom) / 2) * cell;
    this.fitted = true;
    this.moveTo(x, y, cell, animated && !prefersReducedMotion());
  }

  /** Zooms in on a square if squares are too small for a finger. */
  zoomInOn(column: number, row: number): void {
    if (this.cell >= MIN_TOUCH_CELL_PX) return;
    const fitted = this.fitted;
    this.zoom(TOUCH_CELL_PX / this.cell, this.x + column * this.cell, this.y + row * this.cell, true);
    this.fitted = fitted;
  }

  /** Whether the given bounds are visible. */
  shows(bounds: Bounds): boolean {
    return (
      this.x + bounds.left * this.cell >= -1 &&
      this.y + bounds.top * this.cell >= -1 &&
      this.x + bounds.right * this.cell <= this.width + 1 &&
      this.y + bounds.bottom * this.cell <= this.height + 1
    );
  }

  pan(dx: number, dy: number): void {
    this.fitted = false;
    this.moveTo(this.x + dx, this.y + dy, this.cell, false);
  }

  /** Zooms around a point of the element. */
  zoom(factor: number, x = this.width / 2, y = this.height / 2, animated = false): void {
    const cell = Math.max(MIN_CELL_PX, Math.min(MAX_CELL_PX, this.cell * factor));
    const by = cell / this.cell;
    this.fitted = false;
    this.moveTo(x - (x - this.x) * by, y - (y - this.y) * by, cell, animated && !prefersReducedMotion());
  }

  /** Converts a point of the element to one of the table, in squares. */
  point(x: number, y: number): [number, number] {
    return [(x - this.x) / this.cell, (y - this.y) / this.cell];
  }
}
