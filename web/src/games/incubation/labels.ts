/** Accessible labels for eggs, dragons, objectives and choices. */
import { formatSigned } from "../../lib/numbers";
import { capitalize, t } from "../../lib/texts.svelte";
import type { Choice } from "./choices";
import {
  COLOURS,
  RESOURCES,
  kindsOf,
  type Egg,
  type Goal,
  type Nest,
  type Resource,
} from "./position";

function kindLabel(egg: Egg): string {
  const [one, two] = kindsOf(egg).map((kind) => t(`incubation.colour.${kind}`));
  return two ? t("incubation.hybrid", { one: one ?? "", two }) : (one ?? "");
}

export function eggLabel(egg: Egg): string {
  const { fire, water, points } = egg;
  return t("incubation.egg", { kind: kindLabel(egg), fire, water, points });
}

export function dragonLabel(egg: Egg): string {
  return t("incubation.dragon", { kind: kindLabel(egg), points: egg.points });
}

export function nestLabel(slot: number, egg: Egg | undefined, nest: Nest | null): string {
  if (!egg || !nest) return t("incubation.nest.empty", { slot: slot + 1 });
  return t("incubation.nest", {
    slot: slot + 1,
    egg: eggLabel(egg),
    fire: nest.fire,
    water: nest.water,
  });
}

/** "2 fire, 1 gold", or the text for nothing. */
export function amounts(held: Partial<Record<Resource, number>>): string {
  const parts = RESOURCES.filter((resource) => (held[resource] ?? 0) > 0).map((resource) =>
    t(`incubation.amount.${resource}`, { count: held[resource] ?? 0 }),
  );
  return parts.join(", ") || t("incubation.nothing");
}

export function goalLabel(goal: Goal): string {
  const parts = COLOURS.filter((colour) => goal.dragons[colour]).map(
    (colour) => `${goal.dragons[colour] ?? 0} × ${t(`incubation.colour.${colour}`)}`,
  );
  if (goal.gold) parts.push(t("incubation.amount.gold", { count: goal.gold }));
  return t("incubation.goal", { wanted: parts.join(", "), points: goal.points });
}

/** The server's description of a choice with its gain, or `otherwise` if there is none. */
export function choiceLabel(choice: Choice | undefined, otherwise: string): string {
  if (!choice) return otherwise;
  const gain = choice.gain ? ` (${t("incubation.gain", { gain: formatSigned(choice.gain) })})` : "";
  return capitalize(choice.words) + gain;
}
