import { expect, it, vi } from 'vitest';
import { WorldError } from '../../src/errors.ts';
import { inspect } from '../../src/insight/inspect.ts';
import { stateHash } from '../../src/phases/hash.ts';
import { particles } from '../../src/phases/particles.ts';
import type { Scenario } from '../../src/scenario/schema.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import { phasesOf } from '../../src/tick/phases-of.ts';
import { PIPELINE } from '../../src/tick/pipeline.ts';
import { renewMemory } from '../../src/tick/renew-memory.ts';
import { prepareRun, traceOf } from '../../src/tick/run.ts';
import { runThread } from '../../src/tick/run-thread.ts';
import { tick, tickSliced } from '../../src/tick/tick.ts';
import { command } from '../../src/world/commands.ts';
import { takeEvents } from '../../src/world/event-ring.ts';
import { findPaths } from '../../src/world/find-paths.ts';
import type { World } from '../../src/world/world.ts';
import { GOLDEN_SCENES } from '../helpers/golden-scenes.ts';
import { someOf } from '../helpers/long.ts';
import { scene } from '../helpers/scenes.ts';

/** Renews, and fills the old memory with garbage, so that no read of it goes unnoticed. */
function renewAndSpoil(world: World): void {
  const { buffer } = world.handle.memory;
  renewMemory(world);
  new Uint8Array(buffer).fill(0xff);
}

/** One for each phase after which a step is broken off. */
const TICKS = PIPELINE.length + 1;
const names = Object.keys(GOLDEN_SCENES).filter((name) => !name.startsWith('swarm'));

it.each(someOf(names, 24, 2))(
  '%s continues with the same hashes and events, renewed before each tick',
  (name) => {
    const scenario = GOLDEN_SCENES[name].make();
    const expected = createWorld(scenario);
    const world = createWorld(scenario);
    for (let t = 0; t < TICKS; t++) {
      renewAndSpoil(world);
      expect(stateHash(world)).toBe(stateHash(expected));
      const phases = phasesOf(scenario);
      const until = phases[t % phases.length].name;
      const breakOff = () =>
        tickSliced(world, [2, 0, 1], (phase) => {
          if (phase === until) throw new Error(until);
        });
      // Only the runs of a team have the phases of the hash.
      if (!until.startsWith('hash')) expect(breakOff).toThrow(until);
      renewAndSpoil(world);
      tickSliced(world, [1, 0]);
      tick(expected);
      expect(stateHash(world), `tick ${t + 1}`).toBe(stateHash(expected));
    }
    expect(takeEvents(world)).toEqual(takeEvents(expected));
  },
);

/** Steps on this thread as a team would, which leaves events in the ring. */
function run(world: World, untilTick: number): void {
  prepareRun(world, { workers: 1, untilTick, hash: true });
  runThread(world, { worker: 0, spins: 0, now: () => performance.now() });
}

it('carries pending commands, events, births and the log over', () => {
  const [expected, world] = [0, 1].map(() => createWorld(scene('beams')));
  for (const one of [expected!, world!]) {
    run(one, 70);
    command(one, { type: 'fire', count: 5 });
  }
  renewAndSpoil(world!);
  expect(world!.log).toEqual(expected!.log);
  const seen = [expected!, world!].map((one) => {
    const before = particles(one, { alpha: 0.5 }).records.slice();
    run(one, 130);
    const after = particles(one, { alpha: 0.5 }).records.slice();
    return { hash: stateHash(one), events: takeEvents(one), before, after };
  });
  expect(seen[0].before.length).toBeGreaterThan(1000);
  expect(seen[0].events.filter(({ tick }) => tick <= 70).length).toBeGreaterThan(0);
  expect(seen[0].events.filter(({ tick }) => tick > 70).length).toBeGreaterThan(0);
  expect(seen[1]).toEqual(seen[0]);
});

it.each(['maze', 'circle', 'fish-and-shark'])(
  'a renewed %s gives the same to inspect()',
  (name) => {
    const [expected, world] = [0, 1].map(() => createWorld(scene(name)));
    for (const one of [expected!, world!]) {
      tick(one, 3);
      inspect(one, 5);
      if (one === world) renewAndSpoil(one);
      tick(one, 3);
    }
    for (const id of [0, 5, 7]) expect(inspect(world!, id)).toEqual(inspect(expected!, id));
  },
);

/** Two hills, over which a straight way is too steep. */
function steepHills(): Scenario {
  const hills = scene('hills');
  return { ...hills, map: { ...hills.map!, slope: { up: 1, down: 1, steepest: 0.35 } } };
}

it.each([
  ['walls', scene('maze')],
  ['steep slopes', steepHills()],
])('a renewed world finds the same paths around %s', (_, scenario) => {
  const [expected, world] = [0, 1].map(() => createWorld(scenario));
  const queries = [10, 15, 20, 25].map((y) => ({ from: [2, 2] as const, to: [40, y] as const }));
  findPaths(world!, queries);
  renewAndSpoil(world!);
  expect(findPaths(world!, queries)).toEqual(findPaths(expected!, queries));
});

it('keeps what the last run recorded of its ticks', () => {
  const world = createWorld(scene('flock'));
  run(world, 7);
  const expected = traceOf(world, 0, 7);
  renewAndSpoil(world);
  expect(traceOf(world, 0, 7)).toEqual(expected);
  expect(expected.hashes[6]).toBe(stateHash(world));
});

it('leaves the world as it was when memory runs out', () => {
  const world = createWorld(scene('flock'));
  tick(world, 3);
  const { handle, control, twins } = world;
  const expected = stateHash(world);
  vi.stubGlobal('WebAssembly', {
    ...WebAssembly,
    Memory: class {
      constructor() {
        throw new RangeError('could not allocate memory');
      }
    },
  });
  try {
    expect(() => renewMemory(world)).toThrow(WorldError);
  } finally {
    vi.unstubAllGlobals();
  }
  expect(world).toMatchObject({ handle, tick: 3 });
  expect([world.control, world.twins]).toEqual([control, twins]);
  expect(stateHash(world)).toBe(expected);
});
