import { describe, expect, it } from 'vitest';
import { WorldError } from '../../src/errors.ts';
import { lacksMemory } from '../../src/no-memory.ts';
import { flowField } from '../../src/path/flow-field.ts';
import { mapFromRows } from '../../src/path/map.ts';
import { PathFinder } from '../../src/path/path-finder.ts';
import { smoothPath } from '../../src/path/smooth.ts';
import { stateHash } from '../../src/phases/hash.ts';
import { particles } from '../../src/phases/particles.ts';
import type { Scenario } from '../../src/scenario/schema.ts';
import { checkStep } from '../../src/snapshot/check-step.ts';
import { worldDigest } from '../../src/snapshot/digest.ts';
import { recordReplay } from '../../src/snapshot/record-replay.ts';
import { readReplay } from '../../src/snapshot/replay.ts';
import { readSnapshot, restore, snapshot } from '../../src/snapshot/snapshot.ts';
import { verifyReplay } from '../../src/snapshot/verify-replay.ts';
import { attachWorld } from '../../src/tick/attach-world.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import { renewMemory } from '../../src/tick/renew-memory.ts';
import { tick, tickSliced } from '../../src/tick/tick.ts';
import { takeEvents } from '../../src/world/event-ring.ts';
import { findPaths } from '../../src/world/find-paths.ts';
import type { World } from '../../src/world/world.ts';
import { type Attempt, failing, failingLater } from '../helpers/failing-allocations.ts';
import { LONG, someOf } from '../helpers/long.ts';
import { scene, sceneText } from '../helpers/scenes.ts';
import { smallWorld } from '../helpers/snapshots.ts';

/**
 * Lets each allocation of an action fail once, and checks the state after each failure.
 * @returns the number of allocations
 */
function eachFailing(
  act: () => unknown,
  afterwards: (nth: number) => void,
  first = LONG ? 40 : 1,
): number {
  // All of the first ones, then a sample of the others.
  for (let nth = 1; ; nth += Math.ceil(nth / first)) {
    const attempt: Attempt<unknown> = failing(nth, act);
    if (!attempt.failed) {
      if (attempt.error !== undefined) throw attempt.error;
      return nth - 1;
    }
    expect(attempt.error, `allocation ${nth}`).toBeInstanceOf(WorldError);
    expect((attempt.error as WorldError).code).toBe('NO_MEMORY');
    afterwards(nth);
  }
}

/** The maze with fewer agents: tests create worlds by the hundred. */
function smallMaze(): Scenario {
  const { species } = JSON.parse(sceneText('maze'));
  return scene('maze', { species: species.map((species: object) => ({ ...species, count: 9 })) });
}

const SCENES = { beams: scene('beams'), maze: smallMaze(), shepherd: scene('shepherd') };

describe.each(Object.entries(SCENES))('%s, when there is no memory', (name, scenario) => {
  const kernels = someOf(['ts', 'simd'] as const, 2, Object.keys(SCENES).indexOf(name));
  const at = (ticks: number): World => {
    const world = createWorld(scenario);
    tick(world, ticks);
    return world;
  };

  it.each(kernels)('is created whole or not at all with kernel %s', (kernel) => {
    const expected = stateHash(createWorld(scenario, { kernel }));
    const made = eachFailing(
      () => createWorld(scenario, { kernel }),
      () => expect(stateHash(createWorld(scenario, { kernel }))).toBe(expected),
    );
    expect(made).toBeGreaterThan(0);
  });

  it('cannot be saved in a snapshot, and continues', () => {
    const world = at(3);
    const expected = snapshot(world);
    eachFailing(
      () => snapshot(world),
      () => expect(Buffer.compare(snapshot(world), expected)).toBe(0),
    );
    tick(world);
    expect(stateHash(world)).toBe(stateHash(at(4)));
  });

  it('is restored from a snapshot whole or not at all', () => {
    const bytes = snapshot(at(3));
    eachFailing(
      () => restore(bytes),
      () => expect(Buffer.compare(snapshot(restore(bytes)), bytes)).toBe(0),
    );
  });

  it('stays in its memory if that cannot be renewed', () => {
    const world = at(3);
    const { handle } = world;
    const expected = stateHash(world);
    eachFailing(
      () => renewMemory(world),
      () => {
        expect(world.handle).toBe(handle);
        expect(stateHash(world)).toBe(expected);
      },
    );
    tick(world);
    expect(stateHash(world)).toBe(stateHash(at(4)));
  });

  it.each(kernels)('does a tick with the kernel %s whole or not at all', (kernel) => {
    const world = createWorld(scenario, { kernel });
    const other = createWorld(scenario);
    for (let ticks = 0; ticks < (LONG ? 4 : 2); ticks++) {
      const before = stateHash(world);
      eachFailing(
        () => tick(world),
        (nth) => {
          expect(world.tick).toBe(ticks);
          expect(stateHash(world), `allocation ${nth}`).toBe(before);
        },
      );
      tick(other);
      expect(stateHash(world), `tick ${ticks + 1}`).toBe(stateHash(other));
    }
  });
});

describe('a lack of memory', () => {
  const world = smallWorld();
  const bytes = snapshot(world);
  const recorder = recordReplay(world, { keyframeEvery: 1 });
  const step = (): void => {
    tick(world);
    recorder.take();
  };
  for (let ticks = 0; ticks < 2; ticks++) step();
  takeEvents(world);
  const before = snapshot(world);
  step();
  takeEvents(world);
  const replay = recorder.finish();
  const rows = ['......', '.##.#.', '..#...'];
  const map = mapFromRows(rows);
  const finder = new PathFinder(map);
  const query = { from: [0.5, 0.5], to: [8.5, 4.5] } as const;

  it.each<[string, () => unknown]>([
    ['readSnapshot', () => readSnapshot(bytes)],
    ['readReplay', () => readReplay(replay)],
    ['recordReplay', () => recordReplay(world).finish()],
    ['finish', () => recorder.finish()],
    ['worldDigest', () => worldDigest(world)],
    ['checkStep', () => checkStep(before, world, 1)],
    ['attachWorld', () => attachWorld(world.handle).front.position],
    ['mapFromRows', () => mapFromRows(rows)],
    ['PathFinder', () => new PathFinder(map, { landmarks: 2 }).find(0, 17)],
    ['find', () => finder.find(0, 17)],
    ['smoothPath', () => smoothPath(map, [0, 1, 2])],
    ['flowField', () => flowField(map, 17)],
  ])('in %s is reported, and leaves nothing behind', (_, act) => {
    const hash = stateHash(world);
    const expected = act();
    const found = eachFailing(
      act,
      (nth) => {
        expect(stateHash(world)).toBe(hash);
        if (nth <= 4) expect(act()).toEqual(expected);
      },
      LONG ? 4 : 2,
    );
    expect(found).toBeGreaterThan(0);
    expect(act()).toEqual(expected);
  });

  it('does not affect particles and hashes, which allocate none', () => {
    const act = () => [particles(world).count, stateHash(world)];
    expect(failing(1, act)).toEqual({ failed: false, value: act() });
    expect(particles(world).count).toBeGreaterThan(0);
  });

  it('in findPaths is reported, and a second call finds the same paths', () => {
    const expected = findPaths(world, [query, query]);
    // Another world each time: a world keeps what it has allocated to find paths.
    let other = restore(bytes);
    eachFailing(
      () => findPaths(other, [query, query]),
      () => {
        expect(findPaths(other, [query, query])).toEqual(expected);
        other = restore(bytes);
      },
    );
  });

  it('in tickSliced leaves the last whole tick', () => {
    const [one, other] = [restore(bytes), restore(bytes)];
    tick(other);
    eachFailing(
      () => tickSliced(one, [1, 0]),
      () => expect(one.tick).toBe(world.tick - 3),
    );
    expect(stateHash(one)).toBe(stateHash(other));
  });

  it('in verifying a replay is reported', async () => {
    const read = readReplay(replay);
    const expected = await verifyReplay(read);
    for (let nth = 1; ; nth += Math.ceil(nth / (LONG ? 10 : 2))) {
      const attempt: Attempt<unknown> = await failingLater(nth, () => verifyReplay(read));
      if (!attempt.failed) break;
      expect(attempt.error).toMatchObject({ name: 'WorldError', code: 'NO_MEMORY' });
    }
    expect(await verifyReplay(read)).toEqual(expected);
  });

  it('in recording a replay loses neither hash nor keyframe', () => {
    const [one, other] = [restore(bytes), restore(bytes)];
    const recorders = [one, other].map((world) => recordReplay(world, { keyframeEvery: 2 }));
    for (let ticks = 0; ticks < 5; ticks++) {
      for (const [k, world] of [one, other].entries()) {
        tick(world);
        if (k === 0)
          eachFailing(
            () => recorders[0].take(),
            () => {},
          );
        else recorders[1].take();
      }
    }
    const [found, expected] = recorders.map((recorder) => recorder.finish());
    expect(Buffer.compare(found, expected)).toBe(0);
  });
});

it('a lack of memory does not decide what the host can run', async () => {
  const unasked = '../../src/simd/available.ts?unasked';
  const { simdAvailable }: typeof import('../../src/simd/available.ts') = await import(unasked);
  const { failed, error } = failing(1, simdAvailable);
  expect([failed, lacksMemory(error)]).toEqual([true, true]);
  expect(simdAvailable()).toBe(true);
});
