/** Reading JSON whose form is known from docs/formats. */
import type { Json, JsonObject } from "../messages";

/** Whether two JSON values are the same. */
export function same(one: Json | undefined, two: Json | undefined): boolean {
  if (one === two) return true;
  if (typeof one !== "object" || typeof two !== "object") return false;
  if (one === null || two === null || one === undefined || two === undefined) return false;
  if (Array.isArray(one) !== Array.isArray(two)) return false;
  const keys = Object.keys(one);
  const left = one as JsonObject;
  const right = two as JsonObject;
  return (
    keys.length === Object.keys(two).length && keys.every((key) => same(left[key], right[key]))
  );
}

/** A value as the form says that it is; boards give their positions a type by this. */
export function as<T>(value: Json | undefined): T {
  return value as T;
}
