import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tick } from '../../src/tick/tick.ts';
import { takeEvents } from '../../src/world/event-ring.ts';
import { STATUS } from '../../src/world/status.ts';
import { LONG } from '../helpers/long.ts';
import { runsOf } from '../helpers/runs.ts';
import {
  distance,
  dot,
  length,
  pointsOf,
  positionOf,
  velocityOf,
  worldOf,
} from '../helpers/scenes.ts';

interface Shot {
  readonly position: number[];
  readonly velocity: number[];
  readonly target: number[];
  readonly radius: number;
  readonly body?: number;
  readonly bounds?: Record<string, unknown>;
}

/** A beam that flies practically straight. */
function shoot({ position, velocity, target, radius, body = 0, bounds = { type: 'open' } }: Shot) {
  return worldOf({
    bounds,
    species: [
      {
        name: 'beam',
        ...pointsOf([position], [velocity]),
        radius: body,
        behaviors: [{ type: 'homing', speed: 1, curvatureRadius: 1e5 }],
      },
    ],
    targets: [{ name: 'goal', position: target, radius }],
  });
}

describe('the swept test', () => {
  it.each([
    // speed (m/s), radius of the target (m); a step of 1/60 s is speed/60 long.
    [30, 3],
    [300, 1],
    [1000, 0.1],
    [6000, 0.1],
    [10_000, 0.01],
  ])('at %d m/s does not miss a target of %d m, from any distance', (speed, radius) => {
    for (let k = 0; k < 100; k += LONG ? 1 : 33) {
      const start = -200 - k * 1.371;
      const world = shoot({
        position: [start, radius / 3, 0],
        velocity: [speed, 0, 0],
        target: [0, 0, 0],
        radius,
      });
      tick(world, Math.ceil((60 * (350 + radius)) / speed) + 1);
      const [event] = takeEvents(world);
      expect(event, `from ${start}`).toMatchObject({ type: 'hit', id: 0, target: 'goal' });
      if (event.type !== 'hit') return;
      // On the sphere, at its near side: 1e-3 m, or what f32 coordinates of the step can tell.
      expect(Math.abs(length(event.position) - radius)).toBeLessThan(1e-3);
      expect(event.position[0]).toBeLessThan(0);
    }
  });

  it('does not take a miss by a hair for a hit, nor a hit by a hair for a miss', () => {
    const flight = { position: [-20, 0, 0], velocity: [1200, 0, 0], radius: 0.5 };
    const past = shoot({ ...flight, target: [0, 0.501, 0] });
    tick(past, 3);
    expect(takeEvents(past)).toEqual([]);
    const touched = shoot({ ...flight, target: [0, 0.499, 0] });
    tick(touched, 3);
    expect(takeEvents(touched)).toHaveLength(1);
  });

  it('ends at the end of the step: a target just beyond is hit in the next', () => {
    // The first step ends at x = 10.
    const world = shoot({
      position: [0, 0, 0],
      velocity: [600, 0, 0],
      target: [11.01, 0, 0],
      radius: 1,
    });
    tick(world);
    expect(takeEvents(world)).toEqual([]);
    tick(world);
    expect(takeEvents(world)).toMatchObject([{ type: 'hit', tick: 2 }]);
  });

  it('includes the radius of the agent', () => {
    const flight = {
      position: [-20, 0, 0],
      velocity: [1200, 0, 0],
      target: [0, 1.4, 0],
      radius: 1,
    };
    const thin = shoot(flight);
    tick(thin, 3);
    expect(takeEvents(thin)).toEqual([]);
    const thick = shoot({ ...flight, body: 0.5 });
    tick(thick, 3);
    const [event] = takeEvents(thick);
    expect(event.type === 'hit' && distance(event.position, [0, 1.4, 0])).toBeCloseTo(1.5, 3);
  });

  it('reports a hit at once from inside, even on the way out', () => {
    const world = shoot({
      position: [1, 0, 0],
      velocity: [60, 0, 0],
      target: [0, 0, 0],
      radius: 2,
    });
    tick(world);
    expect(takeEvents(world)).toMatchObject([{ type: 'hit', tick: 1, position: [1, 0, 0] }]);
  });

  it('reports no hit on a target that the agent flies away from', () => {
    const world = shoot({
      position: [2.01, 0, 0],
      velocity: [600, 0, 0],
      target: [0, 0, 0],
      radius: 2,
    });
    tick(world);
    expect(takeEvents(world)).toEqual([]);
  });

  it('ends the agent where it touched, with a single event', () => {
    const world = shoot({
      position: [-5, 0, 0],
      velocity: [30, 0, 0],
      target: [0, 0, 0],
      radius: 2,
    });
    tick(world, 60);
    const events = takeEvents(world);
    expect(events).toHaveLength(1);
    expect(world.views.status[0]).toBe(STATUS.dead);
    expect(events[0].type === 'hit' && events[0].position).toEqual(positionOf(world, 0));
  });
});

const SEED = 99;
const RUNS = runsOf(40, 700);

it(`a hit is where a straight path first touches the sphere, if it does, seed ${SEED}`, () => {
  // Nearly all floats are close to zero; thousandths are spread evenly.
  const between = (min: number, max: number) =>
    fc.integer({ min: 1000 * min, max: 1000 * max }).map((value) => value / 1000);
  const point = fc.array(between(-20, 20), { minLength: 3, maxLength: 3 });
  const shot = fc
    .record({
      position: point,
      target: point,
      radius: between(0.5, 8),
      // How much of the way to the target the step goes, and how far it goes astray, m.
      share: between(0, 2),
      astray: point,
    })
    .map(({ position, target, share, astray, radius }) => {
      const velocity = position.map(
        (from, axis) => 60 * (share * (target[axis] - from) + astray[axis] / 3),
      );
      return { position, velocity, target, radius };
    });
  let hits = 0;
  let misses = 0;
  fc.assert(
    fc.property(shot, (one) => {
      // A step this short goes nowhere: its square is too small for f32.
      fc.pre(length(one.velocity) > 1e-9);
      const world = shoot(one);
      const from = positionOf(world, 0);
      tick(world);
      // The velocity of the step, after the little that homing turned it.
      const way = velocityOf(world, 0).map((v) => v / 60);
      const offset = from.map((value, axis) => value - Math.fround(one.target[axis]));
      const a = dot(way, way);
      const b = dot(offset, way);
      const gap = dot(offset, offset) - one.radius ** 2;
      const root = b * b - a * gap;
      const time = gap <= 0 ? 0 : root < 0 || b >= 0 ? 2 : (-b - Math.sqrt(root)) / a;
      // Too near to call in f32.
      const margin = Math.abs(
        Math.sqrt(Math.max(0, dot(offset, offset) - (b * b) / a)) - one.radius,
      );
      if (margin < 1e-3 || Math.abs(time - 1) < 1e-3 || Math.abs(gap) < 1e-3) return;
      const events = takeEvents(world);
      expect(events.length).toBe(time <= 1 ? 1 : 0);
      if (events.length === 0) {
        misses++;
        return;
      }
      hits++;
      const expected = from.map((value, axis) => value + time * way[axis]);
      expect(distance(positionOf(world, 0), expected)).toBeLessThan(1e-3);
    }),
    { seed: SEED, numRuns: RUNS },
  );
  expect(hits).toBeGreaterThan(RUNS / 7);
  expect(misses).toBeGreaterThan(RUNS / 7);
});

it('a fast beam hits a target that moves during the step, where the two touch', () => {
  const radius = 0.2;
  const world = worldOf({
    species: [
      {
        name: 'hammer',
        ...pointsOf([[-1, 0, 0]], [[30, 0, 0]]),
        behaviors: [{ type: 'homing', speed: 30, curvatureRadius: 1e5 }],
      },
      {
        name: 'beam',
        ...pointsOf([[80, 0.1, 0]], [[-600, 0, 0]]),
        behaviors: [{ type: 'homing', speed: 600, curvatureRadius: 1e5 }],
      },
    ],
    targets: [{ name: 'goal', position: [0, 0, 0], radius, impact: 8 }],
  });
  for (let k = 0; k < 20; k++) {
    const { targetPosition, targetVelocity } = world.views;
    const speed = targetVelocity.x[0];
    const at = targetPosition.x[0];
    const from = positionOf(world, 1);
    tick(world);
    const hit = takeEvents(world).find((event) => event.type === 'hit' && event.id === 1);
    if (hit?.type !== 'hit') continue;
    // The hammer gave the target 240 m/s, so the two come together by 14 m in a step.
    expect(speed).toBeCloseTo(240, 0);
    const share = (hit.position[0] - from[0]) / (velocityOf(world, 1)[0] / 60);
    expect(share).toBeGreaterThanOrEqual(0);
    expect(share).toBeLessThanOrEqual(1);
    const goal = [at + (share * speed) / 60, 0, 0];
    expect(Math.abs(distance(hit.position, goal) - radius)).toBeLessThan(1e-3);
    return;
  }
  expect.unreachable('the beam went through the target');
});

describe('in a torus', () => {
  const bounds = { type: 'wrap', min: [-50, -20, -20], max: [50, 20, 20] };

  it('an agent that crosses the seam hits no target in the middle of the world', () => {
    const world = shoot({
      position: [49.9, 0, 0],
      velocity: [30, 0, 0],
      target: [0, 0.5, 0],
      radius: 3,
      bounds,
    });
    tick(world, 3);
    expect(takeEvents(world)).toEqual([]);
    expect(positionOf(world, 0)[0]).toBeLessThan(-47);
  });

  it.each([
    [49.5, [48, 0, 0], [600, 0, 0]],
    [-49.5, [-48, 0, 0], [-600, 0, 0]],
  ])(
    'a target beside the seam, at %d, is hit in the step that crosses it',
    (x, position, velocity) => {
      const world = shoot({ position, velocity, target: [x, 0, 0], radius: 1, bounds });
      tick(world);
      const [event] = takeEvents(world);
      expect(event).toMatchObject({ type: 'hit', tick: 1 });
      expect(event.type === 'hit' && distance(event.position, [x, 0, 0])).toBeCloseTo(1, 3);
    },
  );
});

it('an agent with two homing behaviors hits the target of the first', () => {
  const world = worldOf({
    species: [
      {
        name: 'beam',
        ...pointsOf([[0, 0, 0]], [[30, 0, 0]]),
        behaviors: [
          { type: 'homing', target: 'second' },
          { type: 'homing', target: 'first' },
        ],
      },
    ],
    targets: [
      { name: 'first', position: [5, 0, 0] },
      { name: 'second', position: [15, 0, 0] },
    ],
  });
  tick(world, 60);
  expect(takeEvents(world)).toMatchObject([{ type: 'hit', target: 'second' }]);
});

describe('agents that hit agents', () => {
  const duel = (quarry: number[], velocity: number[], more: Record<string, unknown> = {}) =>
    worldOf({
      species: [
        {
          name: 'dart',
          ...pointsOf(
            [
              [0, 0, 0],
              [0, 50, 0],
            ],
            [
              [30, 0, 0],
              [30, 0, 0],
            ],
          ),
          radius: 0.2,
          behaviors: [
            { type: 'homing', speed: 30, curvatureRadius: 1e5, quarry: 'kite', choose: 'assigned' },
          ],
        },
        {
          name: 'kite',
          ...pointsOf([quarry, [1000, 0, 0]], [velocity, [0, 0, 0]]),
          radius: 0.3,
          ...more,
        },
      ],
    });

  it('end where they touch, and the agent they hit ends in the step after', () => {
    const world = duel([20, 0, 0], [-10, 0, 0]);
    // They meet at 40 m/s over 19.5 m: in the 30th step.
    tick(world, 29);
    expect(takeEvents(world)).toEqual([]);
    tick(world);
    const [strike, ...rest] = takeEvents(world);
    expect(rest).toEqual([]);
    expect(strike).toMatchObject({ type: 'strike', tick: 30, id: 0, species: 'dart', quarry: 2 });
    expect('position' in strike ? strike.position[0] : Number.NaN).toBeCloseTo((30 * 19.5) / 40, 3);
    expect(world.views.status[world.views.slot[2]]).toBe(STATUS.alive);
    tick(world);
    expect(takeEvents(world)).toMatchObject([
      { type: 'struck', tick: 31, id: 2, species: 'kite', by: 0 },
    ]);
    expect(world.views.status[world.views.slot[2]]).toBe(STATUS.dead);
    tick(world, 60);
    expect(takeEvents(world)).toEqual([]);
  });

  it('all end if several hit one, and the event names the lowest id', () => {
    const world = worldOf({
      species: [
        {
          name: 'dart',
          ...pointsOf(
            [
              [0, 9, 0],
              [9, 0, 0],
              [0, -9, 0],
            ],
            [
              [0, -30, 0],
              [-30, 0, 0],
              [0, 30, 0],
            ],
          ),
          radius: 0.2,
          behaviors: [{ type: 'homing', speed: 30, quarry: 'kite' }],
        },
        { name: 'kite', ...pointsOf([[0, 0, 0]]), radius: 0.3 },
      ],
    });
    tick(world, 60);
    expect(takeEvents(world)).toMatchObject([
      { type: 'strike', id: 0, quarry: 3 },
      { type: 'strike', id: 1, quarry: 3 },
      { type: 'strike', id: 2, quarry: 3 },
      { type: 'struck', id: 3, by: 0 },
    ]);
    expect(world.views.status.filter((status) => status === STATUS.alive)).toHaveLength(0);
  });

  it.each(['ts', 'simd'] as const)('survive a hit that ends only the quarry, %s', (kernel) => {
    const hunt = (ends: string) =>
      worldOf(
        {
          species: [
            {
              name: 'fox',
              ...pointsOf([[0, 0, 0]], [[30, 0, 0]]),
              radius: 0.2,
              behaviors: [{ type: 'homing', speed: 30, curvatureRadius: 1e5, quarry: 'hen', ends }],
              reports: [{ type: 'died' }],
            },
            {
              name: 'hen',
              ...pointsOf([
                [20, 0, 0],
                [20.05, 0, 0],
                [40, 0, 0],
              ]),
              radius: 0.3,
              reports: [{ type: 'died' }],
            },
          ],
        },
        { kernel },
      );
    const eventsOf = (ends: string) => {
      const world = hunt(ends);
      tick(world, 120);
      const told = takeEvents(world).map((event) =>
        event.type === 'strike'
          ? `${event.tick} strike ${event.quarry}`
          : 'id' in event
            ? `${event.tick} ${event.type} ${event.id}${event.type === 'died' ? event.of : ''}`
            : '',
      );
      return told;
    };
    // 0.5 m a tick over 19.5 m; what it has hit ends in the next step, and is not hit again in it. The third hen is
    // 19.5 m from there, less what the fox lost where it stopped to hit.
    expect(eventsOf('quarry')).toEqual([
      ...['39 strike 1', '40 struck 1', '40 died 1struck'],
      ...['41 strike 2', '42 struck 2', '42 died 2struck'],
      ...['80 strike 3', '81 struck 3', '81 died 3struck'],
    ]);
    expect(eventsOf('self')).toEqual(['39 strike 1', '39 died 0hit']);
  });

  it('do not end a quarry that is launched again in the step of the hit', () => {
    const fired = (...ticks: number[]) =>
      worldOf({
        species: [
          {
            name: 'dart',
            ...pointsOf([[0, 0, 0]], [[30, 0, 0]]),
            radius: 0.2,
            behaviors: [{ type: 'homing', speed: 30, quarry: 'kite' }],
          },
          { name: 'kite', count: 1, spawn: { type: 'pool' }, radius: 0.3 },
        ],
        targets: [{ name: 'far', position: [1000, 50, 0] }],
        launchers: [
          { name: 'gun', species: 'kite', target: 'far', position: [20, 0, 0], speed: 1 },
        ],
        commands: ticks.map((at) => ({ tick: at, type: 'fire', angle: 0 })),
      });
    const once = fired(0);
    tick(once, 100);
    const { tick: hitAt } = takeEvents(once).find(({ type }) => type === 'strike')!;
    const again = fired(0, hitAt - 1);
    tick(again, hitAt + 30);
    expect(takeEvents(again)).toMatchObject([
      { type: 'fired', tick: 1, recycled: 0 },
      { type: 'strike', tick: hitAt, id: 0, quarry: 1 },
      { type: 'fired', tick: hitAt, recycled: 1 },
    ]);
    expect(again.views.status[again.views.slot[1]]).toBe(STATUS.alive);
    expect(again.front.struck[again.views.slot[1]]).toBe(0);
  });
});
