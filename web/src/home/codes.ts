/** Codes of tables, as people say and type them. */

/** Six letters; tables of an older server have five. */
const CODE = /^[A-Z]{5,6}$/;

/** The code that somebody typed or pasted, with spaces or hyphens between; null if it is none. */
export function parseCode(typed: string): string | null {
  const letters = typed.replace(/[\s-]/g, "").toUpperCase();
  return CODE.test(letters) ? letters : null;
}
