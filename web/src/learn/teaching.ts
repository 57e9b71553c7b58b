/** How a lesson goes on: which step is told now, as the real table allows it. */
import type { Event, Sight } from "../messages";
import type { Key } from "../texts/keys";

/** What a lesson knows of the table. */
export interface Moment {
  sight: Sight;
  /** The learner's seat. */
  seat: number;
  /** Everything that happened since the deal. */
  past: readonly Event[];
}

export interface Step {
  text: Key;
  /** Whether it can be told now; at any time if there is nothing here. */
  when?: (now: Moment) => boolean;
  /** There is something to do, until this holds; `since` is how much had happened before. */
  until?: (now: Moment, since: number) => boolean;
  /** Told when there is an occasion, and never waited for. */
  aside?: boolean;
}

export interface Progress {
  /** Which steps are behind us. */
  told: readonly number[];
  current: number | null;
  /** How much had happened when the current step began. */
  since: number;
}

export const BEGIN: Progress = { told: [], current: null, since: 0 };

/** Whether there is only something to read; then the table waits. */
export const reading = (step: Step | null): boolean => step !== null && step.until === undefined;

/** Whether a step fits what is on the table. */
export const fits = (step: Step, now: Moment): boolean => step.when?.(now) ?? true;

function following(steps: readonly Step[], told: readonly number[], now: Moment): number | null {
  const last = steps.length - 1;
  if (now.sight.over) return told.includes(last) ? null : last;
  const open = steps.map((_, index) => index).filter((index) => !told.includes(index));
  const aside = open.find((index) => steps[index]?.aside && fits(steps[index], now));
  if (aside !== undefined && told.length > 0) return aside;
  const next = open.find((index) => !steps[index]?.aside);
  if (next === undefined) return null;
  const step = steps[next];
  return step && fits(step, now) ? next : null;
}

/** What is told now; `read` says that the learner has read the current step. */
export function advance(
  steps: readonly Step[],
  progress: Progress,
  now: Moment,
  read = false,
): Progress {
  let { told, current, since } = progress;
  const step = current === null ? null : (steps[current] ?? null);
  if (step && current !== null) {
    const done = step.until ? step.until(now, since) : read;
    if (!done && !(now.sight.over && step.until)) return progress;
    told = [...told, current];
    current = null;
  }
  current = following(steps, told, now);
  since = now.past.length;
  return { told, current, since };
}
