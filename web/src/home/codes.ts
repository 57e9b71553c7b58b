/** Parses invite codes as people type them. */

/** Six letters; tables of older servers have five. */
const CODE = /^[A-Z]{5,6}$/;

/** Parses a code, ignoring case, spaces and hyphens; null if it is not valid. */
export function parseCode(typed: string): string | null {
  const letters = typed.replace(/[\s-]/g, "").toUpperCase();
  return CODE.test(letters) ? letters : null;
}
