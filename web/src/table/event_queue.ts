/** Paces the updates of a game: one at a time, with a pause long enough to watch each of them. */
import type { GameUpdate } from "../messages";

const MAX_WAITING = 8; // after a longer absence only the last updates are played back

export class EventQueue {
  private waiting: GameUpdate[] = [];
  /** Runs while the last update is being watched. */
  private timer: ReturnType<typeof setTimeout> | null = null;

  constructor(
    private readonly show: (update: GameUpdate) => void,
    private readonly pauseMs: () => number,
  ) {}

  /** The number of the last waiting update, null if there is none. */
  get newest(): number | null {
    return this.waiting.at(-1)?.sight.number ?? null;
  }

  /** Shows the update when it is its turn: at once, if nothing else is being watched. */
  push(update: GameUpdate): void {
    this.waiting.push(update);
    while (this.waiting.length > MAX_WAITING) this.showNext();
    if (this.timer === null) this.showNext();
  }

  /** Shows everything that waits, now. */
  flush(): void {
    while (this.waiting.length > 0) this.showNext();
  }

  /** Drops the waiting updates; a running pause is not cut short. */
  clear(): void {
    this.waiting = [];
  }

  close(): void {
    this.stopTimer();
  }

  private showNext(): void {
    this.stopTimer();
    const update = this.waiting.shift();
    if (!update) return;
    this.show(update);
    this.timer = setTimeout(() => this.showNext(), this.pauseMs());
  }

  private stopTimer(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }
}
