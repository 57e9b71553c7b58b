/** Polls the server for the coach's review of a finished game, which takes a while to compute. */
import type { Review, ReviewBegun } from "../messages";
import { get } from "../lib/api";
import { settings } from "../lib/settings.svelte";

const POLL_INTERVAL_MS = 1000;
const MAX_FAILURES = 5; // in a row, before the poller gives up

export class ReviewPoller {
  progress = $state(0);
  review = $state.raw<Review | null>(null);
  failed = $state(false);

  private timer = 0;
  private closed = false;
  private failures = 0;

  constructor(private readonly id: string) {
    void this.poll();
  }

  private async poll(): Promise<void> {
    try {
      const path = `tables/${this.id}/review?lang=${settings.language}`;
      const answer = await get<Review | ReviewBegun>(path);
      this.failures = 0;
      if (answer.done) {
        this.review = answer;
        return;
      }
      this.progress = answer.progress;
    } catch {
      this.failures++;
      if (this.failures > MAX_FAILURES) {
        this.failed = true;
        return;
      }
    }
    if (!this.closed) this.timer = window.setTimeout(() => void this.poll(), POLL_INTERVAL_MS);
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
  }
}
