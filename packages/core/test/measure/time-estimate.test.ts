import { describe, expect, it } from 'vitest';
import { estimateTime } from '../../src/measure/time-estimate.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import { tick } from '../../src/tick/tick.ts';
import { someOf } from '../helpers/long.ts';
import { scene } from '../helpers/scenes.ts';

const ROWS = Array.from({ length: 200 }, () => '.'.repeat(300));

/** Of one species over a map of 300 x 200 cells, of which it starts in a part. */
function estimateOf(
  species: Record<string, unknown>,
  replaced: Record<string, unknown> = {},
  rows: readonly string[] = ROWS,
) {
  const spawn = { type: 'box', min: [0, 0], max: [90, 40] };
  return estimateTime(
    parseScenario({
      name: 'test',
      dimensions: 2,
      map: { rows },
      targets: [{ name: 't', position: [1, 1] }],
      species: [{ name: 'a', count: 1000, maxSpeed: 3, spawn, ...species }],
      ...replaced,
    }),
  );
}

const flow = { behaviors: [{ type: 'flowField', target: 't' }] };
const walk = { behaviors: [{ type: 'navigate', target: 't' }] };
const orbiting = (rate: number) => ({
  targets: [{ name: 't', position: [50, 1], motion: { type: 'orbit', center: [50, 30], rate } }],
});

describe('the estimate of time', () => {
  it('grows with the agents', () => {
    const [few, many] = [1e4, 2e6].map((count) => estimateOf({ count }));
    expect(many.tickMs / few.tickMs).toBeCloseTo(200, 0);
    expect(many.startMs).toBeGreaterThan(1000);
    expect(few.startMs).toBeLessThan(50);
  });

  it('grows with the number of visible neighbors, up to all', () => {
    const of = (radius: number) =>
      estimateOf({ behaviors: [{ type: 'separation', radius }] }).tickMs - estimateOf({}).tickMs;
    // From 3 neighbors to 79; the constant part is small.
    expect(of(9.5) / of(1.9)).toBeGreaterThan(10);
    expect(of(9000)).toBe(of(5000));
  });

  it('counts a flock as one walk over the neighbors', () => {
    const types = ['cohesion', 'alignment', 'separation'].map((type) => ({ type, radius: 9 }));
    const of = (behaviors: unknown[]) => estimateOf({ behaviors }).tickMs;
    expect(of(types) / of(types.slice(0, 1))).toBeLessThan(1.2);
    expect(of([...types, types[0]]) / of(types)).toBeGreaterThan(1.8);
  });

  it('counts all cells at the start, and in a tick if the target of a field moves', () => {
    const plain = estimateOf({});
    const [still, slow, fast, faster] = [{}, orbiting(0.1), orbiting(9), orbiting(90)].map(
      (replaced) => estimateOf(flow, replaced),
    );
    expect(still.startMs - plain.startMs).toBeGreaterThan(10);
    expect(still.tickMs - plain.tickMs).toBeLessThan(0.1);
    expect(slow.tickMs).toBeGreaterThan(still.tickMs);
    expect(fast.tickMs - still.tickMs).toBeGreaterThan(10);
    expect(faster.tickMs).toBe(fast.tickMs);
  });

  it('counts the routes of all agents at the start, slower ones where cells differ in cost', () => {
    const routes = { perTick: 100_000 };
    const alike = estimateOf(walk, { routes });
    const mixed = ROWS.map((row) => row.replaceAll('..', '.~'));
    const map = { rows: mixed, legend: { '.': 1, '~': 4, '#': 'wall' } };
    const varied = estimateOf(walk, { map, routes });
    expect(alike.startMs).toBeGreaterThan(100);
    expect(varied.startMs).toBeGreaterThan(2 * alike.startMs);
    expect(estimateOf(walk, orbiting(1)).tickMs).toBeGreaterThan(2 * alike.tickMs);
    // By default, agents take turns.
    expect(estimateOf(walk).startMs).toBeLessThan(alike.startMs / 2);
  });

  it('assumes that agents are where they start, not all over the bounds', () => {
    const seeing = { behaviors: [{ type: 'separation', radius: 2 }] };
    const bounds = { type: 'contain', min: [0, 0], max: [300, 200] };
    expect(estimateOf(seeing, { bounds })).toEqual(estimateOf(seeing));
  });

  it('expects agents in walls to end up close together', () => {
    const walls = ROWS.map((row, k) => (k === 0 ? row : row.replaceAll('.', '#')));
    const seeing = { behaviors: [{ type: 'separation', radius: 2 }] };
    const [open, shut] = [ROWS, walls].map((rows) => estimateOf(seeing, {}, rows));
    expect(shut.tickMs).toBeGreaterThan(10 * open.tickMs);
    expect(shut.startMs).toBeGreaterThan(open.startMs + 5);
  });

  it('sees heaps, however far away a few agents are', () => {
    const heap = {
      count: 9000,
      spawn: { type: 'sphere', center: [50, 50], radius: 1 },
      maxSpeed: 3,
    };
    const few = {
      name: 'b',
      count: 3,
      spawn: { type: 'box', min: [0, 0], max: [299, 199] },
      maxSpeed: 3,
    };
    const of = (more: Record<string, unknown>) =>
      estimateOf({}, { species: [{ name: 'a', ...heap, ...more }, few] });
    // All agents of the heap see all others.
    const seeing = of({ behaviors: [{ type: 'separation', radius: 2.5 }] });
    expect(seeing.tickMs).toBeGreaterThan(500);
    const near = of({ reports: [{ type: 'near', species: 'a', distance: 9 }] });
    expect(near.startMs - of({}).startMs).toBeGreaterThan(200);
    expect(near.tickMs).toBeLessThan(50);
  });

  it('counts obstacles that turn as slower than those at rest', () => {
    const of = (more: Record<string, unknown>) =>
      estimateOf(
        { behaviors: [{ type: 'orca' }] },
        { obstacles: [{ type: 'box', min: [200, 3], max: [201, 5], ...more }] },
      ).tickMs;
    expect(of({ angularVelocity: [0, 0, 1] })).toBeGreaterThan(of({}));
    expect(of({ angularVelocity: [0, 0, 0] })).toBe(of({}));
  });
});

it.each(someOf(['maze', 'fish-and-shark', 'swarm-100k'], 2, 1))(
  'of %s is at least a twelfth of the processor time',
  (name) => {
    const scenario = scene(name);
    const world = createWorld(scenario, { maxWorkers: 1 });
    tick(world, 2);
    const { tickMs } = estimateTime(scenario);
    // Other work in this process only adds to it, so a long time is measured again, and longer.
    let least = Number.POSITIVE_INFINITY;
    for (let turn = 0; turn < 5 || (turn < 100 && least > 8 * tickMs); turn++) {
      const begun = process.cpuUsage();
      tick(world, 4);
      const { user, system } = process.cpuUsage(begun);
      least = Math.min(least, (user + system) / 4000);
    }
    expect(tickMs).toBeGreaterThan(least / 12);
    expect(tickMs).toBeLessThan(least * 12);
  },
  60_000,
);
