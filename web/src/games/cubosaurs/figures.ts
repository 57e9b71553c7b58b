/** The dinosaurs and eggs as voxel shapes, with their colours. */
import { draw, mirrored, type Box, type Drawing, type Shape } from "./voxels";
import type { Kind } from "./position";

/** For each kind: the main colour, a second one and a light one. */
const PALETTES: Record<Kind, readonly string[]> = {
  trex: ["#ec8a2c", "#b4560f", "#ffe0a6"],
  stegosaurus: ["#3f83db", "#1f4a9c", "#a6dcff"],
  brontosaurus: ["#9262d6", "#6438a8", "#d9c2f7"],
  pterodactyl: ["#dc4040", "#a3202d", "#ffcf9e"],
  pentaceratops: ["#43a453", "#23713a", "#fff0c4"],
  grey: ["#c9ced4", "#8d96a1", "#f2f4f6"],
  black: ["#43474f", "#1f2126", "#8a919c"],
  egg: ["#ec8a2c", "#3f83db", "#9262d6", "#dc4040", "#43a453", "#fff6e0"],
};

// Upright, with a long tail, a big head and small arms.
const TREX: Shape = {
  boxes: [
    [-3, 1, 5, 1, 1, 1, 1],
    [-2, 1, 4, 2, 1, 1, 0],
    [0, 1, 3, 2, 1, 2, 0],
    [2, 0, 2, 3, 3, 3, 0],
    [5, 0, 2, 1, 3, 2, 2],
    [2, 0, 0, 2, 1, 2, 1],
    [4, 0, 0, 1, 1, 1, 1],
    [3, 2, 0, 2, 1, 2, 1],
    [5, 2, 0, 1, 1, 1, 1],
    [3, 0, 5, 2, 3, 3, 0],
    [5, 0, 6, 3, 3, 2, 0],
    [5, 0, 4, 3, 3, 1, 2],
    [5, 0, 5, 1, 3, 1, 1],
    [6, 2, 2, 1, 1, 1, 1],
  ],
  eyes: [[5, 2, 7, "left"]],
};
// Plates along a round back, a spiked tail, the head low.
const STEGOSAURUS: Shape = {
  boxes: [
    [-2, 1, 2, 1, 1, 1, 2],
    [-1, 1, 2, 2, 1, 1, 0],
    [1, 0, 2, 6, 3, 2, 0],
    [2, 0, 4, 4, 3, 1, 0],
    [1, 1, 4, 1, 1, 1, 1],
    [2, 1, 5, 1, 1, 1, 2],
    [3, 1, 5, 1, 1, 3, 1],
    [5, 1, 5, 1, 1, 2, 1],
    [4, 1, 5, 1, 1, 1, 2],
    [6, 1, 4, 1, 1, 1, 2],
    [1, 0, 0, 1, 1, 2, 1],
    [6, 0, 0, 1, 1, 2, 1],
    [1, 2, 0, 1, 1, 2, 1],
    [6, 2, 0, 1, 1, 2, 1],
    [7, 1, 2, 2, 1, 1, 0],
    [8, 1, 1, 2, 1, 1, 0],
  ],
  eyes: [[8, 1, 2, "left"]],
};
// A very long neck.
const BRONTOSAURUS: Shape = {
  boxes: [
    [-2, 1, 2, 3, 1, 1, 0],
    [1, 0, 2, 5, 3, 2, 0],
    [1, 0, 2, 5, 3, 1, 2],
    [1, 0, 0, 1, 1, 2, 1],
    [5, 0, 0, 1, 1, 2, 1],
    [1, 2, 0, 1, 1, 2, 1],
    [5, 2, 0, 1, 1, 2, 1],
    [5, 1, 4, 1, 1, 4, 0],
    [6, 1, 3, 1, 1, 2, 0],
    [5, 1, 8, 3, 1, 1, 0],
    [5, 1, 9, 1, 1, 1, 0],
    [5, 1, 9, 2, 1, 1, 0],
  ],
  eyes: [[6, 1, 9, "left"]],
};
// Wide wings, a long beak, a crest.
const PTERODACTYL: Shape = {
  boxes: [
    [2, -4, 3, 2, 4, 1, 1],
    [3, -5, 3, 1, 2, 1, 1],
    [1, 0, 2, 4, 2, 2, 0],
    [2, 2, 3, 2, 4, 1, 1],
    [3, 5, 3, 1, 2, 1, 1],
    [5, 0, 3, 2, 2, 2, 0],
    [7, 0, 3, 3, 1, 1, 2],
    [3, 0, 5, 2, 1, 1, 2],
    [0, 0, 2, 1, 1, 1, 0],
  ],
  eyes: [[5, 1, 4, "left"]],
};
// Five horns in front of a big frill.
const PENTACERATOPS: Shape = {
  boxes: [
    [-1, 1, 2, 1, 1, 1, 0],
    [0, 0, 1, 5, 3, 3, 0],
    [0, 0, 0, 1, 1, 1, 1],
    [4, 0, 0, 1, 1, 1, 1],
    [0, 2, 0, 1, 1, 1, 1],
    [4, 2, 0, 1, 1, 1, 1],
    [5, -1, 2, 1, 5, 4, 1],
    [5, -1, 6, 1, 1, 1, 2],
    [5, 1, 6, 1, 1, 1, 2],
    [5, 3, 6, 1, 1, 1, 2],
    [6, 0, 1, 3, 3, 3, 0],
    [9, 1, 1, 1, 1, 2, 0],
    [7, 0, 4, 1, 1, 2, 2],
    [7, 2, 4, 1, 1, 2, 2],
    [9, 1, 3, 1, 1, 1, 2],
  ],
  eyes: [[7, 2, 3, "left"]],
};
// Light on its feet, the tail held high.
const RAPTOR: Shape = {
  boxes: [
    [-2, 1, 5, 2, 1, 1, 1],
    [0, 1, 4, 2, 1, 1, 0],
    [1, 0, 3, 4, 2, 2, 0],
    [2, 0, 4, 1, 2, 1, 1],
    [2, 1, 1, 1, 1, 2, 0],
    [2, 1, 0, 2, 1, 1, 1],
    [3, 0, 1, 1, 1, 2, 0],
    [4, 0, 0, 2, 1, 1, 1],
    [5, 0, 4, 1, 2, 2, 0],
    [5, 0, 6, 2, 2, 2, 0],
    [7, 0, 6, 2, 2, 1, 2],
    [6, 1, 3, 1, 1, 1, 1],
    [4, 0, 7, 1, 2, 1, 1],
  ],
  eyes: [[6, 1, 7, "left"]],
};
/** One layer of an egg: all cubes within `reach` of the centre. */
function layer(z: number, reach: number, tone: number): Box[] {
  const lines: Box[] = [];
  for (let x = -3; x <= 3; x++) {
    const half = Math.floor(Math.sqrt(reach * reach - x * x));
    if (half >= 0) lines.push([x, -half, z, 1, 2 * half + 1, 1, tone]);
  }
  return lines;
}
const EGG: Shape = {
  boxes: [
    ...layer(0, 2.9, 5),
    ...layer(1, 3.2, 3),
    ...layer(2, 3.2, 5),
    ...layer(3, 3.2, 0),
    ...layer(4, 3.2, 4),
    ...layer(5, 2.3, 1),
    ...layer(6, 2.3, 5),
    ...layer(7, 1.5, 2),
  ],
  eyes: [],
};

const SHAPES: Record<Kind, Shape> = {
  trex: TREX,
  stegosaurus: STEGOSAURUS,
  brontosaurus: BRONTOSAURUS,
  pterodactyl: PTERODACTYL,
  pentaceratops: PENTACERATOPS,
  grey: RAPTOR,
  black: mirrored(RAPTOR), // the two raptors face each other
  egg: EGG,
};

export function figure(kind: Kind): Drawing {
  return draw(SHAPES[kind], PALETTES[kind]);
}
