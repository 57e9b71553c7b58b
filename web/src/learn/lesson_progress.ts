/** The progress of a lesson: which step is shown, depending on the table. */
import type { GameEvent, SeatView } from "../messages";
import type { Key } from "../texts/keys";

/** What the steps of a lesson know about the table. */
export interface Moment {
  sight: SeatView;
  /** The learner's seat. */
  seat: number;
  /** All events since the deal. */
  past: readonly GameEvent[];
}

export interface Step {
  text: Key;
  /** Whether the step can be shown now; always, if absent. */
  when?: (now: Moment) => boolean;
  /** The step lasts until this holds; `since` is the number of events before it began. */
  until?: (now: Moment, since: number) => boolean;
  /** An aside is shown whenever it fits; the lesson never waits for it. */
  aside?: boolean;
}

export interface Progress {
  /** The steps that are finished. */
  done: readonly number[];
  current: number | null;
  /** The number of events when the current step began. */
  since: number;
}

export const BEGIN: Progress = { done: [], current: null, since: 0 };

/** Whether the step is only read; the table waits meanwhile. */
export const isReading = (step: Step | null): boolean => step !== null && step.until === undefined;

/** Whether the step can be shown now. */
export const fits = (step: Step, now: Moment): boolean => step.when?.(now) ?? true;

/** The first aside that fits now and has not been shown. */
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

/** The progress after an event, or after the learner has `read` the current step. */
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
