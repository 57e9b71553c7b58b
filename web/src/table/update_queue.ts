/** Paces the updates of a game: one at a time, with a pause long enough to watch each of them. */
import type { GameUpdate } from "../messages";

const MAX_WAITING = 8; // if more wait, the oldest are shown without a pause

export class UpdateQueue {
  private waiting: GameUpdate[] = [];
  /** Runs while the last update is being watched. */
  private timer: ReturnType<typeof setTimeout> | null = null;

  constructor(
    /** Shows the view of the last update; the events of all of them have led to it. */
    private readonly show: (updates: GameUpdate[]) => void,
    private readonly pauseMs: () => number,
  ) {}

  /** The number of the last waiting update, null if there is none. */
  get newest(): number | null {
    return this.waiting.at(-1)?.sight.number ?? null;
  }

  /** Shows the update when it is its turn: at once, if nothing else is being watched. */
  push(update: GameUpdate): void {
    this.waiting.push(update);
    if (this.timer === null || this.waiting.length > MAX_WAITING) this.showNext();
  }

  /** Shows everything that waits, and then `more`, now and together. */
  flush(...more: GameUpdate[]): void {
    this.waiting.push(...more);
    this.showNext(this.waiting.length);
  }

  /** Drops the waiting updates; a running pause is not cut short. */
  clear(): void {
    this.waiting = [];
  }

  close(): void {
    this.stopTimer();
  }

  private showNext(count = 1): void {
    this.stopTimer();
    const updates = this.waiting.splice(0, count);
    if (updates.length === 0) return;
    this.show(updates);
    this.timer = setTimeout(() => this.showNext(), this.pauseMs());
  }

  private stopTimer(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }
}
