import { describe, expect, it } from 'vitest';
import { stateHash } from '../../src/phases/hash.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import { oldestOf, rewind } from '../../src/tick/rewind.ts';
import { tick } from '../../src/tick/tick.ts';
import { command } from '../../src/world/commands.ts';
import { takeEvents } from '../../src/world/event-ring.ts';
import type { World } from '../../src/world/world.ts';

/** Walkers that go through a map with walls, around obstacles, and over a ground with a link and an area. */
const SCENES: readonly (readonly [string, Record<string, unknown>, Record<string, unknown>[]])[] = [
  [
    'a map',
    {
      dimensions: 2,
      map: {
        cellSize: 1,
        rows: Array.from({ length: 12 }, () => '............'),
        legend: { '.': 1 },
      },
      targets: [{ name: 'goal', position: [11.5, 6.5] }],
      species: [
        {
          name: 'walker',
          count: 12,
          spawn: { type: 'box', min: [0, 0], max: [2, 12] },
          maxSpeed: 3,
          behaviors: [{ type: 'navigate', interval: 0 }],
        },
        {
          name: 'follower',
          count: 12,
          spawn: { type: 'box', min: [0, 0], max: [2, 12] },
          maxSpeed: 3,
          behaviors: [{ type: 'flowField' }],
        },
      ],
    },
    [2, 4, 7].map((row) => ({
      type: 'cells',
      min: [3, row],
      max: [5, row + 4],
      cost: 'wall',
    })),
  ],
  [
    'obstacles',
    {
      dimensions: 2,
      obstacleCapacity: 2,
      targets: [{ name: 'goal', position: [20, 0] }],
      species: [
        {
          name: 'bird',
          count: 20,
          spawn: { type: 'box', min: [0, -4], max: [4, 4] },
          maxSpeed: 4,
          behaviors: [{ type: 'seek' }, { type: 'avoidance', lookAhead: 3 }],
        },
      ],
    },
    [-2, 0, 2].map((y) => ({
      type: 'obstacle',
      do: 'add',
      name: 'ball',
      obstacle: { name: 'ball', type: 'sphere', center: [7, y, 0], radius: 2 },
    })),
  ],
  [
    'a ground',
    {
      ground: {
        vertices: Array.from({ length: 55 }, (_, k) => [
          k % 11,
          Math.floor(k / 11),
          0.01 * (k % 11),
        ]),
        polygons: Array.from({ length: 40 }, (_, k) => {
          const a = k + Math.floor(k / 10);
          return [a, a + 1, a + 12, a + 11];
        }).filter((_, k) => k % 10 !== 5 || k === 5 || k === 35),
        areas: [
          { name: 'low', polygons: [5], cost: 1 },
          { name: 'high', polygons: [32], cost: 1 },
        ],
      },
      targets: [{ name: 'goal', position: [9.5, 2, 0.095] }],
      species: [
        {
          name: 'walker',
          count: 10,
          spawn: { type: 'box', min: [0.5, 0.5, 0], max: [4, 3.5, 0] },
          radius: 0.1,
          maxSpeed: 2,
          behaviors: [
            { type: 'navigate', target: 'goal', interval: 0 },
            { type: 'separation', radius: 0.5 },
          ],
        },
      ],
    },
    [
      { type: 'area', area: 'low', cost: 50 },
      { type: 'area', area: 'high', cost: 50 },
    ],
  ],
];

function worldOf(scene: Record<string, unknown>, kernel: 'ts' | 'simd', history = 0): World {
  const scenario = parseScenario({ name: 'any', dt: 0.1, seed: 3, ...scene });
  return createWorld(scenario, { kernel, maxWorkers: 2, history });
}

describe.each(SCENES)('on %s', (_, scene, changes) => {
  it.each(['ts', 'simd'] as const)(
    'another command in the same tick has its own effect, with the kernel %s',
    (kernel) => {
      const world = worldOf(scene, kernel, 8);
      tick(world, 5);
      for (const change of [...changes, ...changes]) {
        const fresh = worldOf(scene, kernel);
        tick(fresh, 5);
        command(fresh, change as never);
        command(world, change as never);
        for (let n = 0; n < 8; n++) {
          tick(world);
          tick(fresh);
          expect(stateHash(world), JSON.stringify(change)).toBe(stateHash(fresh));
        }
        rewind(world, 5, { commands: 'drop' });
      }
    },
  );
});

/** Three beams that expire after half a second. */
function hunt(history: number): World {
  return worldOf(
    {
      dimensions: 2,
      targets: [{ name: 'goal', position: [5, 0], radius: 0.5 }],
      species: [
        {
          name: 'beam',
          count: 3,
          spawn: {
            type: 'points',
            positions: [
              [0, 0],
              [3, 0],
              [4, 0],
            ],
          },
          maxSpeed: 10,
          lifetime: 0.5,
          behaviors: [{ type: 'homing', speed: 10, target: 'goal' }],
        },
      ],
    },
    'ts',
    history,
  );
}

describe('a world that keeps past ticks', () => {
  it('refuses ticks that it does not have, and names those that it has', () => {
    const world = hunt(4);
    tick(world, 10);
    for (const wrong of [5, 11, 7.5, Number.NaN, '7']) {
      expect(() => rewind(world, wrong as number)).toThrow(
        expect.objectContaining({
          code: 'REWIND_INVALID',
          message: expect.stringContaining('expected a tick from 6 to 10'),
        }),
      );
    }
    expect(world.tick).toBe(10);
    rewind(world, 8);
    // The state of tick 5 was overwritten by that of tick 9 or later.
    expect(oldestOf(world)).toBe(6);
    expect(() => rewind(hunt(0), 1)).toThrow('expected 0, because the world keeps no past ticks');
    expect(() => rewind(world, 7, { commands: 'all' as never })).toThrow('"repeat" or "drop"');
    expect(() => rewind(world, 7, { keep: 1 } as never)).toThrow('an unknown option');
    expect(() => hunt(65)).toThrow(
      'Option history: found 65, expected a whole number from 0 to 64',
    );
  });

  it('executes commands again, and those given late after them', () => {
    const [world, known] = [hunt(8), hunt(0)];
    tick(world, 2);
    command(world, { type: 'place', ids: [0], position: [0, 3, 0] });
    tick(world, 4);
    rewind(world, 2);
    command(world, { type: 'place', ids: [0], position: [0, 5, 0] });
    expect(world.log.map(({ tick }) => tick)).toEqual([2, 2]);
    tick(world, 4);
    tick(known, 2);
    command(known, { type: 'place', ids: [0], position: [0, 3, 0] });
    command(known, { type: 'place', ids: [0], position: [0, 5, 0] });
    tick(known, 4);
    expect(stateHash(world)).toBe(stateHash(known));
    rewind(world, 1);
    command(world, { type: 'remove', ids: [1] });
    expect(world.log.map(({ tick }) => tick)).toEqual([1, 2, 2]);
    rewind(world, 2 - 1, { commands: 'drop' });
    expect(world.log).toEqual([]);
  });

  it('refuses a late command that contradicts a later one', () => {
    const world = worldOf(SCENES[1][1], 'ts', 8);
    const [add] = SCENES[1][2];
    tick(world, 3);
    command(world, add as never);
    tick(world, 2);
    rewind(world, 1);
    expect(() => command(world, add as never)).toThrow('no conflict');
    tick(world, 4);
    expect(() => command(world, add as never)).toThrow('a name that no other obstacle has');
  });

  it('says that events were taken back, once, and gives the new ones', () => {
    const world = hunt(16);
    tick(world, 14);
    const first = takeEvents(world);
    expect(first.map(({ type }) => type)).toContain('expired');
    rewind(world, 0);
    rewind(world, 0);
    command(world, { type: 'remove', ids: [2] });
    tick(world, 14);
    const events = takeEvents(world);
    expect(events[0]).toEqual({ type: 'retracted', tick: 0 });
    expect(events.filter(({ type }) => type === 'retracted')).toHaveLength(1);
    rewind(world, 14);
    expect(takeEvents(world)).toEqual([]);
    // Events that no program has taken disappear silently.
    rewind(world, 0);
    takeEvents(world);
    tick(world, 14);
    rewind(world, 0);
    tick(world, 14);
    expect(takeEvents(world).map(({ type }) => type)).not.toContain('retracted');
  });
});
