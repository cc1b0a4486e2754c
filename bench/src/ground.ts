import { parseScenario, type Scenario } from '@skein/core';

/** The numbers of the level, for Skein and for the package with which it is compared. */
export const GROUND = {
  cells: 50,
  cell: 2,
  high: 4,
  radius: 0.25,
  height: 1.8,
  maxSpeed: 1.4,
  dt: 0.1,
  /** How far walkers look for others (m), and at how many at most. */
  range: 3,
  neighbors: 6,
} as const;

type Point = [x: number, y: number, z: number];

/** The polygons of a level, as `ground` of a scenario wants them. */
export interface Level {
  readonly vertices: Point[];
  readonly polygons: number[][];
}

/**
 * Two floors of 100 m × 100 m, one above the other, of squares of 2 m. Every fifth square in both directions is a pillar.
 * Four stairs beside the floors turn back on a landing.
 */
export function twoFloors(): Level {
  const { cells, cell, high } = GROUND;
  const vertices: Point[] = [];
  const polygons: number[][] = [];
  const vertex = new Map<string, number>();
  const at = (x: number, y: number, z: number): number => {
    const key = `${x} ${y} ${z}`;
    const known = vertex.get(key) ?? vertices.push([x, y, z]) - 1;
    vertex.set(key, known);
    return known;
  };
  const square = (x: number, y: number, z: number, toZ: number): void => {
    const far = x + cell;
    polygons.push([at(x, y, z), at(far, y, toZ), at(far, y + cell, toZ), at(x, y + cell, z)]);
  };
  for (const z of [0, high]) {
    for (let row = 0; row < cells; row++) {
      for (let column = 0; column < cells; column++) {
        if (row % 5 === 2 && column % 5 === 2) continue;
        square(column * cell, row * cell, z, z);
      }
    }
  }
  const edge = cells * cell;
  for (let stair = 0; stair < 4; stair++) {
    const y = cell * (5 + 12 * stair);
    for (let step = 0; step < 2; step++) {
      square(edge + step * cell, y, (step * high) / 4, ((step + 1) * high) / 4);
      square(
        edge + step * cell,
        y + 2 * cell,
        high - (step * high) / 4,
        high - ((step + 1) * high) / 4,
      );
    }
    for (let k = 0; k < 3; k++) square(edge + 2 * cell, y + k * cell, high / 2, high / 2);
  }
  return { vertices, polygons };
}

export interface Way {
  readonly from: Point;
  readonly to: Point;
}

/** The start and the goal of each walker. If `changes`, half of them change floors. */
export function walks(agents: number, changes: boolean): Way[] {
  let state = 1;
  const draw = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 0x100000000;
  };
  const { cells, cell, high } = GROUND;
  const place = (floor: number): Point => {
    for (;;) {
      const [x, y] = [draw() * cells * cell, draw() * cells * cell];
      const isPillar = [x, y].every((v) => Math.floor(v / cell) % 5 === 2);
      if (!isPillar) return [x, y, floor * high];
    }
  };
  return Array.from({ length: agents }, (_, k) => ({
    from: place(k % 2),
    to: place((changes ? k >> 1 : k) % 2),
  }));
}

/** Walkers on the level, each on its own way. */
export function groundCrowd(agents: number, changes: boolean): Scenario {
  const { radius, height, maxSpeed, dt, range, neighbors } = GROUND;
  const ways = walks(agents, changes);
  return parseScenario({
    name: 'ground',
    dt,
    ground: twoFloors(),
    species: [
      {
        name: 'walker',
        count: agents,
        spawn: { type: 'points', positions: ways.map(({ from }) => from) },
        goals: { type: 'points', positions: ways.map(({ to }) => to) },
        radius,
        height,
        maxSpeed,
        behaviors: [
          { type: 'navigate', weight: 1 / dt },
          { type: 'orca', radius: range, maxNeighbors: neighbors, timeHorizon: 2 },
        ],
      },
    ],
  });
}
