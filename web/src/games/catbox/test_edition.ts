/** For tests: the edition as it is printed, and a small layout. */
import printed from "../../../../src/menagerie/games/catbox/edition.toml?raw";
import type { Edition, Laid } from "./position";

const listed = printed.slice(printed.indexOf("fronts = ["));
export const fronts = [...listed.matchAll(/"([GBWYT.]{4})"/g)].map((found) => found[1] ?? "");
export const edition: Edition = {
  cats: { G: "ginger", B: "black", W: "white", Y: "grey", T: "tabby" },
  deck: { fronts, back: "mirror" },
};

export const small: Laid[] = [
  { card: 0, side: "front", at: [0, 0] },
  { card: 7, side: "front", at: [1, 1] },
];
