import { describe, expect, it } from 'vitest';
import { inspect } from '../../src/insight/inspect.ts';
import { defineLaw, type Law, readLaw, select, vec3 } from '../../src/laws/index.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import type { Scenario } from '../../src/scenario/schema.ts';
import { restore, snapshot } from '../../src/snapshot/snapshot.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import { tick } from '../../src/tick/tick.ts';
import { command } from '../../src/world/commands.ts';
import { takeEvents } from '../../src/world/event-ring.ts';
import type { World } from '../../src/world/world.ts';
import { checkedStep } from '../helpers/checked-step.ts';
import { expectSameTicks, hashesOf } from '../helpers/compare.ts';
import { LONG } from '../helpers/long.ts';
import { randomOf } from '../helpers/random-of.ts';
import { runsOf, seedOf } from '../helpers/runs.ts';
import { distance } from '../helpers/scenes.ts';
import { stepAsTeam } from '../helpers/virtual-team.ts';
import { randomLaw, randomLife } from './random-law.ts';

const weight = { unit: 'kg/s', default: 2, min: 0, max: 1e6, description: 'How strongly.' };
const meters = { unit: 'm', default: 4, min: 0, max: 1e4, description: 'How far.' };

const orbit = defineLaw({
  name: 'orbit',
  description: 'Circles its aim.',
  parameters: { weight, distance: meters },
  aim: 'one',
  force({ self, aim, parameters }) {
    const inward = aim.offset.normalize();
    const around = vec3(0, 0, 1).cross(inward);
    const error = aim.distance.sub(parameters.distance);
    const desired = around.add(inward.mul(error)).normalize().mul(self.maxSpeed);
    return desired.sub(self.velocity).mul(parameters.weight);
  },
});

const crowd = defineLaw({
  name: 'crowd',
  description: 'Keeps apart, and off the nearest most of all.',
  parameters: { reach: meters },
  force({ neighbors, parameters }) {
    const others = neighbors.within(parameters.reach);
    const nearest = others.nearest((other) => other.offset.negate());
    return others
      .sum((other) => other.offset.div(other.distanceSquared.max(0.25)))
      .negate()
      .add(nearest);
  },
});

/** Keeps off bodies by the gaps between them, not the distances of their centers; heavier ones push more. */
const bodies = defineLaw({
  name: 'bodies',
  description: 'Keeps off bodies, the more the heavier they are.',
  parameters: { reach: meters },
  force({ self, neighbors, parameters }) {
    return neighbors
      .within(parameters.reach)
      .sum((other) => {
        const gap = other.distance.sub(other.radius).sub(self.radius).max(0.1);
        return other.offset.normalize().mul(other.mass.div(other.mass.add(self.mass)).div(gap));
      })
      .negate();
  },
});

/** A mean, and a sum of differences from it, which takes a second walk. */
const spread = defineLaw({
  name: 'spread',
  description: 'Toward where the neighbors fly, the more they differ.',
  parameters: { reach: meters, cosine: { ...weight, unit: '1', default: 0, min: -1, max: 1 } },
  force({ neighbors, parameters, random }) {
    const ahead = neighbors.within(parameters.reach, { cosine: parameters.cosine });
    const mean = ahead.sum((other) => other.velocity).div(ahead.count().max(1));
    const differs = ahead.sum((other) => other.velocity.sub(mean).lengthSquared());
    return mean.mul(differs.min(2)).add(random.direction(3));
  },
});

/** Kinematic: the next velocity. */
const stroll = defineLaw({
  name: 'stroll',
  description: 'East, at a speed.',
  parameters: { speed: { ...weight, unit: 'm/s' } },
  velocity: ({ parameters, self }) => vec3(parameters.speed, self.position.x.mul(0.1), 0),
});

/** Wants another direction than that of its force. */
const torn = defineLaw({
  name: 'torn',
  description: 'Is pushed along x, and wants to go back along y, away from those around.',
  parameters: { weight, reach: meters },
  force: ({ parameters }) => vec3(parameters.weight, 0, 0),
  wants({ neighbors, parameters }) {
    const away = neighbors
      .within(parameters.reach)
      .sum((other) => other.offset)
      .negate();
    return vec3(0, -8, 0).add(away.withLength(0.5));
  },
});

/** A force by where bodies face, stronger for older ones. */
const facing = defineLaw({
  name: 'facing',
  description: 'To the right of its body, and with its aim.',
  parameters: { weight },
  aim: 'one',
  force({ self, aim, tick, parameters }) {
    const age = tick.sub(self.birth).toFloat();
    const right = self.heading.cross(self.up).mul(age.add(1));
    return right.add(aim.heading.mul(3)).add(aim.up.mul(5)).mul(parameters.weight);
  },
});

/** The behavior "interpose" as a law. */
const between = defineLaw({
  name: 'between',
  description: 'Arrives between two aims, as they will be then.',
  parameters: {
    weight: { ...weight, default: 1 },
    share: { ...weight, unit: '1', default: 0.5, max: 1 },
    brakingDistance: { ...meters, default: 5 },
  },
  aim: 'two',
  force({ self, aim, second, parameters: { weight, share, brakingDistance } }) {
    const now = aim.offset.mix(second.offset, share);
    const time = now.length().div(self.maxSpeed);
    const way = now.add(aim.velocity.mix(second.velocity, share).mul(time));
    const speed = self.maxSpeed.mul(way.length().div(brakingDistance).min(1));
    return way.withLength(speed).sub(self.velocity).mul(weight);
  },
});

/** Takes back more of the force so far if more neighbors lie along it: a walk that depends on that force. */
const held = defineLaw({
  name: 'held',
  description: 'Takes back a share of the force so far.',
  parameters: { reach: meters },
  force({ self, neighbors, parameters }) {
    const way = self.force.normalize();
    const ahead = neighbors.within(parameters.reach).sum((other) => other.offset.dot(way).max(0));
    return self.force.mul(ahead.div(ahead.add(1))).negate();
  },
});

const turned = defineLaw({
  name: 'turned',
  description: 'The force so far, by other axes.',
  force: ({ self: { force } }) => vec3(force.y, force.z, force.x),
});

const perhaps = defineLaw({
  name: 'perhaps',
  description: 'To its aim; without one it slows down.',
  aim: 'one',
  force: ({ aim, self }) =>
    select(aim.found, aim.offset, self.velocity.negate()).add(aim.velocity.mul(aim.distance)),
});

const number = { unit: 'N', default: 0, min: -9, max: 9, description: 'A push.' };

const pushes = defineLaw({
  name: 'push',
  description: 'A force.',
  parameters: { x: number, y: number, z: number },
  force: ({ parameters: { x, y, z } }) => vec3(x, y, z),
});

const LAWS: readonly Law[] = [
  orbit,
  crowd,
  bodies,
  spread,
  stroll,
  torn,
  facing,
  between,
  held,
  turned,
  perhaps,
];

const box = { min: [-9, -9, -9], max: [9, 9, 9] };
const spawn = { type: 'box', ...box, velocity: { speed: 2 } };

function sceneOf(behaviors: readonly object[], rest: object = {}, prey: object = {}): Scenario {
  return parseScenario(
    {
      name: 'laws',
      bounds: { type: 'wrap', ...box },
      targets: [
        {
          name: 'sun',
          position: [8, 0, 0],
          radius: 0.5,
          motion: { type: 'orbit', center: [0, 0, 0], rate: 1 },
        },
      ],
      species: [
        { name: 'a', count: 130, maxSpeed: 5, maxForce: 40, spawn, behaviors },
        { name: 'b', count: 37, maxSpeed: 4, spawn, behaviors: [{ type: 'wander' }], ...prey },
      ],
      ...rest,
    },
    { laws: LAWS },
  );
}

const RUNS = runsOf(4, 25);
const SEED = seedOf(910);
/** Each number of workers once, or four times. */
const STEPS = LONG ? 24 : 6;

/** Steps the two kernels, with different numbers of workers, which must not differ. */
function compare(scenario: Scenario, ticks: number, seed: number): void {
  const ts = createWorld(scenario, { kernel: 'ts' });
  const simd = createWorld(scenario, { kernel: 'simd' });
  const random = randomOf(seed);
  const teams = [1, 2, 3, 5, 8, 13];
  expectSameTicks(simd, ts, ticks, (world, n) => {
    stepAsTeam(world, teams[world === ts ? n % 6 : 5 - (n % 6)], random);
  });
}

const target = { type: 'law:orbit', target: 'sun', from: 1, to: 12 };
const nearest = { type: 'law:orbit', quarry: 'b', sight: 6, distance: 1 };
const own = { type: 'law:orbit', quarry: 'a', distance: 2 };
const assigned = { type: 'law:orbit', quarry: 'b', choose: 'assigned' };
const heavy = { mass: 7, radius: 0.25, behaviors: [{ type: 'law:bodies' }] };
const context = [{ type: 'context', weight: 4, speed: 4, radius: 2 }];

describe('laws in a world have one hash for both kernels and 1 to 13 workers', () => {
  it.each<[what: string, behaviors: readonly object[], rest?: object, prey?: object]>([
    ['a target that moves', [target]],
    ['the nearest of another species', [nearest]],
    ['the nearest of its own species', [own]],
    ['an assigned agent', [assigned]],
    ['neighbors of all species', [{ type: 'law:crowd' }]],
    ['neighbors of one species', [{ type: 'law:crowd', species: ['b'] }]],
    ['bodies of several masses', [{ type: 'law:bodies' }], {}, { mass: 7, radius: 0.75 }],
    ['bodies that both species keep off', [{ type: 'law:bodies' }], {}, heavy],
    ['those ahead, in two walks', [{ type: 'law:spread' }]],
    [
      'laws that share a walk',
      [
        { type: 'law:crowd', reach: 3 },
        { type: 'law:spread', reach: 3 },
      ],
    ],
    ['laws of several radii', [{ type: 'law:crowd' }, { type: 'law:crowd', reach: 2 }, target]],
    [
      'the force so far',
      [
        { type: 'law:turned' },
        { type: 'law:crowd' },
        { type: 'law:held' },
        { type: 'law:turned' },
        { type: 'law:crowd', reach: 2 },
        { type: 'law:held', reach: 2 },
      ],
    ],
    ['the force of a flock', [{ type: 'cohesion', radius: 4 }, { type: 'law:held' }]],
    ['the force so far, before a velocity', [target, { type: 'law:held' }, { type: 'law:stroll' }]],
    ['the force so far, before context', [target, { type: 'law:held' }, ...context]],
    ['an optional target', [{ type: 'law:perhaps', target: 'sun', from: 3, to: 9 }]],
    ['an optional nearest agent', [{ type: 'law:perhaps', quarry: 'b', sight: 3 }]],
    ['an optional assigned agent', [{ ...assigned, type: 'law:perhaps', to: 9 }]],
    ['a flock beside laws', [{ type: 'cohesion', radius: 4 }, { type: 'law:crowd' }, nearest]],
    ['the next velocity', [{ type: 'law:stroll' }]],
    ['a velocity, then a force', [{ type: 'law:stroll' }, { type: 'law:crowd' }]],
    [
      'a velocity after a force, which it replaces',
      [{ type: 'law:crowd' }, { type: 'law:stroll' }],
    ],
    ['context steering', [target, { type: 'law:crowd' }, ...context]],
    [
      'the direction that a law wants',
      [target, { type: 'law:torn' }, ...context, { type: 'law:torn' }],
    ],
    ['the plane', [{ type: 'law:spread' }, target], { dimensions: 2 }],
    ['an open world', [{ type: 'law:crowd' }, own], { bounds: { type: 'open' } }],
    ['walls', [{ type: 'law:crowd' }, target], { bounds: { type: 'contain', ...box } }],
  ])('%s', (_, behaviors, rest, prey) => {
    compare(sceneOf(behaviors, rest, prey), STEPS, behaviors.length);
  });

  it('priority', () => {
    const scenario = sceneOf([target, { type: 'law:crowd' }, { type: 'law:spread' }]);
    scenario.species[0].compose = 'priority';
    compare(scenario, STEPS, 7);
  });

  it('reductions that each need the one before, in more walks than there are sets', () => {
    const chain = defineLaw({
      name: 'chain',
      description: 'Sums over one set, again and again.',
      parameters: { reach: meters },
      force({ neighbors, parameters }) {
        const others = neighbors.within(parameters.reach);
        let sum = others.count();
        for (let n = 1; n < 32; n++) {
          const last = sum.mul(0.01);
          sum = others.sum((other) => other.offset.x.add(last));
        }
        return vec3(sum, sum.negate(), 0);
      },
    });
    const behaviors = Array.from({ length: 16 }, () => ({ type: 'law:chain', reach: 2 }));
    const species = ['a', 'b'].map((name) => ({ name, count: 21, maxSpeed: 5, spawn, behaviors }));
    const scenario = parseScenario({ name: 'chains', species }, { laws: [chain] });
    compare(scenario, 3, 1);
    expect(
      checkedStep(createWorld(scenario, { kernel: 'simd', maxWorkers: 3 }), [2, 0, 1]),
    ).toEqual([]);
  });

  it(`${RUNS} random laws, from seed ${SEED} on`, {
    timeout: 60_000 + 2000 * RUNS,
  }, () => {
    let moved = 0;
    for (let seed = SEED; seed < SEED + RUNS; seed++) {
      const scenario = randomScene(seed);
      compare(scenario, 4, seed);
      const world = createWorld(scenario);
      tick(world, 2);
      moved += world.views.status.filter((status) => status === 1).length;
    }
    expect(moved).toBeGreaterThan(60 * RUNS);
  });

  it(`${RUNS} random laws of columns, deaths and births, from seed ${SEED} on`, {
    timeout: 60_000 + 2000 * RUNS,
  }, () => {
    let born = 0;
    let living = 0;
    for (let seed = SEED; seed < SEED + RUNS; seed++) {
      const scenario = randomScene(seed, true);
      compare(scenario, 6, seed);
      const world = createWorld(scenario);
      tick(world, 6);
      const { status, birth } = world.views;
      living += status.filter((value) => value === 1).length;
      born += birth.filter((value, place) => value > 0 && status[place] === 1).length;
    }
    // Under most laws some agents are born, and most stay alive.
    expect(born).toBeGreaterThan(5 * RUNS);
    expect(living).toBeGreaterThan(30 * RUNS);
  });

  it(`${RUNS} random laws that access no more memory than their phase declares`, {
    timeout: 60_000 + 2000 * RUNS,
  }, () => {
    for (let seed = SEED; seed < SEED + RUNS; seed++) {
      const scenario = randomScene(seed, seed % 2 === 0);
      const world = createWorld(scenario, { kernel: 'simd', maxWorkers: 3 });
      // All other memory is filled with random bytes, which a phase must not change or depend on.
      for (let n = 0; n < 2; n++) {
        expect(checkedStep(world, [2, 0, 1]), `seed ${seed}, tick ${n}`).toEqual([]);
      }
    }
  });
});

/** A scene with a random law on a torus or between walls; half of the laws may go after agents. */
function randomScene(seed: number, isLife = false): Scenario {
  const law = readLaw({
    law: 1,
    name: 'any',
    description: 'A random program.',
    result: seed % 4 === 0 ? 'velocity' : 'force',
    ...(isLife ? randomLife(seed) : randomLaw(seed)),
  });
  const names = Object.keys(law.parameters);
  const numbers = Object.fromEntries(names.map((name, k) => [name, [1, -2, 0.5][k]]));
  const behavior = {
    type: 'law:any',
    ...numbers,
    ...(seed % 2 ? { quarry: 'b' } : {}),
    ...(law.aim === 'two' && { second: seed % 3 ? { quarry: 'a' } : {} }),
    ...(isLife && { offspring: ['a', seed % 2 ? 'a' : 'b'] }),
  };
  // The smallest torus that radii of 9 m allow.
  const wide = { type: 'wrap', min: [-14, -14, -14], max: [14, 14, 14] };
  const bounds = seed % 3 === 0 ? { type: 'contain', ...box } : wide;
  const base = sceneOf([], { bounds });
  const [a, b] = base.species;
  const room = isLife ? { capacity: 2 * a.count, whenFull: seed % 3 ? 'refuse' : 'recycle' } : {};
  const species = [{ ...a, ...room, behaviors: [behavior] }, b];
  return parseScenario({ ...base, species }, { laws: [law] });
}

describe('the heading of bodies', () => {
  const [after, turning] = [{ type: 'law:facing', weight: 0.5 }, { turnRate: 0.7 }];

  it.each<[what: string, aim: object]>([
    ['a target', { target: 'sun' }],
    ['the nearest', { quarry: 'b' }],
    ['the nearest of its own species', { quarry: 'a' }],
    ['an assigned agent', { quarry: 'b', choose: 'assigned' }],
  ])('is read by both kernels, of the agent and of %s', (_, aim) => {
    const scenario = sceneOf([{ ...after, ...aim }], {}, turning);
    Object.assign(scenario.species[0], { turnRate: 2 });
    compare(scenario, 24, 3);
  });

  it.each(['ts', 'simd'] as const)(
    'is read with the tick of birth for agents launched at any time: %s',
    (kernel) => {
      const pool = { count: 40, spawn: { type: 'pool' }, turnRate: 1 };
      const scenario = parseScenario(
        {
          name: 'pool',
          bounds: { type: 'open' },
          species: [
            { ...pool, name: 'dart', behaviors: [{ ...after, quarry: 'b', to: 1000 }] },
            {
              name: 'b',
              count: 1,
              spawn: { type: 'points', positions: [[0, 0, 50]], velocities: [[0, 3, 0]] },
            },
          ],
          targets: [{ name: 'goal', position: [0, 0, 90] }],
          launchers: [
            { name: 'gun', species: 'dart', target: 'goal', position: [0, 0, 0], speed: 30 },
          ],
          commands: [0, 4, 5, 9].map((at, k) => ({ tick: at, type: 'fire', count: k + 1 })),
        },
        { laws: LAWS },
      );
      const world = createWorld(scenario, { kernel });
      const ages = new Set<number>();
      const three = ({ x, y, z }: World['views']['velocity'], i: number) => [x[i], y[i], z[i]];
      for (let n = 0; n < 20; n++) {
        const { front, views } = world;
        const { status, heading, up, slot, velocity } = views;
        const aim = slot[40];
        const [forth, above] = [three(heading, aim), three(up, aim)];
        const wanted = new Map<number, number[]>();
        for (let id = 0; id < 40; id++) {
          const i = slot[id];
          if (status[i] !== 1) continue;
          const age = world.tick - front.birth[i];
          ages.add(age);
          const [h, u] = [three(heading, i), three(up, i)];
          const speed = three(velocity, i);
          wanted.set(
            id,
            [0, 1, 2].map((axis) => {
              const [b, c] = [(axis + 1) % 3, (axis + 2) % 3];
              const right = (h[b] * u[c] - h[c] * u[b]) * (age + 1);
              return speed[axis] + (0.5 * (right + 3 * forth[axis] + 5 * above[axis])) / 60;
            }),
          );
        }
        tick(world);
        const moved = world.views;
        for (const [id, speed] of wanted) {
          three(moved.velocity, moved.slot[id]).forEach((value, axis) => {
            expect(value, `tick ${n}, agent ${id}`).toBeCloseTo(speed[axis], 4);
          });
        }
      }
      expect(ages.size).toBeGreaterThan(9);
    },
  );

  it('is stored only in a world with a law that reads it', () => {
    const keeps = (behaviors: readonly object[]): boolean =>
      createWorld(sceneOf(behaviors)).plan.extras.heading;
    const read = (force: Parameters<typeof defineLaw>[0]['force']) =>
      defineLaw({ name: 'reader', description: 'Reads.', aim: 'two', force: force! });
    expect(keeps([{ type: 'law:facing', target: 'sun' }])).toBe(true);
    expect(keeps([target, { type: 'law:crowd' }])).toBe(false);
    for (const [force, wanted] of [
      [({ self }) => self.heading, true],
      [({ self }) => self.up, true],
      [({ aim }) => aim.heading, true],
      [({ aim }) => vec3(0, aim.up.y, 0), true],
      [({ second }) => second.heading, true],
      [({ aim, self }) => aim.velocity.mul(self.birth.toFloat()), false],
    ] as [Parameters<typeof read>[0], boolean][]) {
      const base = sceneOf([]);
      const [a, b] = base.species;
      const behaviors = [{ type: 'law:reader', target: 'sun', second: {} }] as never[];
      const scenario = { ...base, species: [{ ...a, behaviors }, b], laws: [read(force)] };
      expect(createWorld(parseScenario(scenario)).plan.extras.heading).toBe(wanted);
    }
  });
});

describe('two aims', () => {
  const quarry = (name: string, more: object = {}) => ({ quarry: name, ...more });
  it.each<[what: string, aims: { second: object; target?: string; quarry?: string }]>([
    ['two targets', { target: 'sun', second: {} }],
    ['a target and the nearest', { target: 'sun', second: quarry('b') }],
    ['the nearest and a target', { ...quarry('b', { sight: 5 }), second: { target: 'sun' } }],
    ['the nearest of two species', { ...quarry('a', { sight: 5 }), second: quarry('b') }],
    ['two that are assigned', { ...quarry('b', { choose: 'assigned' }), second: quarry('a') }],
  ])('of %s: "interpose" as a law, by each kernel', (_, aims) => {
    const law = sceneOf([{ type: 'law:between', ...aims }]);
    compare(law, 24, 5);
    const built = createWorld(sceneOf([{ type: 'interpose', ...aims }]));
    const world = createWorld(law, { kernel: 'simd' });
    tick(built, 8);
    tick(world, 8);
    for (let id = 0; id < 130; id++) {
      const [found, wanted] = [world, built].map(({ views: { slot, velocity } }) =>
        (['x', 'y', 'z'] as const).map((axis) => velocity[axis][slot[id]]),
      );
      for (const axis of [0, 1, 2]) {
        expect(found[axis], `agent ${id}`).toBeCloseTo(wanted[axis], 3);
      }
    }
  });

  it('are kept apart in all values that bodies have', () => {
    const guard = defineLaw({
      name: 'guard',
      description: 'By where both face, where both are, and how both fly.',
      aim: 'two',
      force({ aim, second }) {
        const faces = aim.heading.mul(2).add(aim.up).add(second.heading).sub(second.up.mul(3));
        const ways = aim.offset.sub(second.offset.mul(2)).add(aim.velocity.sub(second.velocity));
        return faces.add(ways).mul(aim.radius.sub(second.radius).add(0.1));
      },
    });
    const base = sceneOf([], {}, { radius: 0.5, turnRate: 1 });
    const [a, b] = base.species;
    for (const aims of [
      { ...quarry('a'), second: quarry('b') },
      { target: 'sun', second: quarry('a') },
      { ...quarry('b', { choose: 'assigned' }), second: { target: 'sun' } },
    ]) {
      const behaviors = [{ type: 'law:guard', ...aims }] as never[];
      const input = { ...base, species: [{ ...a, behaviors }, b] };
      const scenario = parseScenario(input, { laws: [guard] });
      compare(scenario, 12, 1);
    }
  });

  it.each(['ts', 'simd'] as const)('do not act on an agent that lacks the second: %s', (kernel) => {
    const lone = { count: 1, spawn: { type: 'points', positions: [[8, 8, 8]] } };
    const steered = (sight: number): number => {
      const behavior = { type: 'law:between', target: 'sun', second: quarry('b'), sight };
      const world = createWorld(sceneOf([behavior], { bounds: { type: 'open' } }, lone), {
        kernel,
      });
      const velocities = (): number[] => {
        const { slot, velocity } = world.views;
        return Array.from({ length: 130 }, (_, id) => velocity.x[slot[id]]);
      };
      const before = velocities();
      tick(world);
      return velocities().filter((velocity, id) => velocity !== before[id]).length;
    };
    expect(steered(100)).toBe(130);
    expect(steered(8)).toBeGreaterThan(0);
    expect(steered(8)).toBeLessThan(60);
    expect(steered(1e-3)).toBe(0);
  });

  it('take the keys of "interpose" except from and to, and require the second', () => {
    const of = (more: object) => () => sceneOf([{ type: 'law:between', ...more }]);
    expect(of({ second: { quarry: 'b' } })).not.toThrow();
    expect(of({})).toThrow(/behaviors\[0\]\.second: found nothing/);
    expect(of({ second: {}, to: 3 })).toThrow(/behaviors\[0\]\.to: .*unknown key/);
    expect(of({ second: { quarry: 'nobody' } })).toThrow(/second\.quarry: found "nobody"/);
    expect(of({ second: { target: 'sun', quarry: 'b' } })).toThrow(/second/);
  });
});

describe('a law in a world', () => {
  it('sets the velocity of kinematic agents, regardless of forces before it', () => {
    const behaviors = [{ type: 'law:crowd' }, { type: 'law:stroll', speed: 3 }];
    const world = createWorld(sceneOf(behaviors, { bounds: { type: 'open' } }));
    const before = positionsById(world);
    tick(world);
    const { velocity, slot } = world.views;
    for (let id = 0; id < 130; id++) {
      expect(velocity.x[slot[id]]).toBeCloseTo(3, 4);
      expect(velocity.y[slot[id]]).toBeCloseTo(before[id] * 0.1, 4);
    }
  });

  it.each(['ts', 'simd'] as const)(
    'reads the force so far, which priority cuts off: %s',
    (kernel) => {
      const push = (x: number, y: number, z: number) => ({ type: 'law:push', x, y, z });
      const list = [push(1, 2, 4), { type: 'law:turned' }, push(1, 0, 0), { type: 'law:turned' }];
      const after = (more: object): number[] => {
        const input = sceneOf([], { bounds: { type: 'open' } });
        const [a] = input.species;
        const species = [
          { ...a, maxForce: 1000, maxSpeed: 1000, mass: 2, behaviors: list, ...more },
        ];
        const scenario = parseScenario({ ...input, species }, { laws: [...LAWS, pushes] });
        const world = createWorld(scenario, { kernel });
        const now = (): number[] => {
          const { slot, velocity } = world.views;
          return [velocity.x[slot[7]], velocity.y[slot[7]], velocity.z[slot[7]]];
        };
        const before = now();
        tick(world);
        // The force in N that changes the velocity of 2 kg by this much in a tick.
        return now().map((value, axis) => Math.round((value - before[axis]) * 2 * 60));
      };
      // 1 2 4 plus 2 4 1 is 3 6 5; plus 1 0 0 is 4 6 5; plus 6 5 4 is 10 11 9.
      expect(after({})).toEqual([10, 11, 9]);
      expect(after({ compose: 'priority' })).toEqual([2, 2, 4]);
    },
  );

  it.each(['ts', 'simd'] as const)(
    'acts without an aim if it reads whether one is found: %s',
    (kernel) => {
      const behavior = { type: 'law:perhaps', quarry: 'b', sight: 4 };
      const world = createWorld(sceneOf([behavior], { bounds: { type: 'open' } }), { kernel });
      const of = (id: number) => {
        const { slot, position, velocity } = world.views;
        const at = slot[id];
        const place = [position.x[at], position.y[at], position.z[at]];
        return { place, velocity: [velocity.x[at], velocity.y[at], velocity.z[at]] };
      };
      const before = Array.from({ length: 167 }, (_, id) => of(id));
      tick(world);
      let alone = 0;
      for (let id = 0; id < 130; id++) {
        const { place, velocity: v } = before[id];
        const distances = before.slice(130).map((one) => distance(one.place, place));
        const nearest = Math.min(...distances);
        const quarry = before[130 + distances.indexOf(nearest)];
        const expected = v.map((value, axis) => {
          if (nearest > 4) return -value;
          return quarry.place[axis] - place[axis] + quarry.velocity[axis] * nearest;
        });
        if (nearest > 4) alone++;
        of(id).velocity.forEach((value, axis) => {
          expect((value - v[axis]) * 60).toBeCloseTo(expected[axis], 3);
        });
      }
      expect(alone).toBeGreaterThan(10);
      expect(alone).toBeLessThan(120);
    },
  );

  it('draws different numbers for each behavior that has it', () => {
    const drawn = (behaviors: readonly object[]) => {
      const world = createWorld(sceneOf(behaviors));
      return inspect(world, 5).forces.map(({ force }) => force);
    };
    const [one, other] = drawn([
      { type: 'law:spread', reach: 0 },
      { type: 'law:spread', reach: 0 },
    ]);
    expect(one).not.toEqual(other);
    expect(Math.hypot(...one)).toBeCloseTo(1, 5);
  });

  it('is set by a command, saved, and resumed by the other kernel like any behavior', () => {
    const world = createWorld(sceneOf([target, { type: 'law:crowd' }]), { kernel: 'simd' });
    tick(world, 5);
    command(world, {
      type: 'set',
      species: 'a',
      behavior: 'law:crowd',
      parameter: 'reach',
      value: 1.5,
    });
    const refused = (parameter: string, value: number) => () =>
      command(world, { type: 'set', species: 'a', behavior: 'law:crowd', parameter, value });
    expect(refused('reach', 7)).toThrow(
      /looks for neighbors within 7 m, expected .* at most 5\.98/,
    );
    expect(refused('range', 1)).toThrow(/found "range", expected one of reach/);
    const bytes = snapshot(world);
    const expected = hashesOf(world, 9);
    const resumed = restore(bytes, { kernel: 'ts' });
    expect(resumed.scenario.laws).toEqual(LAWS);
    expect(hashesOf(resumed, 9)).toEqual(expected);
    const unset = createWorld(sceneOf([target, { type: 'law:crowd' }]));
    expect(hashesOf(unset, 14).slice(5)).not.toEqual(expected);
  });

  it('is shown by inspect with its force and the neighbors that it looks at', () => {
    const world = createWorld(sceneOf([target, { type: 'law:crowd', reach: 5 }]));
    tick(world, 3);
    const { forces, neighbors } = inspect(world, 3);
    expect(forces.map(({ type }) => type)).toEqual(['law:orbit', 'law:crowd']);
    expect(forces[1].length).toBeGreaterThan(0);
    expect(neighbors.length).toBeGreaterThan(0);
    expect(neighbors.every(({ distance }) => distance <= 5)).toBe(true);
  });

  it('steers by its wanted direction under context steering, and by its force elsewhere', () => {
    const point = { type: 'points', positions: [[0, 0, 0]] };
    const one = (behaviors: readonly object[]) => {
      const species = [{ name: 'a', count: 1, spawn: point, behaviors }];
      return createWorld(parseScenario({ name: 'one', species }, { laws: [torn] }));
    };
    const free = one([{ type: 'law:torn', weight: 3 }]);
    expect(inspect(free, 0).total).toEqual([3, 0, 0]);
    // The weight of context times its speed, along the slot at -y, which exists in space.
    const chosen = one([
      { type: 'law:torn', weight: 3 },
      { type: 'context', weight: 4, speed: 2 },
    ]);
    const { total, forces } = inspect(chosen, 0);
    expect(total[1]).toBeLessThan(-7);
    expect(Math.hypot(total[0], total[2])).toBeLessThan(1);
    expect(forces[0]).toMatchObject({ role: 'wants', asked: [3, 0, 0] });
    // Listed after context, it adds its force.
    const behind = one([{ type: 'context' }, { type: 'law:torn', weight: 3 }]);
    expect(inspect(behind, 0).total).toEqual([3, 0, 0]);
  });

  it('quarantines an agent for which it yields NaN, reports it, and the others continue', () => {
    const law = defineLaw({
      name: 'one',
      description: 'Divides by zero for agent 41.',
      force: ({ self }) => {
        const zero = self.id.toFloat().sub(41);
        return vec3(zero.div(zero), 0, 0);
      },
    });
    const input = sceneOf([]);
    const [a, b] = input.species;
    const scenario = parseScenario(
      { ...input, species: [{ ...a, behaviors: [{ type: 'law:one' }] as never[] }, b] },
      { laws: [law] },
    );
    for (const kernel of ['ts', 'simd'] as const) {
      const world = createWorld(scenario, { kernel });
      tick(world, 5);
      const events = takeEvents(world);
      expect(events).toMatchObject([{ type: 'quarantined', id: 41, tick: 1, behavior: 'law:one' }]);
      expect(world.views.status.filter((status) => status === 1)).toHaveLength(166);
    }
  });

  it('may be given to createWorld with a scenario that does not contain it', () => {
    const scenario = sceneOf([{ type: 'law:crowd' }]);
    const { laws: _, ...bare } = scenario;
    const world = createWorld(bare as Scenario, { laws: LAWS });
    expect(world.scenario.laws).toEqual(LAWS);
    expect(hashesOf(world, 3)).toEqual(hashesOf(createWorld(scenario), 3));
    expect(() => createWorld(bare as Scenario)).toThrow(/law:crowd/);
    expect(() => createWorld(scenario, { laws: [{}] as never })).toThrow(
      'A law: law: found nothing',
    );
  });
});

function positionsById(world: World): number[] {
  const { slot, position } = world.views;
  return Array.from(slot, (place) => position.x[place]);
}

describe('a scenario with laws is refused', () => {
  const input = (over: object) => ({
    name: 'laws',
    species: [{ name: 'a', count: 3, spawn, behaviors: [{ type: 'law:crowd' }] }],
    laws: [crowd],
    ...over,
  });
  it.each<[what: string, over: object, message: RegExp]>([
    ['without the law that it names', { laws: [] }, /"law:crowd", expected a law in \$\.laws/],
    ['with another law only', { laws: [orbit] }, /expected a law in \$\.laws: "law:orbit"/],
    [
      'with a behavior that lacks the prefix "law:"',
      {
        species: [{ name: 'a', count: 1, spawn: { type: 'pool' }, behaviors: [{ type: 'crowd' }] }],
      },
      /found "crowd" \(did you mean "law:crowd"\?\), expected .*/,
    ],
    ['with two laws of one name', { laws: [crowd, crowd] }, /\$\.laws\[1\]\.name: .*other than/],
    [
      'with a law of another version',
      { laws: [{ ...crowd, law: 2 }] },
      /\$\.laws\[0\]\.law: found 2/,
    ],
    [
      'with a node of an unknown operation',
      { laws: [{ ...crowd, nodes: [['frob']], vector: [0, 0, 0] }] },
      /\$\.laws\[0\]\.nodes\.0 \("frob"\): found "frob"/,
    ],
    [
      'with a law that looks farther than its torus allows',
      { bounds: { type: 'wrap', min: [-5, -5, -5], max: [5, 5, 5] }, species: [tiny(4)] },
      /behaviors\[0\]: found a law that looks for neighbors within 4 m, expected at most 3\.3/,
    ],
    ['with a law that looks too far', { species: [tiny(10_000.5)] }, /reach: found 10000\.5/],
    [
      'with a key that the law does not have',
      { species: [tiny(1, { quarry: 'a' })] },
      /quarry: .*unknown key/,
    ],
    ['with more laws than the limit', { laws: Array(17).fill(crowd) }, /\$\.laws: /],
  ])('%s', (_, over, message) => {
    expect(() => parseScenario(input(over))).toThrow(message);
  });

  function tiny(reach: number, more: object = {}): object {
    const small = { type: 'box', min: [-1, -1, -1], max: [1, 1, 1] };
    const behavior = { type: 'law:crowd', reach, ...more };
    return { name: 'a', count: 3, spawn: small, behaviors: [behavior] };
  }
});
