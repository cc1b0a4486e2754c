import { describe, expect, it } from 'vitest';
import { WorldError } from '../../src/errors.ts';
import { stateHash } from '../../src/phases/hash.ts';
import type { Scenario } from '../../src/scenario/schema.ts';
import { restore, snapshot } from '../../src/snapshot/snapshot.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import { renewMemory } from '../../src/tick/renew-memory.ts';
import { tick } from '../../src/tick/tick.ts';
import { lacksMemory } from '../../src/world/memory.ts';
import type { World } from '../../src/world/world.ts';
import { type Attempt, failing } from '../helpers/failing-allocations.ts';
import { scene, sceneText } from '../helpers/scenes.ts';

/**
 * Lets each allocation of an act fail once, and looks at what is left each time.
 * @returns how many there are
 */
function eachFailing(act: () => unknown, afterwards: (nth: number) => void): number {
  // Each of the first, then some of many.
  for (let nth = 1; ; nth += Math.ceil(nth / 40)) {
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

/** The maze with fewer in it: worlds are made by the hundred. */
function smallMaze(): Scenario {
  const { species } = JSON.parse(sceneText('maze'));
  return scene('maze', { species: species.map((one: object) => ({ ...one, count: 9 })) });
}

const SCENES = { beams: scene('beams'), maze: smallMaze(), shepherd: scene('shepherd') };

describe.each(Object.entries(SCENES))('%s, when there is no memory', (_, scenario) => {
  const at = (ticks: number): World => {
    const world = createWorld(scenario);
    tick(world, ticks);
    return world;
  };

  it.each(['ts', 'simd'] as const)('is not made with the kernel %s, or is made whole', (kernel) => {
    const expected = stateHash(createWorld(scenario, { kernel }));
    const made = eachFailing(
      () => createWorld(scenario, { kernel }),
      () => expect(stateHash(createWorld(scenario, { kernel }))).toBe(expected),
    );
    expect(made).toBeGreaterThan(0);
  });

  it('is kept in no snapshot, and goes on', () => {
    const world = at(3);
    const expected = snapshot(world);
    eachFailing(
      () => snapshot(world),
      () => expect(Buffer.compare(snapshot(world), expected)).toBe(0),
    );
    tick(world);
    expect(stateHash(world)).toBe(stateHash(at(4)));
  });

  it('is not made of a snapshot, or is made whole', () => {
    const bytes = snapshot(at(3));
    eachFailing(
      () => restore(bytes),
      () => expect(Buffer.compare(snapshot(restore(bytes)), bytes)).toBe(0),
    );
  });

  it('stays in its memory', () => {
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

  it.each(['ts', 'simd'] as const)(
    'does a tick with the kernel %s whole or not at all',
    (kernel) => {
      const world = createWorld(scenario, { kernel });
      const other = createWorld(scenario);
      for (let ticks = 0; ticks < 4; ticks++) {
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
    },
  );
});

it('a lack of memory says nothing of what the host can run', async () => {
  const unasked = '../../src/simd/module.ts?unasked';
  const { simdAvailable }: typeof import('../../src/simd/module.ts') = await import(unasked);
  const { failed, error } = failing(1, simdAvailable);
  expect([failed, lacksMemory(error)]).toEqual([true, true]);
  expect(simdAvailable()).toBe(true);
});
