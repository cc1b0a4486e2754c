import { describe, expect, it } from 'vitest';
import { createWorld } from '../../src/tick/create-world.ts';
import { tick } from '../../src/tick/tick.ts';
import { takeEvents } from '../../src/world/event-ring.ts';
import type { WorldEvent } from '../../src/world/events.ts';
import { STATUS } from '../../src/world/status.ts';
import { beams, distance, length, positionOf, velocityOf } from '../helpers/scenes.ts';

// The demo that scenarios/beams.json is taken from, with its shipped numbers: speed 30, radius of
// curvature 25, damping 0.1, 50 m to a target of radius 3, integrated by Euler at 60 Hz.

const GOAL = [0, 0, 50];

interface Flight {
  readonly events: WorldEvent[];
  readonly hits: Extract<WorldEvent, { type: 'hit' }>[];
  /** Ticks from the launch, which ends the step to tick 1, to the first hit. */
  readonly ticksToHit: number;
  readonly fastest: number;
  readonly nearest: number;
}

function fly(
  count: number,
  homing: Record<string, unknown> = {},
  replaced: Record<string, unknown> = {},
  seconds = 20.5,
): Flight {
  const scenario = beams(homing, { commands: [{ tick: 0, type: 'fire', count }], ...replaced });
  const world = createWorld(scenario);
  let fastest = 0;
  let nearest = Number.POSITIVE_INFINITY;
  const ticks = Math.ceil(seconds / scenario.dt);
  while (world.tick < ticks) {
    tick(world);
    for (let id = 0; id < count; id++) {
      if (world.views.status[world.views.slot[id]] !== STATUS.alive) continue;
      const speed = length(velocityOf(world, id));
      if (!Number.isFinite(speed)) expect.fail(`id ${id} has speed ${speed} at tick ${world.tick}`);
      fastest = Math.max(fastest, speed);
      nearest = Math.min(nearest, distance(positionOf(world, id), GOAL));
    }
  }
  const events = takeEvents(world);
  const hits = events.filter((event) => event.type === 'hit');
  return { events, hits, ticksToHit: (hits[0]?.tick ?? Number.NaN) - 1, fastest, nearest };
}

describe('at 60 ticks per second', () => {
  it('Fire 16 hits after 2.53 s, all sixteen, on the sphere', () => {
    const { hits, ticksToHit } = fly(16);
    expect(Math.abs(ticksToHit - 2.53 * 60)).toBeLessThanOrEqual(2);
    expect(hits).toHaveLength(16);
    expect(new Set(hits.map((hit) => hit.tick)).size).toBe(1);
    for (const { position } of hits) {
      // The first hits have not moved the target yet.
      expect(Math.abs(distance(position, GOAL) - 3)).toBeLessThan(1e-3);
    }
  });

  it('Fire hits after 1.80 s', () => {
    const { hits, ticksToHit } = fly(1);
    expect(Math.abs(ticksToHit - 1.8 * 60)).toBeLessThanOrEqual(2);
    expect(hits).toHaveLength(1);
  });

  it('with a curvature radius of 40 m none ever hits, and the nearest stays 31.3 m away', () => {
    const { hits, nearest, events } = fly(16, { curvatureRadius: 40 });
    expect(hits).toEqual([]);
    expect(Math.abs(nearest - 31.3)).toBeLessThan(0.1);
    // And they do not orbit forever: the lifetime of 20 s ends them.
    const expired = events.filter((event) => event.type === 'expired');
    expect(expired.map((event) => event.tick)).toEqual(Array(16).fill(1201));
  });

  it('turning by rotation, Fire 16 and Fire hit too, and none is faster than `speed`', () => {
    for (const count of [16, 1]) {
      const { hits, ticksToHit, fastest } = fly(count, { turn: 'rotate' });
      expect(hits).toHaveLength(count);
      expect(Math.abs(ticksToHit / 60 - (count === 16 ? 2.53 : 1.8))).toBeLessThan(0.05);
      expect(fastest).toBeLessThan(30 * (1 + 1e-4));
    }
  });
});

describe.each([
  ['30', 1 / 30],
  ['10', 1 / 10],
])('at %s ticks per second', (_, dt) => {
  it.each([16, 1])('turn "rotate": %i hit, and none is ever faster than `speed`', (count) => {
    const { hits, fastest, ticksToHit } = fly(count, { turn: 'rotate' }, { dt });
    expect(hits).toHaveLength(count);
    expect(fastest).toBeLessThan(30 * (1 + 1e-4));
    expect(Math.abs(ticksToHit * dt - (count === 16 ? 2.53 : 1.8))).toBeLessThan(0.2);
  });

  it.each([16, 1])('turn "add": the speed of %i stays below the bound of its own law', (count) => {
    // A full turn adds a = speed^2/R square to v: |v'|^2 = |v|^2 + (a dt)^2. Thrust and drag take
    // off damping dt (|v| - speed). In balance, |v| = u:
    //   (a dt)^2 = 2 damping dt u (u - speed), so u = (speed + sqrt(speed^2 + 2 a^2 dt/damping))/2
    // to first order in damping dt. A path of arcs and straight parts stays below it.
    const a = 900 / 25;
    const bound = (30 + Math.sqrt(900 + (2 * a * a * dt) / 0.1)) / 2;
    const { fastest } = fly(count, { turn: 'add' }, { dt });
    expect(fastest).toBeLessThan(bound);
    // The source’s own figure: it orbits at 44.6 m/s at 10 Hz.
    expect(bound).toBeLessThan(dt === 0.1 ? 50 : 38);
  });
});

it('at 10 ticks per second turn "add" never hits, as the source does not', () => {
  const { hits, fastest } = fly(16, { turn: 'add' }, { dt: 0.1 });
  expect(hits).toEqual([]);
  expect(fastest).toBeGreaterThan(40);
});

it('at ticks of a whole second speeds stay bounded', () => {
  for (const turn of ['add', 'rotate']) {
    const { fastest } = fly(16, { turn }, { dt: 1 }, 300);
    expect(fastest).toBeLessThan(turn === 'rotate' ? 30 * (1 + 1e-4) : 100);
  }
});
