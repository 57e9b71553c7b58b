/** How long to wait before trying again: at random, so that pages do not all come back at once. */

const FIRST = 500; // milliseconds: the longest wait before the first new attempt
const LONGEST = 10_000;
const RESTART_SPREAD = 6_000; // over which pages come back to a server that restarts
const RESTARTED = 1012; // the close code of a server that stops or restarts
const SLOWER = 1_000; // "slow_down" asks for a second at least

/** Exponential back-off with full jitter; attempts are counted from 0. */
export function backoff(attempt: number): number {
  return Math.random() * Math.min(FIRST * 2 ** attempt, LONGEST);
}

/** Before a lost socket is opened again. */
export function reconnectDelay(attempt: number, closeCode: number | null): number {
  if (closeCode === RESTARTED && attempt === 0) return Math.random() * RESTART_SPREAD;
  return backoff(attempt);
}

/** Before something that the server could not do is asked of it again. */
export function resendDelay(attempt: number, code: string): number {
  return (code === "slow_down" ? SLOWER : FIRST) + backoff(attempt);
}
