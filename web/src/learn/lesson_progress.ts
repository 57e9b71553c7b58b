/** How a lesson goes on: which step is done now, as the real table allows it. */
import type { Event, SeatView } from "../messages";
import type { Key } from "../texts/keys";

/** What a lesson knows of the table. */
export interface Moment {
  sight: SeatView;
  /** The learner's seat. */
  seat: number;
  /** Everything that happened since the deal. */
  past: readonly Event[];
}

export interface Step {
  text: Key;
  /** Whether it can be done now; at any time if there is nothing here. */
  when?: (now: Moment) => boolean;
  /** There is something to do, until this holds; `since` is how much had happened before. */
  until?: (now: Moment, since: number) => boolean;
  /** Told when there is an occasion, and never waited for. */
  aside?: boolean;
}

export interface Progress {
  /** Which steps are behind us. */
  done: readonly number[];
  current: number | null;
  /** How much had happened when the current step began. */
  since: number;
}

export const BEGIN: Progress = { done: [], current: null, since: 0 };

/** Whether there is only something to read; then the table waits. */
export const isReading = (step: Step | null): boolean => step !== null && step.until === undefined;

/** Whether a step fits what is on the table. */
export const fits = (step: Step, now: Moment): boolean => step.when?.(now) ?? true;

/** Something to be done by the way, since there is an occasion for it. */
function findAside(steps: readonly Step[], done: readonly number[], now: Moment): number | null {
  if (done.length === 0 || now.sight.over) return null;
  const found = steps.findIndex(
    (step, index) => step.aside && !done.includes(index) && fits(step, now),
  );
  return found < 0 ? null : found;
}

function findNext(steps: readonly Step[], done: readonly number[], now: Moment): number | null {
  const last = steps.length - 1;
  if (now.sight.over) return done.includes(last) ? null : last;
  const aside = findAside(steps, done, now);
  if (aside !== null) return aside;
  const next = steps.findIndex((step, index) => !step.aside && !done.includes(index));
  const step = steps[next];
  return step && fits(step, now) ? next : null;
}

/** What is done now; `read` says that the learner has read the current step. */
export function advance(
  steps: readonly Step[],
  progress: Progress,
  now: Moment,
  read = false,
): Progress {
  let { done, current, since } = progress;
  const step = current === null ? null : (steps[current] ?? null);
  if (step && current !== null) {
    const fulfilled = step.until ? step.until(now, since) : read;
    const ended = now.sight.over && step.until !== undefined;
    if (fulfilled || ended) done = [...done, current];
    else if (isReading(step) || step.aside || findAside(steps, done, now) === null) return progress;
  }
  current = findNext(steps, done, now);
  since = now.past.length;
  return { done, current, since };
}
