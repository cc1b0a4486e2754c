import { randomSource } from '../../path/mesh/random-meshes.ts';
import { randomRows } from '../mazes.ts';
import type { Draws, Input } from './draws.ts';

/** Where a random world lies: its box, the map or mesh in it, and places in it. */
export interface Ground {
  readonly dimensions: 2 | 3;
  readonly kind: 'open' | 'wrap' | 'contain';
  readonly min: readonly number[];
  readonly max: readonly number[];
  readonly edges: readonly number[];
  readonly shortest: number;
  /** Whether agents can find ways here. */
  readonly hasWays: boolean;
  /** Whether it is a ground in space, on which species walk or fly. */
  readonly hasFloors: boolean;
  /** Keys of the scenario: dimensions, bounds, and the map, mesh, heights and fields. */
  readonly input: Input;
  /** The names of the links. */
  readonly links: readonly string[];
  /** The names of the scalar fields. */
  readonly fields: readonly string[];
  /** A place in the box: as many numbers as there are dimensions, at times with a third one of 0 in the plane. */
  readonly place: () => number[];
  /** The same with three numbers in any case, for lists. */
  readonly place3: () => number[];
  /** A velocity of at most this speed along each axis. */
  readonly velocity3: (speed: number) => number[];
  /** A place that is no wall, and on the mesh. */
  readonly openPlace: () => number[];
}

/** A torus of these edges (m) and this lowest corner, without a map or a mesh, for agents of this number at most. */
export interface Torus {
  readonly edge: readonly number[];
  readonly min: number;
  readonly agents: number;
}

export function groundOf(draws: Draws, dt: number, torus?: Torus): Ground {
  const dimensions = draws.chance(0.6) ? 2 : 3;
  const ways =
    torus !== undefined
      ? 'none'
      : draws.pick(
          dimensions === 2
            ? (['none', 'map', 'map', 'mesh'] as const)
            : (['none', 'none', 'floors'] as const),
        );
  const kind = draws.pick(
    torus !== undefined
      ? (['wrap'] as const)
      : ways === 'none'
        ? (['open', 'wrap', 'wrap', 'contain'] as const)
        : (['open', 'contain'] as const),
  );
  const min =
    torus?.min !== undefined
      ? [torus.min, torus.min, torus.min]
      : draws.pick([
          [0, 0, 0],
          [-9, -9, -9],
          [-20, 7, 3.5],
          [0, -1000.5, 0],
        ]);
  const edges = draws.times(3, () => draws.pick(torus?.edge ?? [6, 9, 13.5, draws.real(5, 30)]));
  const max = min.map((low, axis) => low + edges[axis]);
  const place = (): number[] => {
    const at = min.map((low, axis) => low + Math.floor(draws.share() * 512) * (edges[axis] / 512));
    if (dimensions === 3) return at;
    return draws.chance(0.1) ? [at[0], at[1], 0] : at.slice(0, 2);
  };
  const flat = (at: readonly number[]): number[] => [at[0], at[1], dimensions === 2 ? 0 : at[2]];
  const map = ways === 'map' ? mapOf(draws, min, edges) : undefined;
  const mesh = ways === 'mesh' ? randomSource(draws.below(1e9), 4, 0.2) : undefined;
  if (mesh !== undefined) {
    const [width, height] = [edges[0] / 5, edges[1] / 5];
    mesh.vertices.forEach((vertex) => {
      vertex[0] = min[0] + (vertex[0] + 2.5) * width;
      vertex[1] = min[1] + (vertex[1] + 0.5) * height;
    });
  }
  const floors = ways === 'floors' ? twoFloors(draws, min, edges) : undefined;
  const parts = floors && partsOn(draws, floors);
  const fields = kind === 'open' ? [] : draws.pick([[], ['trail'], ['trail', 'heat']]);
  const axes = edges.slice(0, dimensions);
  return {
    ...{ dimensions, kind, min, max, edges, fields, place },
    shortest: Math.min(...axes),
    hasWays: ways !== 'none',
    hasFloors: floors !== undefined,
    links: parts?.links?.map(({ name }) => name) ?? [],
    place3: () => flat(place()),
    velocity3: (speed) => flat(draws.times(3, () => draws.real(-speed, speed))),
    openPlace: () =>
      map !== undefined
        ? openCell(draws, map, min, max)
        : mesh !== undefined
          ? onMesh(draws, mesh as Floors)
          : floors !== undefined
            ? onMesh(draws, floors)
            : place(),
    input: {
      dimensions,
      bounds: kind === 'open' ? { type: kind } : { type: kind, min: flat(min), max: flat(max) },
      ...(map !== undefined && { map }),
      ...(map?.slope !== undefined && { heights: heightsUnder(draws, map) }),
      ...(mesh !== undefined && { mesh }),
      ...(floors !== undefined && { ground: { ...floors, ...parts } }),
      ...(ways !== 'none' &&
        draws.chance(0.6) && {
          routes: { perTick: 1 + draws.below(4), waiting: draws.pick(['straight', 'stop']) },
        }),
      ...(fields.length > 0 && { fields: fields.map((name) => fieldOf(draws, name, axes, dt)) }),
    },
  };
}

/** A scalar field, of cells that are long in one direction. */
function fieldOf(draws: Draws, name: string, axes: readonly number[], dt: number): Input {
  const cells = axes.map(() => 1 + draws.below(6));
  const least = Math.min(...axes.map((edge, axis) => edge / cells[axis]));
  return {
    ...{
      name,
      cells,
      decay: draws.real(0, 3),
      min: draws.pick([0, -1]),
      max: draws.pick([5, 1e6]),
    },
    ...draws.maybe(0.5, () => ({ diffusion: (draws.real(0, 0.05) * least ** 2) / dt })),
    ...draws.maybe(0.5, () => ({ initial: { min: 0, max: 2 } })),
  };
}

interface RandomMap {
  readonly rows: readonly string[];
  readonly legend: Readonly<Record<string, number | 'wall'>>;
  readonly cellSize: number;
  readonly origin: readonly number[];
  readonly neighbors: 4 | 8;
  readonly slope?: object;
}

/** A map of the whole box, or of more. */
function mapOf(draws: Draws, min: readonly number[], edges: readonly number[]): RandomMap {
  const out = draws.pick([0, 0, 3]);
  const cellSize = draws.pick([2, 2, 1.3]);
  const [width, height] = [0, 1].map((axis) => Math.ceil((edges[axis] + 2 * out) / cellSize));
  const rows = randomRows(width, height, draws.real(0, 0.4), draws.below(1e9)).map((row) =>
    row.replaceAll('.', () => (draws.chance(0.1) ? '~' : '.')),
  );
  // One cell in the middle is open, however small it is.
  const [row, column] = [height >> 1, (width - 1) >> 1];
  rows[row] = `${rows[row].slice(0, column)}.${rows[row].slice(column + 1)}`;
  return {
    rows,
    legend: { '.': 1, '~': 1 + draws.below(5), '#': 'wall' },
    cellSize,
    origin: [min[0] - out, min[1] - out],
    neighbors: draws.pick([4, 8, 8]),
    ...draws.maybe(0.3, () => ({
      slope: {
        up: draws.real(0, 6),
        down: draws.real(0, 6),
        ...draws.maybe(0.4, () => ({ steepest: draws.real(0.2, 1.2) })),
      },
    })),
  } as RandomMap;
}

/** Heights on a grid of its own, which reaches as far as the middles of the cells of a map or beyond. */
function heightsUnder(draws: Draws, { rows, cellSize, origin }: RandomMap): Input {
  const spacing = draws.pick([cellSize, 1.7, 0.9]);
  const [columns, lines] = [rows[0].length, rows.length].map(
    (cells) => Math.ceil((cells * cellSize) / spacing) + 1,
  );
  const steep = draws.real(0, 3);
  const values = Float32Array.from({ length: columns * lines }, () => steep * draws.share());
  const base64 = Buffer.from(values.buffer).toString('base64');
  return { columns, rows: lines, cellSize: spacing, origin, values: base64 };
}

/** The middle of one of the open cells of a map that are inside a box. */
function openCell(
  draws: Draws,
  { rows, cellSize, origin }: RandomMap,
  min: readonly number[],
  max: readonly number[],
): number[] {
  const middles = rows.flatMap((row, r) =>
    [...row].flatMap((character, column) => {
      const x = origin[0] + (column + 0.5) * cellSize;
      const y = origin[1] + (rows.length - r - 0.5) * cellSize;
      const inside = x >= min[0] && x <= max[0] && y >= min[1] && y <= max[1];
      return character !== '#' && inside ? [[x, y]] : [];
    }),
  );
  return middles.length === 0 ? [min[0] + 1, min[1] + 1] : draws.pick(middles);
}

interface Floors {
  readonly vertices: number[][];
  readonly polygons: number[][];
}

/** Two uneven floors, one above the other, and mostly a stair that turns back on a landing beside them. */
function twoFloors(draws: Draws, min: readonly number[], edges: readonly number[]): Floors {
  const [rows, wide, deep, high] = [3, 0.14 * edges[0], edges[1] / 4, edges[2] - 1];
  const floors = [0, 1].map((floor) => {
    const { vertices, polygons } = randomSource(draws.below(1e9), rows, 0.2);
    const bent = vertices.map(([x, y]) => [
      min[0] + (x + 2.5 + rows / 2) * wide,
      min[1] + (y + 0.5) * deep,
      min[2] + floor * high + draws.real(0, 0.9),
    ]);
    return { vertices: bent, polygons };
  });
  const vertices = [...floors[0].vertices, ...floors[1].vertices];
  const above = floors[0].vertices.length;
  const polygons = [
    ...floors[0].polygons,
    ...floors[1].polygons.map((polygon) => polygon.map((vertex) => vertex + above)),
  ];
  // The squares at the left edge, by floor.
  const left = floors.map((floor) =>
    [0, 1, 2].filter((row) => {
      const [a, b] = [row * (rows + 1), (row + 1) * (rows + 1)];
      return floor.polygons.some((polygon) => polygon.includes(a) && polygon.includes(b));
    }),
  );
  const [below] = left[0];
  const top = left[1].filter((row) => row !== below).at(-1);
  if (below === undefined || top === undefined || draws.chance(0.1)) return { vertices, polygons };
  const landing = vertices.length;
  const [far, near, half] = [min[0], min[0] + 1.2 * wide, min[2] + high / 2];
  const right = [0, 1, 2, 3].map((row) => [near, min[1] + (row + 0.5) * deep, half]);
  vertices.push(...right, [far, min[1] + 3.5 * deep, half], [far, min[1] + 0.5 * deep, half]);
  polygons.push([0, 1, 2, 3, 4, 5].map((k) => landing + k));
  const stair = (row: number, floor: number): number[] => {
    const [a, b] = [row, row + 1].map((line) => floor * above + line * (rows + 1));
    return [landing + row, a, b, landing + row + 1];
  };
  polygons.push(stair(below, 0), stair(top, 1));
  return { vertices, polygons };
}

interface Parts {
  readonly areas?: readonly Input[];
  readonly links?: readonly (Input & { readonly name: string })[];
}

/** Areas of any polygons, and links between any places. */
function partsOn(draws: Draws, floors: Floors): Parts {
  const owner = floors.polygons.map(() => draws.below(5));
  const areas = ['grass', 'mud'].map((name, k) => ({
    name,
    cost: draws.real(0.1, 6),
    polygons: owner.flatMap((own, polygon) => (own === k ? [polygon] : [])),
  }));
  const link = (k: number): Input & { name: string } => ({
    ...{ name: `link${k}`, from: onMesh(draws, floors), to: onMesh(draws, floors) },
    ...{ both: draws.chance(0.7), open: draws.chance(0.7) },
    duration: draws.pick([0, 0.05, draws.real(0, 2)]),
    ...draws.maybe(0.5, () => ({ cost: draws.pick([0, draws.real(0, 20)]) })),
  });
  return {
    ...draws.maybe(0.4, () => ({ areas })),
    ...draws.maybe(0.6, () => ({ links: draws.times(1 + draws.below(4), link) })),
  };
}

/** The middle of a polygon, somewhat moved to one of its corners. */
function onMesh(
  draws: Draws,
  { vertices, polygons }: { vertices: readonly number[][]; polygons: readonly number[][] },
): number[] {
  const corners = draws.pick(polygons).map((at) => vertices[at]);
  const corner = draws.pick(corners);
  const by = draws.real(0, 0.9);
  return vertices[0].map((_, axis) => {
    const middle = corners.reduce((sum, one) => sum + one[axis], 0) / corners.length;
    return middle + by * (corner[axis] - middle);
  });
}
