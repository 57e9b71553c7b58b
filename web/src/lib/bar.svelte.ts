/**
 * How high the bar below a table is, for what sticks above it.
 *
 * A custom property of the page would tell them, too; but whenever it changed, the browser would
 * work out the style of everything anew, and that is twice a move.
 */
export const bar = $state({ height: 0 });
