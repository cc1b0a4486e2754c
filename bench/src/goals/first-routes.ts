import { createWorld, parseScenario, type Scenario, stateHash, tick } from '@skein/core';
import { randomNumbers } from '../random-numbers.ts';
import { median } from '../statistics.ts';
import { timeOf } from '../turns.ts';
import type { Goal, Measurement } from './goal.ts';

const LIMITS = { unit: 'x', reach: 2, aim: 1.3, better: 'less' } as const;
const ON_MAP: Goal = {
  ...LIMITS,
  name: 'worst of the first 120 ticks, 100,000 walkers on a map of 256 x 256, against the median',
};
const ON_MESH: Goal = {
  ...LIMITS,
  name: 'worst of the first 120 ticks, 10,000 walkers on a mesh of 16,500 polygons, against the median',
};

const TICKS = 120;
const TURNS = 4;
const [WALL, OPEN] = ['#', '.'];
/** The share of cells that are walls, and of squares that the mesh lacks. */
const CLOSED = 0.2;

function walkers(count: number, side: number, ground: object): Scenario {
  const walker = {
    ...{ name: 'walker', count, radius: 0.1, maxSpeed: 2, maxForce: 20 },
    spawn: { type: 'box', min: [1, 1], max: [side - 1, side - 1] },
    goals: { type: 'mirror', center: [side / 2, side / 2] },
    behaviors: [{ type: 'navigate' }],
  };
  return parseScenario({
    name: 'first-routes',
    seed: 1,
    dimensions: 2,
    ...ground,
    species: [walker],
  });
}

function onMap(count: number): Scenario {
  const side = 256;
  const random = randomNumbers();
  const isRim = (k: number) => k === 0 || k === side - 1;
  const rows = Array.from({ length: side }, (_, y) =>
    Array.from({ length: side }, (__, x) =>
      isRim(x) || isRim(y) || random() < CLOSED ? WALL : OPEN,
    ).join(''),
  );
  return walkers(count, side, { map: { rows, legend: { [OPEN]: 1, [WALL]: 'wall' } } });
}

function onMesh(count: number): Scenario {
  const side = 144;
  const random = randomNumbers();
  const corners = side + 1;
  const vertices = Array.from({ length: corners * corners }, (_, k) => [
    k % corners,
    Math.floor(k / corners),
  ]);
  const squares = Array.from({ length: side * side }, (_, k) => {
    const at = k + Math.floor(k / side);
    return [at, at + 1, at + corners + 1, at + corners];
  });
  const polygons = squares.filter(() => random() >= CLOSED);
  return walkers(count, side, { mesh: { vertices, polygons } });
}

/**
 * Each walker looks for its first route. Every turn steps the same ticks, and the time of a tick is the shortest of all
 * turns, since one pause by other programs would else count as the worst tick. The first turns compile the code.
 */
export const firstRouteGoals: Measurement = async ({ quick, signal }) => {
  const measured = [];
  for (const [goal, create, count] of [
    [ON_MAP, onMap, 100_000],
    [ON_MESH, onMesh, 10_000],
  ] as const) {
    const scenario = create(quick ? count / 10 : count);
    const least = new Array<number>(TICKS).fill(Number.POSITIVE_INFINITY);
    let hash = '';
    for (let turn = 0; turn < TURNS && !signal.aborted; turn++) {
      const world = createWorld(scenario);
      tick(world, 0);
      for (let k = 0; k < TICKS; k++)
        least[k] = Math.min(
          least[k],
          timeOf(() => tick(world)),
        );
      hash = stateHash(world);
    }
    const worst = Math.max(...least);
    const note = `${worst.toFixed(0)} ms against ${median(least).toFixed(0)} ms`;
    measured.push({ goal, samples: [worst / median(least)], hash, note });
  }
  return measured;
};
