import { describe, expect, it } from 'vitest';
import { stateHash } from '../../src/phases/hash.ts';
import { particles } from '../../src/phases/particles.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import type { Scenario } from '../../src/scenario/schema.ts';
import { planeViews } from '../../src/snapshot/planes.ts';
import { type RestoreOptions, restore, snapshot } from '../../src/snapshot/snapshot.ts';
import { keptRows } from '../../src/snapshot/state-planes.ts';
import { kernels } from '../../src/tick/choose-kernel.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import { tick } from '../../src/tick/tick.ts';
import { command } from '../../src/world/commands.ts';
import { takeEvents } from '../../src/world/event-ring.ts';
import {
  BIRTH_ROWS,
  CONTROL_ROWS,
  PARTICLE_ROWS,
  SCRATCH_ROWS,
  STATE_ROWS,
} from '../../src/world/layout.ts';
import type { World } from '../../src/world/world.ts';
import { fieldScene } from '../fields/scenes.ts';
import { linkedScene } from '../ground/two-floors.ts';
import { expectSameTicks, stateDifference } from '../helpers/compare.ts';
import { GOLDEN_SCENES } from '../helpers/golden-scenes.ts';
import { LONG, someOf } from '../helpers/long.ts';
import { busyObstacles } from '../helpers/obstacle-scenes.ts';
import { randomOf } from '../helpers/random-of.ts';
import { reportScene } from '../helpers/report-scenes.ts';
import { pointsOf, scene, worldOf } from '../helpers/scenes.ts';
import { ASSIGNABLE } from '../helpers/snapshots.ts';
import { stepAsTeam } from '../helpers/virtual-team.ts';

const equal = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

/** Scenes with many agents, which are slow in TypeScript, run for fewer ticks. */
function agentsOf(scenario: Scenario): number {
  return scenario.species.reduce((sum, { count }) => sum + count, 0);
}

/** A tick shortly before a command of the scenario, if it has one soon. */
function tickBefore({ commands }: Scenario): number {
  const soon = commands.map((command) => command.tick).filter((at) => at > 5 && at <= 120);
  return soon.length > 0 ? soon[soon.length - 1] - 3 : 13;
}

describe.each(someOf(Object.entries(GOLDEN_SCENES), 3))('a snapshot of %s', (name, { make }) => {
  const scenario = make();
  const at = tickBefore(scenario);
  const ticks = agentsOf(scenario) > 300 ? 5 : 11;

  it(`of tick ${at} continues with other workers, kernel and memory, the same to the bit`, () => {
    const random = randomOf(name.length);
    const world = createWorld(scenario, { maxWorkers: 2, kernel: 'simd' });
    while (world.tick < at) stepAsTeam(world, 2, random);
    const bytes = snapshot(world);
    const restored = restore(bytes, { maxWorkers: 5, kernel: 'ts', shared: false });
    expect([restored.tick, restored.kernel, restored.shared]).toEqual([at, 'ts', false]);
    expect(restored.scenario).toEqual(world.scenario);
    expect(equal(snapshot(restored), bytes)).toBe(true);
    for (let n = 0; n < ticks; n++) {
      stepAsTeam(world, 2, random);
      stepAsTeam(restored, 1 + (n % 5), random);
      if (stateHash(restored) !== stateHash(world)) {
        expect.fail(`tick ${world.tick}: ${stateDifference(restored, world)}`);
      }
      const [now, then] = [snapshot(world), snapshot(restored)];
      expect(equal(now, then), `the files of tick ${world.tick}`).toBe(true);
    }
    expect(takeEvents(restored)).toEqual(takeEvents(world));
    const [drawn, unbroken] = [particles(restored), particles(world)];
    expect(drawn).toEqual(unbroken);
  });
});

/** Fills all that a snapshot does not keep with garbage, so that only what it keeps can matter. */
function spoil({ scratch, control, particles: born }: World, random: () => number): void {
  const kept = new Set<string>(BIRTH_ROWS.map(([column]) => column));
  const planes = [
    ...planeViews(SCRATCH_ROWS, scratch),
    ...planeViews(
      PARTICLE_ROWS.filter(([column]) => !kept.has(column)),
      born,
    ),
    // The words hold the tick of the world, and the cuts its slices.
    ...planeViews(
      CONTROL_ROWS.filter(([column]) => column !== 'word' && column !== 'cut'),
      control,
    ),
  ];
  for (const { view } of planes) {
    const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
    for (let k = 0; k < bytes.length; k++) bytes[k] = 256 * random();
  }
}

/** Scenes that between them have every column: guided, routed, with fields, extras and particles. */
const RICH = ['beams', 'dogfight', 'maze', 'formation', 'bees', 'flock-forces'];

describe('the content of a snapshot', () => {
  it.each(someOf(RICH, 2))('of %s is all that the next ticks depend on, seed 7', (name) => {
    const random = randomOf(7);
    const world = createWorld(scene(name), { maxWorkers: 3 });
    tick(world, 57);
    takeEvents(world);
    const restored = restore(snapshot(world), { maxWorkers: 3 });
    expectSameTicks(restored, world, 9, (each) => {
      if (each === restored) spoil(each, random);
      stepAsTeam(each, 3, random);
    });
    spoil(restored, random);
    expect(particles(restored)).toEqual(particles(world));
    expect(takeEvents(restored)).toEqual(takeEvents(world));
  });

  it('is every column of the state, and of the births', () => {
    const columns = { energy: { type: 'f32', default: 3 } };
    const { targets, behaviors } = ASSIGNABLE;
    const one = { name: 'a', ...pointsOf([[0, 0, 0]]), maxSpeed: 3, behaviors, columns };
    const seen = new Set<string>();
    for (const name of [
      ...RICH,
      'chasers',
      'circle',
      'busy obstacles',
      'reports',
      'columns',
      'fields',
      'turns',
      'ground',
    ]) {
      const scenario =
        name === 'busy obstacles'
          ? busyObstacles(2, { type: 'avoidance' })
          : name === 'reports'
            ? parseScenario(reportScene(1, 3, 'wrap'))
            : name === 'columns'
              ? parseScenario({ name, targets, species: [one] })
              : name === 'ground'
                ? parseScenario(linkedScene())
                : name === 'fields'
                  ? fieldScene({ count: 5, cells: [3, 2] })
                  : name === 'turns'
                    ? parseScenario({
                        ...structuredClone(scene('maze') as object),
                        routes: { perTick: 2 },
                      })
                    : scene(name);
      const world = createWorld(scenario, { maxWorkers: 1 });
      tick(world, name === 'beams' ? 40 : 3);
      const before = snapshot(world);
      const stored = [
        ...planeViews(keptRows(world.plan), world.front),
        ...planeViews(BIRTH_ROWS, world.particles),
      ];
      for (const { name: column, per, view } of stored) {
        if (view.length === 0) continue;
        // In a ring, the place that was written last.
        const ring = world.plan.particles;
        if (per === 'particle' && world.front.keptBirths[0] === 0) continue;
        const at =
          per === 'particle' ? (world.front.nextBirth[0] + ring - 1) % ring : view.length - 1;
        // The snapshot itself depends on these; the hashes and files of the scenes above cover them.
        if (['keptBirths', 'nextBirth', 'eventCount'].includes(column)) {
          seen.add(column);
          continue;
        }
        const value = view[at];
        view[at] = value === Number.POSITIVE_INFINITY ? 0 : value + 1;
        const same = equal(snapshot(world), before);
        view[at] = value;
        // Routes of dead agents are not kept, and the last word may belong to one.
        if (same && (column === 'route' || column === 'asked')) continue;
        expect(same, `${name}: ${column}`).toBe(false);
        seen.add(column);
      }
      expect(equal(snapshot(world), before)).toBe(true);
    }
    const all = [...STATE_ROWS, ...BIRTH_ROWS].flatMap(([column, , , components]) =>
      components === 3 ? ['X', 'Y', 'Z'].map((axis) => column + axis) : [column],
    );
    expect([...seen].sort()).toEqual(all.sort());
  });
});

describe('a restored world', () => {
  it('has the log, and carries out commands given at the tick of the snapshot', () => {
    const world = createWorld(scene('beams'), { maxWorkers: 2, seed: 77 });
    tick(world, 20);
    command(world, { type: 'move', target: 'target', position: [3, -0, 5] });
    tick(world, 17);
    command(world, { type: 'fire', count: 3, angle: 0.7 });
    command(world, { type: 'fire', count: 2 });
    const restored = restore(snapshot(world, { logSince: 0 }));
    expect(restored.log).toEqual(world.log);
    expect(restored.log).toHaveLength(3);
    expect(restored.scenario.seed).toBe(77);
    tick(world, 100);
    tick(restored, 100);
    command(world, { type: 'fire' });
    command(restored, { type: 'fire' });
    tick(world, 30);
    tick(restored, 30);
    expect(stateHash(restored)).toBe(stateHash(world));
    expect(equal(snapshot(restored), snapshot(world))).toBe(true);
  });

  it('returns the events that were not taken before the snapshot, and no others', () => {
    const unbroken = createWorld(scene('salvo'), { maxWorkers: 1 });
    tick(unbroken, 260);
    const all = takeEvents(unbroken);
    expect(new Set(all.map(({ type }) => type)).size).toBeGreaterThan(1);
    const world = createWorld(scene('salvo'), { maxWorkers: 1 });
    tick(world, 60);
    const first = takeEvents(world);
    tick(world, 110);
    const restored = restore(snapshot(world));
    tick(restored, 90);
    expect(first.length).toBeGreaterThan(0);
    expect([...first, ...takeEvents(restored)]).toEqual(all);
    expect(takeEvents(restored)).toEqual([]);
  });

  it('has events of six kinds', () => {
    const kinds = new Set<string>();
    const rocket = { name: 'rocket', ...pointsOf([[1, 2, 3]], [[4, -5, 6]]), damping: 1000 };
    for (const [world, ticks] of [
      [createWorld(scene('salvo'), { maxWorkers: 1 }), 400],
      [createWorld(scene('dogfight'), { maxWorkers: 1 }), 500],
      [worldOf({ dt: 1, species: [rocket] }), 100],
    ] as const) {
      tick(world, ticks);
      const restored = restore(snapshot(world));
      const events = takeEvents(world);
      expect(takeEvents(restored)).toEqual(events);
      for (const { type } of events) kinds.add(type);
    }
    expect([...kinds].sort()).toEqual(
      ['expired', 'fired', 'hit', 'quarantined', 'strike', 'struck'].sort(),
    );
  });

  it.each(kernels())('may have agents that are too fast for f32, kernel %s', (kernel) => {
    const wild = { ...pointsOf([[1, 2, 3]], [[4, -5, 6]]), damping: 1000, turnRate: 3 };
    const follow = { type: 'formation', target: 'boat', shape: 'column', spacing: 2 };
    const guard = { ...pointsOf([[0, 1, 0]]), maxSpeed: 3, behaviors: [follow] };
    const world = worldOf(
      {
        dt: 0.01,
        species: [
          { name: 'wild', ...wild },
          { name: 'guard', ...guard },
        ],
        targets: [{ name: 'boat', position: [0, 0, 0] }],
      },
      { kernel },
    );
    const { velocity, slot } = world.views;
    // To stop from this speed in one step takes an acceleration beyond the largest f32.
    velocity.x[slot[1]] = 1e38;
    // Damping in steps so long that each reverses the velocity, and makes it nine times as large.
    for (let n = 0; n < 50; n++) {
      tick(world);
      if (!LONG && n % 5 !== 4) continue;
      expect(equal(snapshot(restore(snapshot(world))), snapshot(world))).toBe(true);
    }
    expect(takeEvents(world)).toMatchObject([{ type: 'quarantined', species: 'wild' }]);
    expect(world.tick).toBe(50);
  });

  it('has the changed map, and flow fields for it', () => {
    const world = createWorld(scene('maze'), { maxWorkers: 1 });
    tick(world, 5);
    command(world, { type: 'cells', min: [2, 2], max: [6, 4], cost: 'wall' });
    tick(world, 2);
    expect(world.views.mapVersion[0]).toBe(2);
    const restored = restore(snapshot(world));
    expect(restored.views.mapCost).toEqual(world.views.mapCost);
    const ticks = LONG ? 60 : 12;
    tick(restored, ticks);
    tick(world, ticks);
    expect(stateHash(restored)).toBe(stateHash(world));
  });

  it('continues with walkers that are launched again and find a way', () => {
    const walker = {
      name: 'walker',
      count: 7,
      maxSpeed: 6,
      lifetime: 0.4,
      spawn: { type: 'pool' },
      behaviors: [{ type: 'navigate', target: 'door' }],
    };
    const rows = ['..........', '.####.###.', '.#......#.', '.#.####.#.', '....#.....'];
    const world = worldOf(
      {
        dimensions: 2,
        species: [walker, { name: 'watcher', ...pointsOf([[0.5, 0.5, 0]]) }],
        map: { rows, cellSize: 1, origin: [0, 0] },
        targets: [{ name: 'door', position: [9.5, 4.5, 0], radius: 0.1 }],
        launchers: [
          { name: 'gate', species: 'walker', target: 'door', position: [0.5, 0.5, 0], speed: 2 },
        ],
        commands: [0, 11, 30, 41, 62, 77, 90].map((at) => ({ tick: at, type: 'fire', count: 2 })),
      },
      { maxWorkers: 2 },
    );
    for (let n = 0; n < (LONG ? 8 : 4); n++) {
      tick(world, LONG ? 13 : 25);
      const restored = restore(snapshot(world));
      tick(restored, 30);
      const twin = restore(snapshot(world));
      spoil(twin, randomOf(n));
      twin.back.route.fill(0xdeadbeef);
      tick(twin, 30);
      expect(stateHash(twin), `from tick ${world.tick}`).toBe(stateHash(restored));
    }
  });

  it('takes the options of a world, and refuses the same ones', () => {
    const bytes = snapshot(createWorld(scene('flock'), { maxWorkers: 3 }));
    expect(restore(bytes, { maxWorkers: 7 }).maxWorkers).toBe(7);
    expect(() => restore(bytes, { maxBytes: 1000 })).toThrow(
      expect.objectContaining({ code: 'WORLD_TOO_LARGE' }),
    );
    expect(() => restore(bytes, { maxWorkers: 33 })).toThrow(
      expect.objectContaining({ code: 'WORLD_OPTION' }),
    );
    expect(() => restore(bytes, null as never)).toThrow('Options: found null, expected an object.');
    const seed = { seed: 4 } as RestoreOptions;
    expect(() => restore(bytes, seed)).toThrow(
      expect.objectContaining({
        code: 'WORLD_OPTION',
        message:
          'Option seed: found 4, expected no seed, because the saved scenario has its own seed.',
      }),
    );
  });
});

it.each([['a.skein'], [undefined], [new ArrayBuffer(2000)], [new DataView(new ArrayBuffer(2000))]])(
  'restore refuses %o, which is not a Uint8Array',
  (bytes) => {
    expect(() => restore(bytes as unknown as Uint8Array)).toThrow(
      expect.objectContaining({ code: 'SNAPSHOT_FORMAT', expected: 'a Uint8Array' }),
    );
  },
);
