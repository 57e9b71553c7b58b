/** Helpers for JSON values whose schema is documented in docs/formats. */
import type { Json, JsonObject } from "../messages";

/** Deep equality of two JSON values. */
export function jsonEqual(one: Json | undefined, two: Json | undefined): boolean {
  if (one === two) return true;
  if (typeof one !== "object" || typeof two !== "object") return false;
  if (one === null || two === null || one === undefined || two === undefined) return false;
  if (Array.isArray(one) !== Array.isArray(two)) return false;
  const keys = Object.keys(one);
  const left = one as JsonObject;
  const right = two as JsonObject;
  return (
    keys.length === Object.keys(two).length && keys.every((key) => jsonEqual(left[key], right[key]))
  );
}

/** Casts JSON to the type its schema promises, without a check at run time. */
export function castJson<T>(value: Json | undefined): T {
  return value as T;
}
