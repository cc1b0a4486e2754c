import { ScenarioError } from '../../src/errors.ts';
import type { ScenarioInput } from '../../src/index.ts';
import { parseScenario } from '../../src/scenario/parse.ts';

/**
 * A hall of 20 m × 10 m, a stair that turns back, and a second hall 4 m above the first. Corners on long edges are put
 * into them, as a mesh wants it.
 */
export const TWO_FLOORS = {
  vertices: [
    // The lower hall: 0 to 5.
    ...([
      [0, 0, 0],
      [20, 0, 0],
      [20, 4, 0],
      [20, 10, 0],
      [0, 10, 0],
      [10, 0, 0],
    ] as const),
    // The landing: 6 to 11.
    ...([
      [28, 0, 2],
      [32, 0, 2],
      [32, 10, 2],
      [28, 10, 2],
      [28, 6, 2],
      [28, 4, 2],
    ] as const),
    // The upper hall: 12 to 16.
    ...([
      [20, 6, 4],
      [20, 10, 4],
      [0, 10, 4],
      [0, 0, 4],
      [20, 0, 4],
    ] as const),
  ],
  polygons: [
    [0, 5, 1, 2, 3, 4],
    [1, 6, 11, 2],
    [6, 7, 8, 9, 10, 11],
    [10, 9, 13, 12],
    [15, 16, 12, 13, 14],
  ],
} as const;

/** The same with a ladder and an area. */
export function linkedScene(): ScenarioInput {
  const links = [{ name: 'ladder', from: [1, 5, 0], to: [1, 5, 4], duration: 2 }];
  const areas = [{ name: 'stair', polygons: [1, 3], cost: 6 }];
  return scenarioOn({ ground: { ...structuredClone(TWO_FLOORS), links, areas } });
}

/** Walkers who change floors, and birds that fly through both. */
export function scenarioOn(changes: object = {}): ScenarioInput {
  return {
    name: 'two-floors',
    dimensions: 3,
    dt: 0.05,
    ground: structuredClone(TWO_FLOORS) as never,
    species: [
      {
        name: 'up',
        count: 20,
        spawn: { type: 'box', min: [1, 1, 0], max: [19, 9, 0.5] },
        goals: {
          type: 'points',
          positions: Array.from({ length: 20 }, (_, k) => [
            1 + (k % 5) * 3,
            2 + Math.floor(k / 5) * 2,
            4,
          ]),
        },
        radius: 0.25,
        maxSpeed: 1.4,
        mass: 1,
        behaviors: [
          { type: 'navigate', weight: 10 },
          { type: 'orca', radius: 3, timeHorizon: 2 },
        ],
      },
      {
        name: 'down',
        count: 20,
        spawn: { type: 'box', min: [1, 1, 4], max: [19, 9, 4.5] },
        goals: {
          type: 'points',
          positions: Array.from({ length: 20 }, (_, k) => [
            2 + (k % 5) * 3,
            2 + Math.floor(k / 5) * 2,
            0,
          ]),
        },
        radius: 0.25,
        maxSpeed: 1.4,
        mass: 1,
        behaviors: [
          { type: 'navigate', weight: 10 },
          { type: 'orca', radius: 3, timeHorizon: 2 },
        ],
      },
      {
        name: 'birds',
        moves: 'fly',
        count: 15,
        spawn: { type: 'sphere', center: [10, 5, 2], radius: 3, velocity: { speed: 1 } },
        maxSpeed: 3,
        maxForce: 5,
        behaviors: [
          { type: 'separation', weight: 2, radius: 2 },
          { type: 'cohesion', weight: 1, radius: 4 },
          { type: 'wander', weight: 2 },
        ],
      },
    ],
    ...changes,
  } as ScenarioInput;
}

/** The problems of a scenario, each as a line. */
export function problemLinesOf(input: unknown): string[] {
  try {
    parseScenario(input);
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    return error.problems.map(({ path, found, expected }) => `${path}: ${found}; ${expected}`);
  }
  return [];
}
