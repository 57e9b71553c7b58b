/** Numbers as they are shown: with a typographic minus, a sign, or as a percentage. */

/** An integer with a typographic minus ("−3"). */
export function formatInteger(value: number): string {
  return value < 0 ? `−${-value}` : String(value);
}

/** An integer with its sign ("+3", "−3"); `zero` is the text for 0. */
export function formatSigned(value: number, zero = "0"): string {
  if (value === 0) return zero;
  return value > 0 ? `+${value}` : formatInteger(value);
}

/** A share from 0 to 1 as a percentage, in the notation of the language. */
export function formatPercent(share: number, language: string): string {
  return new Intl.NumberFormat(language, { style: "percent" }).format(share);
}

/** A share from 0 to 1 as a whole number of percent, for texts that contain the percent sign. */
export function wholePercent(share: number): number {
  return Math.round(100 * share);
}
