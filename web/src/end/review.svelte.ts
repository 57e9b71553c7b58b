/** The coach's review of a finished game, which takes a while: it is asked for each second. */
import type { Review, ReviewBegun } from "../messages";
import { get } from "../lib/api";
import { settings } from "../lib/settings.svelte";

const PAUSE = 1000;
const PATIENCE = 5; // times in a row that no answer is no reason to give up

export class Reviewing {
  progress = $state(0);
  review = $state.raw<Review | null>(null);
  failed = $state(false);

  private timer = 0;
  private closed = false;
  private missed = 0;

  constructor(private readonly id: string) {
    void this.ask();
  }

  private async ask(): Promise<void> {
    try {
      const path = `tables/${this.id}/review?lang=${settings.language}`;
      const answer = await get<Review | ReviewBegun>(path);
      this.missed = 0;
      if (answer.done) {
        this.review = answer;
        return;
      }
      this.progress = answer.progress;
    } catch {
      this.missed++;
      if (this.missed > PATIENCE) {
        this.failed = true;
        return;
      }
    }
    if (!this.closed) this.timer = window.setTimeout(() => void this.ask(), PAUSE);
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
  }
}
