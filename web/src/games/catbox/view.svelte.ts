/** What part of the table is seen: it fits itself to the layout until somebody moves it. */
import { reducedMotion } from "../../lib/fly";

export interface Bounds {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const LEAST = 18; // pixels of a square
const MOST = 110;
const USUAL = 76; // no larger than this when it fits itself
const LARGE = 100; // the same on a large screen
const SMALL = 26; // too small to be sure of a square
const NEAR = 38;
const TIME = 260;

export class View {
  /** Where the corner of square (0, 0) is, and how large a square is, in pixels. */
  x = $state(0);
  y = $state(0);
  cell = $state(48);
  /** Whether nobody has moved it. */
  own = $state(true);
  width = $state(0);
  height = $state(0);
  private frame = 0;

  private to(x: number, y: number, cell: number, soft: boolean): void {
    cancelAnimationFrame(this.frame);
    const from = { x: this.x, y: this.y, cell: this.cell };
    const begun = performance.now();
    const step = (now: number): void => {
      const part = soft ? Math.min(1, Math.max(0, now - begun) / TIME) : 1;
      const eased = 1 - (1 - part) ** 3;
      this.x = from.x + (x - from.x) * eased;
      this.y = from.y + (y - from.y) * eased;
      this.cell = from.cell + (cell - from.cell) * eased;
      if (part < 1) this.frame = requestAnimationFrame(step);
    };
    step(begun);
  }

  /** Show all of this. */
  fit(bounds: Bounds, soft: boolean): void {
    if (this.width === 0) return;
    const [wide, high] = [bounds.right - bounds.left, bounds.bottom - bounds.top];
    const most = this.width > 640 ? LARGE : USUAL;
    const cell = Math.max(LEAST, Math.min(most, this.width / wide, this.height / high));
    const x = this.width / 2 - ((bounds.left + bounds.right) / 2) * cell;
    const y = this.height / 2 - ((bounds.top + bounds.bottom) / 2) * cell;
    this.own = true;
    this.to(x, y, cell, soft && !reducedMotion());
  }

  /** Come nearer to a point of the table where squares are too small for a finger. */
  near(column: number, row: number): void {
    if (this.cell >= SMALL) return;
    const own = this.own;
    this.zoom(NEAR / this.cell, this.x + column * this.cell, this.y + row * this.cell, true);
    this.own = own;
  }

  /** Whether all of this is seen. */
  shows(bounds: Bounds): boolean {
    return (
      this.x + bounds.left * this.cell >= -1 &&
      this.y + bounds.top * this.cell >= -1 &&
      this.x + bounds.right * this.cell <= this.width + 1 &&
      this.y + bounds.bottom * this.cell <= this.height + 1
    );
  }

  pan(dx: number, dy: number): void {
    this.own = false;
    this.to(this.x + dx, this.y + dy, this.cell, false);
  }

  /** Larger or smaller; what is at this point stays there. */
  zoom(factor: number, x = this.width / 2, y = this.height / 2, soft = false): void {
    const cell = Math.max(LEAST, Math.min(MOST, this.cell * factor));
    const by = cell / this.cell;
    this.own = false;
    this.to(x - (x - this.x) * by, y - (y - this.y) * by, cell, soft && !reducedMotion());
  }

  /** A point of the element as a point of the table. */
  point(x: number, y: number): [number, number] {
    return [(x - this.x) / this.cell, (y - this.y) / this.cell];
  }
}
