import { describe, expect, it } from 'vitest';
import { CommandError } from '../../src/errors.ts';
import { inspect } from '../../src/insight/inspect.ts';
import { stateHash } from '../../src/phases/hash.ts';
import type { CommandInput } from '../../src/scenario/schema.ts';
import { recordReplay } from '../../src/snapshot/record-replay.ts';
import { readReplay } from '../../src/snapshot/replay.ts';
import { restore, snapshot } from '../../src/snapshot/snapshot.ts';
import { verifyReplay } from '../../src/snapshot/verify-replay.ts';
import { tick } from '../../src/tick/tick.ts';
import { command } from '../../src/world/commands.ts';
import { takeEvents } from '../../src/world/event-ring.ts';
import type { World } from '../../src/world/world.ts';
import { expectSameTicks } from '../helpers/compare.ts';
import { someOf } from '../helpers/long.ts';
import { randomOf } from '../helpers/random-of.ts';
import { positionOf, worldOf } from '../helpers/scenes.ts';
import { stepAsTeam } from '../helpers/virtual-team.ts';

const HOUND = 0;
const HARE = 19;
const STONE = HARE + 23;
const HAWK = STONE + 3;
const DART = HAWK + 7;

/** Hounds that go after a target and a hare; hawks that strike hares; darts that fly at targets. */
const HUNT = {
  seed: 3,
  dt: 0.04,
  bounds: { type: 'wrap', min: [-40, -30, -20], max: [40, 30, 20] },
  species: [
    {
      name: 'hound',
      count: 19,
      spawn: { type: 'box', min: [-39, -29, -19], max: [39, 29, 19] },
      maxSpeed: 6,
      behaviors: [
        { type: 'pursue', quarry: 'hare', assignable: true, to: 60 },
        { type: 'seek', target: 'sun', assignable: true, weight: 0.3 },
        { type: 'tether', target: 'sun', weight: 0.2 },
      ],
    },
    {
      name: 'hare',
      count: 23,
      radius: 1,
      spawn: { type: 'box', min: [-29, -19, -9], max: [29, 19, 9] },
      maxSpeed: 4,
      behaviors: [{ type: 'flee', quarry: 'hound' }, { type: 'wander' }],
    },
    { name: 'stone', count: 3, spawn: { type: 'box', min: [0, 0], max: [9, 9] }, behaviors: [] },
    {
      name: 'hawk',
      count: 7,
      spawn: { type: 'box', min: [-9, -8, -7], max: [9, 8, 7], velocity: { speed: 25 } },
      behaviors: [
        {
          type: 'homing',
          quarry: 'hare',
          choose: 'assigned',
          assignable: true,
          speed: 25,
          curvatureRadius: 2,
        },
      ],
    },
    {
      name: 'dart',
      count: 9,
      spawn: { type: 'pool' },
      lifetime: 3,
      trail: { density: 2 },
      sparks: {},
      behaviors: [{ type: 'homing', assignable: true, speed: 30, curvatureRadius: 2 }],
    },
  ],
  targets: [
    { name: 'sun', position: [5, 5, 5], radius: 3, impact: 0.1, stiffness: 3 },
    { name: 'moon', position: [-15, 9, -5], radius: 3, impact: 0.1, stiffness: 3 },
  ],
  launchers: [{ name: 'gun', species: 'dart', target: 'sun', position: [0, 0, 0], speed: 30 }],
};

function given(world: World, id: number): [target: number, quarry: number] {
  const { slot, assignedTarget, assignedQuarry } = world.front;
  return [assignedTarget[slot[id]], assignedQuarry[slot[id]]];
}

describe('an assignment', () => {
  const idle = (behavior: object): Record<string, unknown> => ({
    bounds: HUNT.bounds,
    targets: HUNT.targets,
    species: [
      {
        ...HUNT.species[0],
        behaviors: [{ weight: 0, ...behavior }],
      },
      { ...HUNT.species[1], behaviors: [{ type: 'wander' }] },
      { ...HUNT.species[1], name: 'rabbit', count: 1, behaviors: [{ type: 'wander' }] },
    ],
    // From the step after the assignment on, the world matches one created with it.
    commands: [
      { type: 'set', tick: 0, species: 'hound', behavior: 0, parameter: 'weight', value: 1 },
    ],
  });

  it.each(['ts', 'simd'] as const)('of a target acts as the target of a behavior, %s', (kernel) => {
    const behavior = { type: 'seek', target: 'sun', assignable: true };
    const world = worldOf(idle(behavior), { kernel });
    const made = worldOf(idle({ ...behavior, target: 'moon' }), { kernel });
    command(world, { type: 'assign', species: 'hound', target: 'moon' });
    for (let n = 0; n < 20; n++) {
      tick(world);
      tick(made);
      for (const id of [0, 1, 18]) expect(positionOf(world, id)).toEqual(positionOf(made, id));
    }
    // It differs from a world without the assignment.
    const plain = worldOf(idle(behavior), { kernel });
    tick(plain, 20);
    expect(positionOf(world, 0)).not.toEqual(positionOf(plain, 0));
    command(world, { type: 'assign', ids: [4], clear: true });
    tick(world);
    expect([given(world, 4)[0], given(world, 5)[0]]).toEqual([0, 2]);
  });

  it.each(['ts', 'simd'] as const)('of a quarry wins over a nearer one, %s', (kernel) => {
    const world = worldOf(HUNT, { kernel });
    const behavior = world.plan.species[0].behaviors[0];
    expect(behavior.type).toBe('pursue');
    command(world, { type: 'assign', ids: [2], quarry: HARE + 5 });
    tick(world);
    const pull = (): number => {
      const [{ asked }] = inspect(world, 2).forces;
      const [hound, hare] = [positionOf(world, 2), positionOf(world, HARE + 5)];
      const edges = [80, 60, 40];
      const way = hare.map(
        (v, k) => v - hound[k] - edges[k] * Math.round((v - hound[k]) / edges[k]),
      );
      const wish = asked.map(
        (v, k) => v + world.front.velocity['xyz'[k] as 'x'][world.front.slot[2]],
      );
      return (
        way.reduce((sum, v, k) => sum + v * wish[k], 0) / (Math.hypot(...way) * Math.hypot(...wish))
      );
    };
    // Toward where the hare will be, which is near to where it is.
    expect(pull()).toBeGreaterThan(0.7);
    expect(inspect(world, 2).assigned).toEqual({ target: undefined, quarry: HARE + 5 });
    command(world, { type: 'remove', ids: [HARE + 5] });
    tick(world);
    expect(inspect(world, 2).assigned.quarry).toBeUndefined();
    expect(inspect(world, 2).forces[0].length).toBeGreaterThan(0);
  });

  it('can be of a target and a quarry at once, each of them replaced and cleared', () => {
    const world = worldOf(HUNT);
    command(world, { type: 'assign', ids: [0, 1], quarries: Uint32Array.of(HARE + 2, HARE) });
    command(world, { type: 'assign', species: 'hound', target: 'sun' });
    command(world, { type: 'assign', ids: [1], target: 'moon' });
    tick(world);
    expect([0, 1, 2].map((id) => given(world, id))).toEqual([
      [1, HARE + 3],
      [2, HARE + 1],
      [1, 0],
    ]);
    expect(inspect(world, 1).assigned).toEqual({ target: 'moon', quarry: HARE });
    tick(world, 9);
    expect(given(world, 0)).toEqual([1, HARE + 3]);
    command(world, { type: 'assign', sphere: { center: [0, 0, 0], radius: 99 }, clear: true });
    tick(world);
    expect([0, 1, 2].map((id) => given(world, id))).toEqual(Array(3).fill([0, 0]));
  });

  it('leaves alone those agents of a region that cannot follow it', () => {
    const world = worldOf(HUNT);
    const everywhere = { box: { min: [-40, -30, -20], max: [40, 30, 20] } };
    command(world, { type: 'assign', ...everywhere, quarry: HARE + 1 });
    command(world, { type: 'assign', ...everywhere, target: 'moon' });
    tick(world);
    expect([HOUND, HARE, STONE, HAWK].map((id) => given(world, id))).toEqual([
      [2, HARE + 2],
      [0, 0],
      [0, 0],
      [0, HARE + 2],
    ]);
  });

  it('sends flying darts to another target, which they hit, and ends with their lives', () => {
    const world = worldOf(HUNT);
    command(world, { type: 'fire', count: 2 });
    tick(world);
    command(world, { type: 'assign', ids: [DART], target: 'moon' });
    tick(world, 70);
    const hits = takeEvents(world).filter((event) => event.type === 'hit');
    expect(hits.map((hit) => [hit.id, hit.target]).sort()).toEqual([
      [DART, 'moon'],
      [DART + 1, 'sun'],
    ]);
    command(world, { type: 'fire', count: 9 });
    tick(world, 2);
    const { slot, status, assignedTarget } = world.front;
    for (let row = DART; row < DART + 9; row++) {
      expect([status[slot[row]], assignedTarget[slot[row]]]).toEqual([1, 0]);
    }
  });

  it('of a scenario has no effect if its quarry is dead by then', () => {
    const late = { type: 'assign', tick: 4, species: 'hound', quarry: HARE + 1 };
    const world = worldOf({
      ...HUNT,
      commands: [{ type: 'remove', tick: 1, ids: [HARE + 1] }, late],
    });
    tick(world, 6);
    expect(given(world, 0)).toEqual([0, 0]);
  });

  it('takes no memory in a world without behaviors that follow it', () => {
    const world = worldOf({
      species: [
        {
          name: 'stone',
          count: 3,
          spawn: { type: 'box', min: [0, 0], max: [9, 9] },
          behaviors: [],
        },
      ],
    });
    expect(
      [world.front.assignedTarget, world.front.assignedQuarry].map((one) => one.length),
    ).toEqual([0, 0]);
  });
});

describe('an assignment, refused with nothing changed:', () => {
  it.each<[string, object, string]>([
    [
      'nothing',
      { ids: [0] },
      '$: found nothing to assign, expected exactly one of "target", "quarry", "quarries" and "clear"',
    ],
    [
      'two things at once',
      { ids: [0], target: 'sun', clear: true },
      '$: found target and clear, expected exactly one of "target", "quarry", "quarries" and "clear"',
    ],
    [
      'an unknown target',
      { ids: [0], target: 'star' },
      '$.target: found "star", expected one of "sun", "moon"',
    ],
    [
      'an unknown agent',
      { ids: [0], quarry: 63 },
      `$.quarry: found 63, expected the id of an agent, from 0 to ${DART + 8}`,
    ],
    [
      'an agent that is not alive',
      { ids: [0, 1], quarries: [HARE, HARE + 7] },
      `$.quarries[1]: found ${HARE + 7}, which is not alive, expected the id of a living agent`,
    ],
    [
      'to an agent that is not alive',
      { ids: [0, DART], target: 'sun' },
      `$.ids[1]: found ${DART}, which is not alive, expected the id of a living agent`,
    ],
    [
      'too few quarries',
      { ids: [0, 1], quarries: [HARE] },
      '$.quarries: found 1 numbers, expected one for each id, 2 in all',
    ],
    [
      'quarries without ids',
      { species: 'hound', quarries: [HARE] },
      '$.quarries: found "quarries" without "ids", expected "ids" as well, or "quarry", which is the same for all agents',
    ],
    [
      'an agent to itself',
      { ids: [0, HARE], quarry: HARE },
      `$.ids[1]: found agent ${HARE}, of the species "hare", expected a species with an assignable behavior whose quarry is "hare"`,
    ],
    [
      'a target to an agent that goes after none',
      { ids: [0, HAWK], target: 'sun' },
      `$.ids[1]: found agent ${HAWK}, of the species "hawk", expected a species with an assignable behavior that aims at a target`,
    ],
    [
      'a quarry of another species',
      { species: 'hawk', quarry: STONE },
      '$.species: found "hawk", expected a species with an assignable behavior whose quarry is "stone"',
    ],
    [
      'a quarry that no species can follow',
      { sphere: { center: [0, 0, 0], radius: 2 }, quarry: STONE },
      '$: found "assign", expected a scenario with a species with an assignable behavior whose quarry is "stone"',
    ],
    [
      'without a choice of agents',
      { target: 'sun' },
      '$: found no choice of agents, expected "ids", "species", "box" or "sphere"',
    ],
    ['half a quarry', { ids: [0], quarry: 0.5 }, '$.quarry: found 0.5'],
  ])('%s', (_, keys, line) => {
    const world = worldOf(HUNT);
    command(world, { type: 'remove', ids: [HARE + 7] });
    tick(world);
    const before = [stateHash(world), world.log.length];
    const input = { type: 'assign', ...keys } as CommandInput;
    expect(() => command(world, input)).toThrow(CommandError);
    expect(() => command(world, input)).toThrow(`Command refused. ${line}`);
    expect([stateHash(world), world.log.length]).toEqual(before);
  });

  it('an agent to itself, in a species that hunts its own kind', () => {
    const wolves = { count: 4, behaviors: [{ type: 'seek', quarry: 'wolf', assignable: true }] };
    const world = worldOf({
      species: [
        { name: 'wolf', maxSpeed: 2, spawn: { type: 'box', min: [0, 0], max: [9, 9] }, ...wolves },
      ],
    });
    expect(() => command(world, { type: 'assign', ids: [3], quarry: 3 })).toThrow(
      '$.quarry: found agent 3, which would be its own quarry, expected another agent',
    );
    // Assigned with its whole species, it chooses for itself.
    command(world, { type: 'assign', species: 'wolf', quarry: 3 });
    tick(world, 2);
    expect(inspect(world, 3).forces[0].length).toBeGreaterThan(0);
  });
});

/** A random command on agents that its world accepts; mostly assignments. */
function randomCommand(world: World, random: () => number): CommandInput {
  const below = (n: number): number => Math.floor(random() * n);
  const living = (first: number, count: number): number[] =>
    [...world.views.id].filter((id) => {
      const row = id & world.plan.ids.indexMask;
      return row >= first && row < first + count && world.front.status[world.front.slot[row]] === 1;
    });
  const hares = living(HARE, 23);
  const darts = living(DART, 9);
  const hunters = [...living(0, 19), ...living(HAWK, 7)];
  const pick = (from: readonly number[]): number => from[below(from.length)];
  const target = random() < 0.5 ? 'sun' : 'moon';
  const sphere = { center: [below(60) - 30, below(40) - 20, 0], radius: 5 + below(20) };
  const kind = below(8);
  if (kind === 0) return { type: 'fire', count: 1 + below(9) };
  if (kind === 1 && darts.length > 0) {
    return { type: 'assign', ids: Array.from({ length: 3 }, () => pick(darts)), target };
  }
  if (kind === 2 && hares.length > 4) return { type: 'remove', ids: [pick(hares)] };
  if (kind === 3) return { type: 'move', target, position: [below(60) - 30, below(40) - 20, 3] };
  if (kind === 4) return { type: 'spawn', species: 'hare', count: 2, position: [1, 2, 3] };
  if (kind === 5 || hares.length === 0 || hunters.length === 0) {
    return random() < 0.5
      ? { type: 'assign', sphere, target }
      : { type: 'assign', sphere, species: 'hound', clear: true };
  }
  if (kind === 6) return { type: 'assign', sphere, quarry: pick(hares) };
  const ids = Array.from({ length: 4 }, () => pick(hunters));
  return { type: 'assign', ids, quarries: Uint32Array.from(ids, () => pick(hares)) };
}

describe('many assignments', () => {
  const TICKS = 60;
  const commands = ((): CommandInput[][] => {
    const world = worldOf(HUNT);
    const random = randomOf(77);
    return Array.from({ length: TICKS }, () => {
      const all = Array.from({ length: Math.floor(random() * 5) }, () => {
        const one = randomCommand(world, random);
        command(world, one);
        return one;
      });
      tick(world);
      return all;
    });
  })();

  const teams = (['ts', 'simd'] as const).flatMap((kernel) =>
    [1, 2, 3, 5, 8, 13].map((workers) => [kernel, workers] as const),
  );

  it.each(someOf(teams, 8, 2))('give one hash, %s, %i workers, seed 77', (kernel, workers) => {
    const reference = worldOf(HUNT, { kernel: 'ts' });
    const world = worldOf(HUNT, { kernel, maxWorkers: 13 });
    const random = randomOf(workers);
    expectSameTicks(world, reference, commands.length, (each, n) => {
      for (const one of commands[n]) command(each, one);
      if (each === reference) tick(each);
      else stepAsTeam(each, workers, random);
    });
    const events = takeEvents(world);
    expect(events).toEqual(takeEvents(reference));
    expect(new Set(events.map(({ type }) => type))).toContain('hit');
    expect(new Set(events.map(({ type }) => type))).toContain('strike');
  });

  it('are kept in a snapshot and in a replay', async () => {
    const world = worldOf(HUNT);
    const recorder = recordReplay(world, { keyframeEvery: 20 });
    let resumed: World | undefined;
    for (const [t, all] of commands.entries()) {
      for (const one of all) {
        command(world, one);
        if (resumed) command(resumed, one);
      }
      if (t === 31) resumed = restore(snapshot(world));
      tick(world);
      recorder.take();
      if (resumed) tick(resumed);
    }
    expect(world.front.assignedTarget.some((value) => value > 0)).toBe(true);
    expect(world.front.assignedQuarry.some((value) => value > 0)).toBe(true);
    expect(stateHash(resumed!)).toBe(stateHash(world));
    expect((await verifyReplay(readReplay(recorder.finish()))).divergence).toBeUndefined();
  });

  it.each<[string, (world: World) => void, string]>([
    [
      'a target that does not exist',
      ({ front }) => front.assignedTarget.fill(3, 7, 8),
      'assignedTarget[7] 3, expected at most 2',
    ],
    [
      'a quarry that does not exist',
      ({ front }) => front.assignedQuarry.fill(DART + 10, 7, 8),
      `assignedQuarry[7] ${DART + 10}, expected 0, or 1 + the id of an agent`,
    ],
  ])('of %s are refused in a snapshot', (_, change, line) => {
    const world = worldOf(HUNT);
    change(world);
    expect(() => restore(snapshot(world))).toThrow(line);
  });

  it('change the hash even if only an assignment differs', () => {
    const [one, other] = [worldOf(HUNT), worldOf(HUNT)];
    command(one, { type: 'assign', ids: [0], quarry: HARE });
    command(other, { type: 'assign', ids: [0], quarry: HARE + 1 });
    tick(one);
    tick(other);
    expect(positionOf(one, 0)).toEqual(positionOf(other, 0));
    expect(stateHash(one)).not.toBe(stateHash(other));
  });
});
