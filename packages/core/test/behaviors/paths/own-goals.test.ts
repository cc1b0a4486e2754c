import { expect, it } from 'vitest';
import { inspect } from '../../../src/insight/inspect.ts';
import { stateHash } from '../../../src/phases/hash.ts';
import { parseScenario } from '../../../src/scenario/parse.ts';
import type { Scenario } from '../../../src/scenario/schema.ts';
import { restore, snapshot } from '../../../src/snapshot/snapshot.ts';
import { createWorld } from '../../../src/tick/create-world.ts';
import { tick, tickSliced } from '../../../src/tick/tick.ts';
import { command } from '../../../src/world/commands.ts';
import { takeEvents } from '../../../src/world/event-ring.ts';
import { someOf } from '../../helpers/long.ts';

const GROUNDS = {
  // A wall with one gap, at the right: ways lead around it.
  map: { map: { rows: ['.......', '.......', '#####..', '.......', '.......'], cellSize: 2 } },
  mesh: {
    mesh: {
      vertices: [
        [0, 0],
        [10, 0],
        [14, 0],
        [14, 4],
        [10, 4],
        [0, 4],
        [14, 6],
        [10, 6],
        [14, 10],
        [10, 10],
        [0, 10],
        [0, 6],
      ],
      polygons: [
        [0, 1, 4, 5],
        [1, 2, 3, 4],
        [4, 3, 6, 7],
        [7, 6, 8, 9],
        [11, 7, 9, 10],
      ],
    },
  },
};

const STARTS = [
  [1, 9],
  [3, 9],
  [5, 7],
];
const GOALS = [
  [1, 1],
  [13, 1],
  [5, 3],
];

/** Walkers above the wall with goals below it, and a target that is none of these goals. */
function walkers(ground: keyof typeof GROUNDS, behavior: object = {}): Scenario {
  return parseScenario({
    name: 'own-goals',
    dimensions: 2,
    ...GROUNDS[ground],
    targets: [{ name: 'lamp', position: [13, 9] }],
    species: [
      {
        name: 'walker',
        count: 3,
        radius: 0.1,
        maxSpeed: 3,
        maxForce: 60,
        spawn: { type: 'points', positions: STARTS },
        goals: { type: 'points', positions: GOALS },
        reports: [{ type: 'arrived', radius: 0.3 }],
        behaviors: [{ type: 'navigate', weight: 20, ...behavior }],
      },
    ],
  });
}

function placesOf(world: ReturnType<typeof createWorld>): number[][] {
  const { slot, position } = world.views;
  return Array.from(slot, (at) => [position.x[at], position.y[at]]);
}

function isAt([x, y]: readonly number[], [toX, toY]: readonly number[]): boolean {
  return Math.hypot(x - toX, y - toY) < 0.3;
}

it.each(['map', 'mesh'] as const)(
  'each walker finds its way over a %s to its own goal, then to the place it is sent to',
  (ground) => {
    const world = createWorld(walkers(ground));
    expect(inspect(world, 0).ways[0].points.at(-1)?.slice(0, 2)).toEqual(GOALS[0]);
    tick(world, 1200);
    expect(placesOf(world).map((place, id) => isAt(place, GOALS[id]))).toEqual([true, true, true]);
    const arrived = () =>
      takeEvents(world).flatMap((event) => (event.type === 'arrived' ? [event.id] : []));
    expect(arrived().sort()).toEqual([0, 1, 2]);
    command(world, { type: 'go', ids: [1, 2], positions: [1, 9, 0, 3, 9, 0] });
    tick(world, 1200);
    expect(isAt(placesOf(world)[0], GOALS[0])).toBe(true);
    expect(isAt(placesOf(world)[1], [1, 9])).toBe(true);
    expect(isAt(placesOf(world)[2], [3, 9])).toBe(true);
    expect(arrived().sort()).toEqual([1, 2]);
  },
);

it('a named or an assignable target takes precedence over own goals', () => {
  for (const behavior of [{ target: 'lamp' }, { assignable: true }]) {
    const world = createWorld(walkers('map', behavior));
    tick(world, 900);
    for (const [x, y] of placesOf(world)) expect(Math.hypot(x - 13, y - 9)).toBeLessThan(0.5);
  }
});

it.each(['map', 'mesh'] as const)(
  'the hash is the same for any number of workers and after a snapshot, over a %s',
  (ground) => {
    const plain = createWorld(walkers(ground));
    tick(plain, 300);
    for (const kernel of ['ts', 'simd'] as const) {
      for (const order of someOf(
        [[0], [2, 0, 1], [1, 0], [4, 2, 0, 3, 1]],
        2,
        Number(kernel === 'simd'),
      )) {
        let world = createWorld(walkers(ground), { kernel });
        for (let step = 0; step < 150; step++) tickSliced(world, order);
        world = restore(snapshot(world), { kernel });
        for (let step = 0; step < 150; step++) tickSliced(world, order);
        expect(stateHash(world)).toBe(stateHash(plain));
      }
    }
  },
);
