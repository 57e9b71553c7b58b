/** Accessible labels for eggs, dragons, objectives and choices. */
import { formatSigned } from "../../lib/numbers";
import { capitalize, t } from "../../lib/texts.svelte";
import type { Choice } from "./choices";
import {
  COLOURS,
  RESOURCES,
  kindsOf,
  type Egg,
  type Objective,
  type Incubator,
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

export function incubatorLabel(
  slot: number,
  egg: Egg | undefined,
  incubator: Incubator | null,
): string {
  if (!egg || !incubator) return t("incubation.nest.empty", { slot: slot + 1 });
  return t("incubation.nest", {
    slot: slot + 1,
    egg: eggLabel(egg),
    fire: incubator.fire,
    water: incubator.water,
  });
}

/** "2 fire, 1 gold", or the text for nothing. */
export function amountsLabel(held: Partial<Record<Resource, number>>): string {
  const parts = RESOURCES.filter((resource) => (held[resource] ?? 0) > 0).map((resource) =>
    t(`incubation.amount.${resource}`, { count: held[resource] ?? 0 }),
  );
  return parts.join(", ") || t("incubation.nothing");
}

export function objectiveLabel(objective: Objective): string {
  const parts = COLOURS.filter((colour) => objective.dragons[colour]).map(
    (colour) => `${objective.dragons[colour] ?? 0} × ${t(`incubation.colour.${colour}`)}`,
  );
  if (objective.gold) parts.push(t("incubation.amount.gold", { count: objective.gold }));
  return t("incubation.goal", { wanted: parts.join(", "), points: objective.points });
}

/** The server's description of a choice with its gain, or `otherwise` if there is none. */
export function choiceLabel(choice: Choice | undefined, otherwise: string): string {
  if (!choice) return otherwise;
  const gain = choice.gain ? ` (${t("incubation.gain", { gain: formatSigned(choice.gain) })})` : "";
  return capitalize(choice.words) + gain;
}
