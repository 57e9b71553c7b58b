/** What the players of a table are called. */
import type { SeatInfo } from "../messages";
import { settings } from "../lib/settings.svelte";
import { t } from "../lib/texts.svelte";

/** The name that the user plays under, if they host the table. */
export function ownName(): string {
  return settings.name.trim() || t("name.you");
}

/** The name of one seat; bots are numbered by their seats. */
export function nameOf(seat: SeatInfo): string {
  if (seat.bot) return t("table.bot", { number: seat.seat + 1 });
  return seat.name ?? t("wait.free");
}

/** The names of all seats; equal names are told apart by the number of the seat. */
export function namesOf(seats: SeatInfo[]): string[] {
  const names = seats.map((seat) => nameOf(seat));
  return names.map((name, seat) =>
    names.filter((other) => other === name).length > 1 ? `${name} ${seat + 1}` : name,
  );
}
