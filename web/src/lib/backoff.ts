/** Retry delays, with random jitter so that clients do not all reconnect at the same moment. */

const FIRST_MAX_DELAY_MS = 500; // before the first retry; doubles with each attempt
const MAX_DELAY_MS = 10_000; // before any retry
const RESTART_SPREAD_MS = 6_000; // clients of a restarted server reconnect over this time
const SERVICE_RESTART = 1012; // WebSocket close code: the server stops or restarts
const MIN_RESEND_DELAY_MS = 500;
const MIN_RATE_LIMIT_DELAY_MS = 1_000; // the same after "slow_down"

/** Exponential backoff with full jitter; attempts are counted from 0. */
export function backoff(attempt: number): number {
  return Math.random() * Math.min(FIRST_MAX_DELAY_MS * 2 ** attempt, MAX_DELAY_MS);
}

/** The delay before a lost socket is reopened. */
export function reconnectDelay(attempt: number, closeCode: number | null): number {
  if (closeCode === SERVICE_RESTART && attempt === 0) return Math.random() * RESTART_SPREAD_MS;
  return backoff(attempt);
}

/** The delay before a request is resent after a temporary error. */
export function resendDelay(attempt: number, code: string): number {
  return (code === "slow_down" ? MIN_RATE_LIMIT_DELAY_MS : MIN_RESEND_DELAY_MS) + backoff(attempt);
}
