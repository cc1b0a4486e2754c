import { describe, expect, it } from 'vitest';
import { stateHash } from '../../src/phases/hash.ts';
import { MAX_TICK } from '../../src/schema/limits.ts';
import { restore, snapshot } from '../../src/snapshot/snapshot.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import { KERNELS } from '../../src/tick/phase-kernels.ts';
import { isNeeded, type Phase, PIPELINE } from '../../src/tick/pipeline.ts';
import { tick, tickSliced } from '../../src/tick/tick.ts';
import { command } from '../../src/world/commands.ts';
import { STATE_ROWS } from '../../src/world/layout.ts';
import { binsOf } from '../../src/world/sizes.ts';
import type { World } from '../../src/world/world.ts';
import { scene } from '../helpers/scenes.ts';
import { resealed } from '../helpers/snapshots.ts';

describe('tickSliced', () => {
  it.each([
    [[]],
    [[7]],
    [[0, 0]],
    [[1]],
    [[0, 2]],
    [[0, 1.5]],
    [[0, -1]],
    [['0']],
    [[...Array(4).keys()]],
    [[...Array(40).keys()]],
    [1],
    [null],
  ])('refuses the order %j, and leaves the world as it was', (order) => {
    const world = createWorld(scene('flock'), { maxWorkers: 3 });
    const before = stateHash(world);
    expect(() => tickSliced(world, order as number[])).toThrow(
      expect.objectContaining({ code: 'ORDER_INVALID', name: 'SkeinError' }),
    );
    expect([world.tick, stateHash(world)]).toEqual([0, before]);
  });
});

describe('tick', () => {
  it.each([-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '3'])('refuses %s ticks', (ticks) => {
    const world = createWorld(scene('beams'));
    const attempt = () => tick(world, ticks as number);
    expect(attempt).toThrow(expect.objectContaining({ code: 'TICKS_INVALID' }));
    const shown = typeof ticks === 'string' ? JSON.stringify(ticks) : String(ticks);
    expect(attempt).toThrow(`Ticks: found ${shown}, expected a whole number, at least 0.`);
    expect(world.tick).toBe(0);
  });

  it('ends at the last tick, where a snapshot can still be restored', () => {
    const bytes = resealed(snapshot(createWorld(scene('flock'))), (_, head) => {
      head.tick = MAX_TICK - 2;
    });
    const world = restore(bytes);
    const refused = expect.objectContaining({ code: 'TICKS_INVALID' });
    expect(() => tick(world, 3)).toThrow(refused);
    expect(world.tick).toBe(MAX_TICK - 2);
    command(world, { type: 'remove', ids: [3] });
    tick(world, 2);
    expect(() => tick(world)).toThrow(
      'Ticks: found 1, expected at most 0, because the world is at tick 1073741824 of at most 1073741824.',
    );
    expect(() => tickSliced(world, [0])).toThrow(refused);
    expect(() => command(world, { type: 'remove', ids: [4] })).toThrow(
      'tick 1073741824, the last tick of a world',
    );
    expect(stateHash(restore(snapshot(world)))).toBe(stateHash(world));
  });

  it('of 0 ticks changes nothing', () => {
    const world = createWorld(scene('beams'));
    const before = stateHash(world);
    tick(world, 0);
    expect([world.tick, stateHash(world)]).toEqual([0, before]);
  });

  it('of n ticks is n times one tick', () => {
    const [a, b] = [createWorld(scene('flock')), createWorld(scene('flock'))];
    tick(a, 20);
    for (let k = 0; k < 20; k++) tick(b);
    expect(stateHash(a)).toBe(stateHash(b));
  });

  it('swaps front and back: the views of the previous state are still whole', () => {
    const world = createWorld(scene('flock'));
    const before = world.views;
    const copy = before.position.x.slice();
    tick(world);
    expect(world.views).not.toBe(before);
    expect(before.position.x).toEqual(copy);
    tick(world);
    expect(world.views).toBe(before);
  });
});

/** Every byte of the front state. */
function frontBytes(world: World): string {
  return STATE_ROWS.map(([name]) => {
    const view = world.front[name];
    const planes = ArrayBuffer.isView(view) ? [view] : [view.x, view.y, view.z];
    return planes
      .map((plane) =>
        Buffer.from(
          new Uint8Array(plane.buffer as ArrayBuffer, plane.byteOffset, plane.byteLength),
        ).toString('base64'),
      )
      .join();
  }).join();
}

const PHASES: readonly Phase[] = PIPELINE;

it('no ticks compile the kernels, so that the first step does not', () => {
  const world = createWorld(scene('flock'));
  expect(world.twins).toBeUndefined();
  tick(world, 0);
  expect(world.twins).toBeDefined();
  expect(world.tick).toBe(0);
});

// A tick can be thrown away and done again: nothing that is front may be written before publish.
describe.each(['beams', 'flock'])('the front of %s', (name) => {
  it.each([0, 12, 153])('is not written by any phase of the step from tick %i', (at) => {
    const world = createWorld(scene(name));
    tick(world, at);
    const before = frontBytes(world);
    for (const phase of PHASES) {
      if (!isNeeded(phase, world.handle.plan)) continue;
      const end = phase.runs === 'slice' ? world.count : binsOf(world.handle.plan);
      KERNELS[phase.name](world, 0, phase.runs === 'once' ? 0 : end, 0);
      expect(frontBytes(world) === before, `after ${phase.name}`).toBe(true);
    }
  });

  it('gives the same next state when a step is begun, thrown away and done again', () => {
    const [once, again] = [createWorld(scene(name)), createWorld(scene(name))];
    for (let k = 0; k < 200; k++) {
      // Stopped at a random phase, with two thirds of the agents done.
      for (const phase of PHASES.slice(0, k % (PHASES.length + 1))) {
        if (!isNeeded(phase, again.handle.plan)) continue;
        const kernel = KERNELS[phase.name];
        if (phase.runs === 'once') kernel(again, 0, 0, 0);
        else if (phase.runs === 'slice') kernel(again, 0, Math.floor(again.count / 1.5), 0);
      }
      tick(again);
      tick(once);
      if (stateHash(again) !== stateHash(once)) expect.fail(`differs at tick ${again.tick}`);
    }
  });
});
