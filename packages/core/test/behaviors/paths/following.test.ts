import { describe, expect, it } from 'vitest';
import { type CommandInput, command } from '../../../src/index.ts';
import { stateHash } from '../../../src/phases/hash.ts';
import { runPhase } from '../../../src/tick/phase-kernels.ts';
import { isNeeded, type Phase, PIPELINE } from '../../../src/tick/pipeline.ts';
import { partOf, tick } from '../../../src/tick/tick.ts';
import type { World } from '../../../src/world/world.ts';
import { LONG, someOf } from '../../helpers/long.ts';
import { characterAt, floodFrom, randomRows } from '../../helpers/mazes.ts';
import { distance, pointsOf, positionOf, worldOf } from '../../helpers/scenes.ts';

/** One agent in the middle of every open cell. */
function everywhere(rows: string[], behavior: Record<string, unknown>, goal: number[]): World {
  const points = rows.flatMap((row, r) =>
    [...row].flatMap((c, x) => (c === '#' ? [] : [[x + 0.5, rows.length - r - 0.5]])),
  );
  return worldOf({
    dimensions: 2,
    map: { rows },
    species: [{ name: 'a', ...pointsOf(points), radius: 0.2, maxSpeed: 2, behaviors: [behavior] }],
    targets: [{ name: 'goal', position: goal }],
  });
}

const U_TURN = [
  '#########',
  '#.......#',
  '#.#####.#',
  '#.#...#.#',
  '#.#.#.#.#',
  '#...#...#',
  '#########',
];

describe.each(['flowField', 'navigate'])('%s', (type) => {
  it.each(someOf([1, 2, 3], 3, type.length))(
    'leads to the goal from every cell that has a way, seed %i',
    (seed) => {
      const rows = randomRows(21, 13, 0.25, seed);
      const goal = [17.5, 9.5];
      if (characterAt(rows, 17.5, 9.5) === '#')
        rows[3] = `${rows[3].slice(0, 17)}.${rows[3].slice(18)}`;
      const world = everywhere(rows, { type, weight: 8 }, goal);
      const steps = floodFrom(rows, 17, 9);
      const starts = Array.from({ length: world.count }, (_, id) => positionOf(world, id));
      const far = Math.max(...steps.values());
      tick(world, Math.ceil(60 * (far / 2 + 6)));
      let reached = 0;
      starts.forEach(([x, y], id) => {
        const connected = steps.has(`${Math.floor(x)},${Math.floor(y)}`);
        if (connected) {
          expect(distance(positionOf(world, id), [...goal, 0]), `from ${x}, ${y}`).toBeLessThan(
            0.05,
          );
          reached++;
        } else {
          expect(distance(positionOf(world, id), [...goal, 0])).toBeGreaterThan(0.9);
        }
      });
      expect(reached).toBeGreaterThan(50);
    },
  );

  it('takes no longer than the shortest way does', () => {
    const world = everywhere(U_TURN, { type, weight: 20 }, [7.5, 1.5]);
    const steps = floodFrom(U_TURN, 7, 1);
    // From the dead end of the spiral.
    const id = Array.from({ length: world.count }, (_, k) => k).find(
      (k) => distance(positionOf(world, k), [3.5, 3.5, 0]) < 0.1,
    ) as number;
    const straight = steps.get('3,3') as number;
    tick(world, Math.ceil(60 * (straight / 2 + 1.5)));
    expect(distance(positionOf(world, id), [7.5, 1.5, 0])).toBeLessThan(0.3);
  });

  it('leads to the new place of a target that was moved', () => {
    const world = everywhere(U_TURN, { type, weight: 8 }, [7.5, 1.5]);
    tick(world, 900);
    command(world, { type: 'move', position: [1.5, 5.5] });
    tick(world, 900);
    for (let id = 0; id < world.count; id++) {
      expect(distance(positionOf(world, id), [1.5, 5.5, 0])).toBeLessThan(0.05);
    }
  });

  it('finds another way when a wall blocks it, and the old one when the wall is gone', () => {
    const rows = ['#######', '#.....#', '#.###.#', '#.....#', '#######'];
    const world = worldOf({
      dimensions: 2,
      map: { rows },
      species: [
        {
          name: 'a',
          ...pointsOf([[1.5, 1.5]]),
          radius: 0.2,
          maxSpeed: 2,
          behaviors: [{ type, weight: 20 }],
        },
      ],
      targets: [{ name: 'goal', position: [5.5, 1.5] }],
    });
    tick(world, 30);
    command(world, { type: 'cells', min: [3.2, 1.2], max: [3.8, 1.8], cost: 'wall' });
    let highest = 0;
    for (let n = 0; n < 420; n++) {
      tick(world);
      highest = Math.max(highest, positionOf(world, 0)[1]);
    }
    expect(highest).toBeGreaterThan(3);
    expect(distance(positionOf(world, 0), [5.5, 1.5, 0])).toBeLessThan(0.05);
    command(world, { type: 'cells', min: [3.2, 1.2], max: [3.8, 1.8], cost: 1 });
    command(world, { type: 'move', position: [1.5, 1.5] });
    highest = 0;
    for (let n = 0; n < 240; n++) {
      tick(world);
      highest = Math.max(highest, positionOf(world, 0)[1]);
    }
    expect(highest).toBeLessThan(2);
    expect(distance(positionOf(world, 0), [1.5, 1.5, 0])).toBeLessThan(0.05);
  });

  it('leads an agent out of a wall that was put on top of it', () => {
    const world = everywhere(['#####', '#...#', '#####'], { type, weight: 8 }, [1.5, 1.5]);
    command(world, { type: 'cells', min: [3.1, 1.1], max: [3.9, 1.9], cost: 'wall' });
    tick(world, 300);
    for (let id = 0; id < 3; id++) expect(positionOf(world, id)[0]).toBeLessThan(3);
  });

  it('avoids cells that cost more than the way around them', () => {
    const rows = ['#######', '#.....#', '#.~~~.#', '#######'];
    const make = (cost: number): World =>
      worldOf({
        dimensions: 2,
        map: { rows, legend: { '.': 1, '~': cost, '#': 'wall' } },
        species: [
          { name: 'a', ...pointsOf([[1.5, 1.5]]), maxSpeed: 1, behaviors: [{ type, weight: 20 }] },
        ],
        targets: [{ name: 'goal', position: [5.5, 1.5] }],
      });
    const heights = [1, 9].map((cost) => {
      const world = make(cost);
      let highest = 0;
      for (let n = 0; n < 500; n++) {
        tick(world);
        highest = Math.max(highest, positionOf(world, 0)[1]);
      }
      expect(distance(positionOf(world, 0), [5.5, 1.5, 0])).toBeLessThan(0.05);
      return highest;
    });
    expect(heights[0]).toBeLessThan(1.6);
    expect(heights[1]).toBeGreaterThan(2.2);
  });

  it('a tick that is discarded and repeated gives the same hash', () => {
    const make = () => {
      const world = everywhere(randomRows(21, 13, 0.2, 7), { type }, [10.5, 6.5]);
      world.host.commands.replace(
        [3, 18, 9].flatMap((x, k) => [
          { tick: 20 * k + 10, type: 'move', position: [x, 4.5, 0] },
          { tick: 20 * k + 10, type: 'cells', min: [x, 7, 0], max: [x + 1, 8, 0], cost: 'wall' },
        ]),
      );
      command(world, { type: 'move', position: [10.5, 6.5] });
      return world;
    };
    const [plain, twice] = [make(), make()];
    for (let n = 0; n < (LONG ? 80 : 35); n++) {
      tick(plain);
      allButPublish(twice);
      tick(twice);
      expect(stateHash(twice), `tick ${n}`).toBe(stateHash(plain));
    }
  });

  it('a tick that is discarded and repeated with one more command obeys both commands', () => {
    const make = () => everywhere(randomRows(21, 13, 0.2, 7), { type }, [10.5, 6.5]);
    const [plain, twice] = [make(), make()];
    for (let n = 0; n < (LONG ? 60 : 24); n++) {
      const x = 3 + (n % 15);
      const both = (input: CommandInput) => [plain, twice].map((world) => command(world, input));
      if (n % 4 === 1) both({ type: 'cells', min: [x, 7], max: [x + 1, 8], cost: 'wall' });
      allButPublish(twice);
      if (n % 4 === 1) both({ type: 'cells', min: [x, 3], max: [x + 3, 9], cost: 1 });
      // To another cell of the changed map.
      if (n % 4 === 3) both({ type: 'move', position: [x, 5] });
      tick(plain);
      tick(twice);
      expect(twice.front.fieldMove, `tick ${n}`).toEqual(plain.front.fieldMove);
      expect(stateHash(twice), `tick ${n}`).toBe(stateHash(plain));
    }
  });
});

/** Runs all phases of a tick that is then discarded. */
function allButPublish(world: World): void {
  world.host.commands.write(world);
  for (const phase of PIPELINE as readonly Phase[]) {
    if (phase.whenHashing || !isNeeded(phase, world.plan)) continue;
    const [begin, end] = partOf(world, phase, 1, 0);
    runPhase(world, phase, begin, end, 0);
  }
}

it('an agent with a quarry finds it over the map', () => {
  const world = worldOf({
    dimensions: 2,
    map: { rows: U_TURN },
    species: [
      {
        name: 'dog',
        ...pointsOf([[7.5, 1.5]]),
        maxSpeed: 3,
        behaviors: [{ type: 'navigate', quarry: 'cat' }],
      },
      { name: 'cat', ...pointsOf([[3.5, 3.5]]) },
    ],
  });
  tick(world, 900);
  expect(distance(positionOf(world, 0), [3.5, 3.5, 0])).toBeLessThan(0.05);
});
