/** The rules that apply in each phase of each game. */
const PHASES: Record<string, Record<string, string>> = {
  cubosaurs: {
    choose: "T2 T3 T4 T5 T6 T7 E3 E4 E5 A5 A6",
    forbidden: "A12",
    destroy_own: "A13",
    destroy_other: "A14",
    steal: "A15 A3",
    give: "A16 A3",
    swap_take: "A17",
    swap_give: "A17 A3 A4",
    rob: "A3 A4",
    over: "E2 E3 E4 E5 E6 E7 R4 A8 A9 A19",
  },
  incubation: {
    draft: "C2 S6 S7",
    reroll: "T1 T2 T3 T4",
    dice: "T6 T7 T8 T9 T11 T12 T13",
    place: "T8 T9 H3",
    overflow: "T10",
    hatch: "H1 H4",
    treasure: "T4 T5 H2 H3 H5",
    objective: "O1 O2 O3 O4 O5",
    over: "E1 E2 E3",
  },
  catbox: {
    play: "T1 T6 T7 T8 A2 A5 A6 A8",
    place: "T2 T3 T4 T5 A5 A6",
    after: "A2 A3 A4 A6 A7 A8",
    lift: "A7",
    relay: "A7 T2 T3 T4 T5 A6",
    over: "E1 E2 E3 E4 E5 A3",
  },
};

const PREFIXES: Record<string, string> = { cubosaurs: "CUB", incubation: "INC", catbox: "CAT" };

/** The numbers of the rules for a phase; advanced rules only in the advanced game. */
export function rulesFor(game: string, phase: string, advanced: boolean): string[] {
  return (PHASES[game]?.[phase] ?? "")
    .split(" ")
    .filter((short) => short !== "" && (advanced || !short.startsWith("A")))
    .map((short) => `${PREFIXES[game]}-${short}`);
}

/** All phases with rules listed here. */
export function phasesOf(game: string): string[] {
  return Object.keys(PHASES[game] ?? {});
}
