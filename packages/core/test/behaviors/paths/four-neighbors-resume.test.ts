import { expect, it } from 'vitest';
import { inspect } from '../../../src/insight/inspect.ts';
import { stateHash } from '../../../src/phases/hash.ts';
import { parseScenario } from '../../../src/scenario/parse.ts';
import { restore, snapshot } from '../../../src/snapshot/snapshot.ts';
import { createWorld } from '../../../src/tick/create-world.ts';
import { tick, tickSliced } from '../../../src/tick/tick.ts';
import { command } from '../../../src/world/commands.ts';
import type { World } from '../../../src/world/world.ts';
import { pointsOf } from '../../helpers/scenes.ts';

const TICKS = 12;
const ROWS = ['.......~~....', '.####..~~.##.', '....#.....#..', '.##.#.###.#..', '..#...#......'];

/** Agents on all open cells of the two columns at the left, which go to the right. */
function crowd(neighbors: 4 | 8, interval = 0.1): World {
  const points = ROWS.flatMap((row, r) =>
    [0, 1].flatMap((x) => (row[x] === '#' ? [] : [[x + 0.5, ROWS.length - r - 0.5]])),
  );
  const scenario = parseScenario({
    name: 'four-neighbors',
    dimensions: 2,
    map: { rows: ROWS, legend: { '.': 1, '~': 9, '#': 'wall' }, neighbors },
    species: [
      {
        name: 'a',
        ...pointsOf(points),
        maxSpeed: 2,
        behaviors: [{ type: 'navigate', interval }, { type: 'separation' }],
      },
    ],
    targets: [{ name: 'goal', position: [11.7, 0.3, 0] }],
  });
  return createWorld(scenario);
}

it('a world of 4 neighbors continues from any tick with the same hash, for any number of workers', () => {
  const world = crowd(4);
  // Pending in the first snapshot: the map changes with the first tick.
  command(world, { type: 'cells', min: [5.5, 2.5], max: [5.5, 2.5], cost: 'wall' });
  const kept: Uint8Array[] = [];
  for (let n = 0; n < TICKS; n++) {
    kept.push(snapshot(world));
    tick(world);
  }
  const expected = stateHash(world);
  kept.forEach((bytes, from) => {
    const workers = [1, 2, 3, 5, 8, 13][from % 6];
    const kernel = from % 4 < 2 ? 'ts' : 'simd';
    const again = restore(bytes, { kernel, maxWorkers: 13 });
    const order = Array.from({ length: workers }, (_, k) => workers - 1 - k);
    for (let n = from; n < TICKS; n++) tickSliced(again, order);
    expect(stateHash(again), `from tick ${from}, ${workers} workers, ${kernel}`).toBe(expected);
  });
});

/** How many steps between the points that inspect shows lie in neither a row nor a column. */
function across(neighbors: 4 | 8): number {
  const world = crowd(neighbors, 0);
  tick(world);
  let count = 0;
  for (let id = 0; id < world.count; id++) {
    const [{ status, points }] = inspect(world, id).ways;
    expect(status).toBe('found');
    expect(points.length).toBeGreaterThan(4);
    // The last point is the target itself, off the middle of its cell.
    const cells = points.slice(0, -1);
    for (let k = 1; k < cells.length; k++) {
      if (cells[k][0] !== cells[k - 1][0] && cells[k][1] !== cells[k - 1][1]) count++;
    }
  }
  return count;
}

it('inspect shows ways along rows and columns with 4 neighbors, and diagonals with 8', () => {
  expect(across(4)).toBe(0);
  expect(across(8)).toBeGreaterThan(0);
});
