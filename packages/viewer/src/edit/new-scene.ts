import { parseScenario, type Scenario, type ScenarioInput } from '@skein/core';

/** The capacities of a new scene: for obstacles that the visitor adds, and for agents of a species. */
const ROOM = { obstacleCapacity: 256, capacity: 1060 };
const COLUMNS = 48;
const ROWS = 30;

/** The kind of a new, empty scene. */
export type Ground = 'plane' | 'space' | 'map';

/** Creates a new scene for the editor, with one species, one target, and spare capacity. */
export function newScene(ground: Ground): Scenario {
  return parseScenario({ plane, space, map }[ground]());
}

function plane(): ScenarioInput {
  return {
    ...common('new-plane', 'A plane with 60 boids. Its opposite edges are joined.'),
    dimensions: 2,
    bounds: { type: 'wrap', min: [-40, -25], max: [40, 25] },
    targets: [{ name: 'target', position: [20, 0], radius: 1 }],
    species: [
      boids({ type: 'sphere', center: [0, 0], radius: 14, velocity: { speed: 4 } }, [
        { type: 'avoidance', weight: 2 },
      ]),
    ],
  };
}

function space(): ScenarioInput {
  return {
    ...common(
      'new-space',
      'A three-dimensional space with 60 boids. Its opposite sides are joined.',
    ),
    bounds: { type: 'wrap', min: [-30, -20, -30], max: [30, 20, 30] },
    targets: [{ name: 'target', position: [15, 0, 0], radius: 1 }],
    species: [
      boids({ type: 'sphere', center: [0, 0, 0], radius: 12, velocity: { speed: 4 } }, [
        { type: 'avoidance', weight: 2 },
      ]),
    ],
  };
}

function map(): ScenarioInput {
  const wall = '#'.repeat(COLUMNS);
  const open = `#${'.'.repeat(COLUMNS - 2)}#`;
  return {
    ...common('new-map', 'A map with a wall around it, and 60 walkers on their way to the target.'),
    dimensions: 2,
    map: {
      rows: [wall, ...Array.from({ length: ROWS - 2 }, () => open), wall],
      origin: [-COLUMNS / 2, -ROWS / 2],
    },
    targets: [{ name: 'target', position: [18.5, 0.5], radius: 1 }],
    species: [
      {
        name: 'walker',
        count: 60,
        capacity: ROOM.capacity,
        radius: 0.25,
        maxSpeed: 3,
        maxForce: 20,
        spawn: { type: 'box', min: [-22, -10], max: [-12, 10] },
        behaviors: [
          { type: 'flowField', target: 'target', weight: 2 },
          { type: 'separation', weight: 2, radius: 1 },
        ],
      },
    ],
  };
}

type Species = ScenarioInput['species'][number];

function boids(
  spawn: Species['spawn'],
  more: readonly NonNullable<Species['behaviors']>[number][],
): Species {
  return {
    name: 'boid',
    count: 60,
    capacity: ROOM.capacity,
    radius: 0.3,
    maxSpeed: 8,
    minSpeed: 2,
    maxForce: 20,
    spawn,
    behaviors: [
      ...more,
      { type: 'separation', weight: 3, radius: 3 },
      { type: 'alignment', weight: 2, radius: 7 },
      { type: 'cohesion', weight: 1, radius: 7 },
    ],
  };
}

function common(name: string, description: string) {
  return { name, description, obstacleCapacity: ROOM.obstacleCapacity };
}
