import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseScenario } from '../../src/scenario/parse.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import { tick } from '../../src/tick/tick.ts';
import { takeEvents } from '../../src/world/event-ring.ts';
import { STATUS } from '../../src/world/status.ts';
import type { World } from '../../src/world/world.ts';
import { moved, torusScenes } from '../helpers/moved-scenes.ts';
import { runsOf, seedOf } from '../helpers/runs.ts';
import { positionOf, velocityOf } from '../helpers/scenes.ts';

/**
 * A scene that is moved as a whole must run as before, only elsewhere. So a difference of two positions that forgets
 * the short way around a torus, and an absolute position that matters, are found, whatever reads them.
 */

const TICKS = 6;
/** The tolerance, as a share of what is compared: the velocities of motions are rounded from f64. */
const CLOSE = 1e-3;

const shares = fc.tuple(...[0, 1, 2].map(() => fc.integer({ min: 0, max: 511 })));

describe('a scene on a torus', () => {
  it(`runs the same wherever it is, seed ${seedOf(91)}`, () => {
    fc.assert(
      fc.property(torusScenes, shares, fc.constantFrom('ts', 'simd'), (input, share, kernel) => {
        const { min, max, dimensions } = { ...input.bounds, dimensions: input.dimensions };
        const edges = min.map((low: number, axis: number) =>
          axis < dimensions ? max[axis] - low : 0,
        );
        // Fields move by whole cells.
        const parts = input.fields ? 8 : 512;
        const shift = edges.map(
          (edge: number, axis: number) => (edge * (share[axis] % parts)) / parts,
        );
        const options = { kernel } as const;
        const here = createWorld(parseScenario(input), options);
        const there = createWorld(parseScenario(moved(input, shift)), options);
        for (let step = 0; step < TICKS; step++) {
          tick(here);
          tick(there);
          expectMoved(there, here, shift, edges);
        }
        expect(happenings(there)).toEqual(happenings(here));
      }),
      { numRuns: runsOf(60, 3000), seed: seedOf(91) },
    );
  });
});

function happenings(world: World): unknown[] {
  return takeEvents(world).map((event) => ({ ...event, position: undefined }));
}

function expectMoved(
  there: World,
  here: World,
  shift: readonly number[],
  edges: readonly number[],
): void {
  for (let id = 0; id < here.count; id++) {
    const { status, slot } = here.views;
    expect(there.views.status[there.views.slot[id]], `status of ${id}`).toBe(status[slot[id]]);
    if (status[slot[id]] !== STATUS.alive) continue;
    const velocity = velocityOf(here, id);
    const speed = Math.hypot(...velocity);
    velocityOf(there, id).forEach((value, axis) => {
      expect(Math.abs(value - velocity[axis]), `velocity of ${id}`).toBeLessThan(
        CLOSE * (1 + speed),
      );
    });
    expectShifted(positionOf(there, id), positionOf(here, id), shift, edges, `position of ${id}`);
  }
  const places = ({ x, y, z }: World['views']['targetPosition'], k: number): number[] => [
    x[k],
    y[k],
    z[k],
  ];
  for (let k = 0; k < here.scenario.targets.length; k++) {
    const [to, from] = [there, here].map(({ views }) => places(views.targetPosition, k));
    expectShifted(to, from, shift, edges, `target ${k}`);
  }
}

function expectShifted(
  to: readonly number[],
  from: readonly number[],
  shift: readonly number[],
  edges: readonly number[],
  what: string,
): void {
  to.forEach((value, axis) => {
    const way = value - from[axis] - shift[axis];
    const edge = edges[axis];
    const off = edge === 0 ? way : way - edge * Math.round(way / edge);
    expect(Math.abs(off), `${what}, axis ${axis}`).toBeLessThan(CLOSE * 10);
  });
}
