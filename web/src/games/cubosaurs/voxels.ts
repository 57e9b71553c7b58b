/**
 * Isometric voxel drawings: a shape is made of boxes, and its visible faces are merged into one
 * path per colour. On screen x grows to the lower right, y to the lower left and z upwards; every
 * cube shows its top, left and right faces.
 */

/** x, y, z, the size in each direction, and the index of the colour in the palette. */
export type Box = readonly [number, number, number, number, number, number, number];
/** An eye: its cube, and the face it is on. */
export type Eye = readonly [number, number, number, "left" | "right"];

export interface Shape {
  boxes: readonly Box[];
  eyes: readonly Eye[];
}

export interface Drawing {
  /** The bounding box: left, top, width, height. */
  box: [number, number, number, number];
  paths: { fill: string; d: string }[];
  edges: string;
  eyes: string;
}

interface Seen {
  fill: string;
  depth: number;
  face: string;
}

type Point = readonly [number, number];

const WIDE = 0.866; // the cosine of 30°: isometric width of an edge of length 1
// The corners of a cube, relative to the corner nearest to the viewer.
const NORTH: Point = [0, -2];
const NORTH_EAST: Point = [1, -1];
const SOUTH_EAST: Point = [1, 1];
const SOUTH: Point = [0, 2];
const SOUTH_WEST: Point = [-1, 1];
const NORTH_WEST: Point = [-1, -1];
const MIDDLE: Point = [0, 0];

const FACES = {
  top: [NORTH_WEST, NORTH, NORTH_EAST, MIDDLE],
  left: [NORTH_WEST, MIDDLE, SOUTH, SOUTH_WEST],
  right: [MIDDLE, NORTH_EAST, SOUTH_EAST, SOUTH],
} as const;
// Each face is split into triangles, along the edge shared with the triangles behind it.
const HALVES = {
  top: [
    [NORTH_WEST, NORTH, MIDDLE],
    [NORTH, NORTH_EAST, MIDDLE],
  ],
  left: [
    [NORTH_WEST, MIDDLE, SOUTH_WEST],
    [MIDDLE, SOUTH, SOUTH_WEST],
  ],
  right: [
    [MIDDLE, NORTH_EAST, SOUTH_EAST],
    [MIDDLE, SOUTH_EAST, SOUTH],
  ],
} as const;
const LIGHT = { top: 0.22, left: 0, right: -0.2 } as const;
type Side = keyof typeof FACES;
const SIDES: readonly Side[] = ["top", "left", "right"];

/** Lightens a colour (up to 1) or darkens it (down to −1). */
function shade(colour: string, by: number): string {
  const aim = by > 0 ? 255 : 0;
  const parts = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  const mixed = parts.map((part) => Math.round(part + (aim - part) * Math.abs(by)));
  return `#${mixed.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

function cubesOf(boxes: readonly Box[]): Map<string, readonly [number, number, number, number]> {
  const cubes = new Map<string, readonly [number, number, number, number]>();
  for (const [x, y, z, width, depth, height, tone] of boxes)
    for (let i = x; i < x + width; i++)
      for (let j = y; j < y + depth; j++)
        for (let k = z; k < z + height; k++) cubes.set(`${i},${j},${k}`, [i, j, k, tone]);
  return cubes;
}

const formatNumber = (value: number): string => String(Math.round(value * 100) / 100);

function path(points: readonly Point[], u: number, v: number, size = 1): string {
  const [middleU, middleV] = [0, 1].map(
    (axis) => points.reduce((sum, point) => sum + (point[axis] ?? 0), 0) / points.length,
  ) as [number, number];
  const corners = points.map(([x, y]) => {
    const at: Point = [middleU + (x - middleU) * size, middleV + (y - middleV) * size];
    return `${formatNumber((u + at[0]) * WIDE)} ${formatNumber((v + at[1]) / 2)}`;
  });
  return `M${corners.join("L")}z`;
}

const triangleKey = (u: number, v: number, half: readonly Point[]): string =>
  `${3 * u + half.reduce((sum, [x]) => sum + x, 0)},${3 * v + half.reduce((sum, [, y]) => sum + y, 0)}`;

/** Draws the visible faces of a shape in the colours of a palette. */
export function draw(shape: Shape, palette: readonly string[]): Drawing {
  const depthBuffer = new Map<string, Seen>();
  const cubes = [...cubesOf(shape.boxes).values()];
  for (const [x, y, z, tone] of cubes) {
    const [u, v] = [x - y, x + y - 2 * z];
    for (const side of SIDES) {
      const seen: Seen = {
        fill: shade(palette[tone] ?? "#888888", LIGHT[side]),
        depth: x + y + z,
        face: `${x},${y},${z},${side}`,
      };
      for (const half of HALVES[side]) {
        const key = triangleKey(u, v, half);
        if ((depthBuffer.get(key)?.depth ?? -Infinity) < seen.depth) depthBuffer.set(key, seen);
      }
    }
  }
  return compose(shape, cubes, depthBuffer);
}

function compose(
  shape: Shape,
  cubes: (readonly [number, number, number, number])[],
  depthBuffer: Map<string, Seen>,
): Drawing {
  const fills = new Map<string, string>();
  let edges = "";
  let eyes = "";
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y, z] of cubes) {
    const [u, v] = [x - y, x + y - 2 * z];
    [left, right] = [Math.min(left, u - 1), Math.max(right, u + 1)];
    [top, bottom] = [Math.min(top, v - 2), Math.max(bottom, v + 2)];
    for (const side of SIDES) {
      const face = `${x},${y},${z},${side}`;
      const shown = HALVES[side].filter(
        (half) => depthBuffer.get(triangleKey(u, v, half))?.face === face,
      );
      const first = shown[0];
      if (!first) continue;
      const fill = depthBuffer.get(triangleKey(u, v, first))?.fill ?? "";
      const corners: readonly Point[] = shown.length === 2 ? FACES[side] : first;
      fills.set(fill, (fills.get(fill) ?? "") + path(corners, u, v));
      if (shown.length < 2) continue;
      edges += path(corners, u, v);
      if (shape.eyes.some((eye) => eye.join() === face)) eyes += path(corners, u, v, 0.62);
    }
  }
  return {
    box: [left * WIDE, top / 2, (right - left) * WIDE, (bottom - top) / 2],
    paths: [...fills].map(([fill, d]) => ({ fill, d })),
    edges,
    eyes,
  };
}

/** The shape, mirrored. */
export function mirrored(shape: Shape): Shape {
  return {
    boxes: shape.boxes.map(
      ([x, y, z, width, depth, height, tone]) => [y, x, z, depth, width, height, tone] as const,
    ),
    eyes: shape.eyes.map(([x, y, z, side]) => [y, x, z, side === "left" ? "right" : "left"]),
  };
}
