/**
 * The height of the action bar at the bottom of a table, for elements that stick above it.
 *
 * Shared state rather than a CSS custom property on the root: a change of the property, which
 * happens twice a move, would make the browser recalculate the style of the whole page.
 */
export const actionBar = $state({ height: 0 });
