/** The colours of the pieces, the same in both themes, and dark enough for white letters. */
import type { Kind } from "./position";

export interface Tones {
  fill: string;
  deep: string;
  light: string;
}

export const PALETTE: Record<Kind, Tones> = {
  red: { fill: "#c63b30", deep: "#7d1c16", light: "#f0958b" },
  blue: { fill: "#2468b4", deep: "#123c70", light: "#8bbcf0" },
  green: { fill: "#2c7a41", deep: "#154824", light: "#87cf98" },
  purple: { fill: "#7a45a8", deep: "#45226a", light: "#c6a0e8" },
  mystery: { fill: "#6d6357", deep: "#39332b", light: "#cfc5b6" },
};
