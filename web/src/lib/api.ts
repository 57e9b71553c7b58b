/** Plain requests to the server. */
import { prefix } from "./prefix";

/** What the server refused, in its own words. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** The server did not answer at all. */
export class NoAnswer extends Error {}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const request: RequestInit = { method, credentials: "same-origin" };
  if (body !== undefined) {
    request.headers = { "content-type": "application/json" };
    request.body = JSON.stringify(body);
  }
  let response: Response;
  try {
    response = await fetch(`${prefix}/api/${path}`, request);
  } catch {
    throw new NoAnswer();
  }
  if (response.status === 204) return undefined as T;
  const found = (await response.json().catch(() => ({}))) as { error?: string };
  if (!response.ok) throw new Refusal(response.status, found.error ?? response.statusText);
  return found as T;
}

export const get = <T>(path: string): Promise<T> => ask<T>("GET", path);
export const post = <T>(path: string, body?: unknown): Promise<T> => ask<T>("POST", path, body);
export const put = <T>(path: string, body: unknown): Promise<T> => ask<T>("PUT", path, body);
