import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { CommandError } from '../../src/errors.ts';
import { stateHash } from '../../src/phases/hash.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import {
  BEHAVIOR_PARAMETERS,
  type Command,
  type CommandInput,
  SPECIES_PARAMETERS,
} from '../../src/scenario/schema.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import { prepareRun } from '../../src/tick/run.ts';
import { tick } from '../../src/tick/tick.ts';
import { command } from '../../src/world/commands.ts';
import { takeEvents } from '../../src/world/event-ring.ts';
import { WORD } from '../../src/world/layout.ts';
import type { World } from '../../src/world/world.ts';
import { hashesOf } from '../helpers/compare.ts';
import { LONG } from '../helpers/long.ts';
import { length, positionOf, scene, velocityOf, worldOf } from '../helpers/scenes.ts';

const PLAYGROUND = {
  seed: 3,
  bounds: { type: 'wrap', min: [-40, -30, -20], max: [40, 30, 20] },
  species: [
    {
      name: 'bird',
      count: 17,
      spawn: { type: 'box', min: [-9, -8, -7], max: [9, 8, 7], velocity: { speed: 2 } },
      maxSpeed: 3,
      lifetime: 1000,
      behaviors: [
        { type: 'cohesion', radius: 6 },
        { type: 'separation' },
        { type: 'separation', weight: 1, radius: 2 },
      ],
    },
    { name: 'beam', count: 9, spawn: { type: 'pool' }, behaviors: [{ type: 'homing' }] },
  ],
  targets: [
    { name: 'near', position: [5, 5, 5] },
    { name: 'far', position: [-20, 10, 0] },
  ],
  launchers: [
    { name: 'gun', species: 'beam', target: 'near', position: [0, 0, 0], speed: 30 },
    { name: 'other', species: 'beam', target: 'far', position: [1, 0, 0], speed: 20 },
  ],
};

/** Of the bytes of a column with room for thousands of commands. */
function digest(column: ArrayBufferView): string {
  const bytes = new Uint8Array(column.byteLength);
  // Not of shared memory, which the hash refuses.
  bytes.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength));
  return createHash('sha1').update(bytes).digest('hex');
}

/** Everything that a command could change, and must not change when it is refused. */
function snapshot(world: World): string {
  const { control, constants, scratch } = world;
  return JSON.stringify([
    stateHash(world),
    world.log,
    world.host.commands.from(world.tick),
    [...control.word],
    digest(constants.commandTick),
    digest(constants.commandKind),
    digest(constants.commandPlace),
    digest(constants.commandValue),
    [...scratch.stagedStatus],
  ]);
}

describe('a command', () => {
  it('is stamped with the present tick, logged, and seen in the next state', () => {
    const world = worldOf(PLAYGROUND);
    tick(world, 7);
    const stamped = command(world, { type: 'fire', count: 2 });
    expect(stamped).toEqual({ type: 'fire', count: 2, tick: 7 });
    expect(world.log).toEqual([stamped]);
    const before = stateHash(world);
    expect(world.views.birth.filter((birth) => birth > 0)).toHaveLength(0);
    expect(stateHash(world)).toBe(before);
    tick(world);
    expect(world.views.birth.filter((birth) => birth === 8)).toHaveLength(2);
    tick(world, 3);
    expect(world.views.birth.filter((birth) => birth > 8)).toHaveLength(0);
  });

  it('of 65 keys, or of 33 levels, is refused in one line; one of 64 with every wrong key', () => {
    const world = worldOf(PLAYGROUND);
    const keys = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, k) => [`k${k}`, 1]));
    const refusal = (input: unknown): string => {
      try {
        command(world, input as CommandInput);
      } catch (error) {
        if (error instanceof CommandError) return error.message;
        throw error;
      }
      return expect.fail('not refused');
    };
    expect(refusal({ type: 'fire', ...keys(63) })).toContain('$.k62: found an unknown key');
    expect(refusal({ type: 'fire', ...keys(64) })).toBe(
      'Command refused. $: found 65 keys, expected at most 64 keys',
    );
    expect(refusal({ type: 'fire', ...keys(LONG ? 300_000 : 3000) }).length).toBeLessThan(100);
    const deep = JSON.parse(`${'['.repeat(40)}${']'.repeat(40)}`);
    expect(refusal({ type: 'fire', deep })).toContain('found 33 levels');
  });

  it('keeps no reference to its input', () => {
    const world = worldOf(PLAYGROUND);
    const position: [number, number, number] = [1, 2, 3];
    const input = { type: 'move', target: 'far', position } as const;
    command(world, input);
    position[0] = 99;
    tick(world);
    expect(world.views.targetPosition.x[1]).toBe(1);
    expect(world.log[0]).toMatchObject({ position: [1, 2, 3] });
    expect(input).toEqual({ type: 'move', target: 'far', position: [99, 2, 3] });
  });

  it('move takes the first target and z = 0 when they are left out', () => {
    const world = worldOf(PLAYGROUND);
    command(world, { type: 'move', position: [7, 8] });
    tick(world);
    const { x, y, z } = world.views.targetPosition;
    expect([x[0], y[0], z[0], x[1]]).toEqual([7, 8, 0, -20]);
  });

  it('set changes the parameter in the next state, and the laws one step later', () => {
    const world = worldOf({
      ...PLAYGROUND,
      species: [
        {
          name: 'bird',
          count: 1,
          spawn: { type: 'points', positions: [[0, 0, 0]], velocities: [[3, 0, 0]] },
          maxSpeed: 3,
        },
        PLAYGROUND.species[1],
      ],
    });
    command(world, { type: 'set', species: 'bird', parameter: 'maxSpeed', value: 1 });
    tick(world);
    expect(velocityOf(world, 0)).toEqual([3, 0, 0]);
    tick(world);
    expect(length(velocityOf(world, 0))).toBeCloseTo(1, 6);
  });

  it('set finds a behavior by type, the first one of that type, or by place', () => {
    const world = worldOf(PLAYGROUND);
    const row = (index: number): Float32Array =>
      world.front.behaviorParameters.subarray(16 * index, 16 * index + 16);
    const slot = BEHAVIOR_PARAMETERS.separation.findIndex((p) => p.name === 'weight');
    command(world, {
      type: 'set',
      species: 'bird',
      behavior: 'separation',
      parameter: 'weight',
      value: 4,
    });
    command(world, { type: 'set', species: 'bird', behavior: 2, parameter: 'weight', value: 5 });
    tick(world);
    expect([row(1)[slot], row(2)[slot]]).toEqual([4, 5]);
  });

  it.each(SPECIES_PARAMETERS.map((p) => [p.name, p] as const))(
    'set reaches %s of a species, from its least to its largest value',
    (name, { min, max }) => {
      for (const value of [min, max]) {
        const world = worldOf(PLAYGROUND);
        command(world, { type: 'set', species: 'bird', parameter: name, value });
        tick(world);
        const slot = SPECIES_PARAMETERS.findIndex((p) => p.name === name);
        expect(world.front.speciesParameters[slot]).toBe(Math.fround(value));
      }
    },
  );

  it('takes effect in the order in which commands of one tick were given', () => {
    const world = worldOf(PLAYGROUND);
    for (const x of [1, 2, 3]) command(world, { type: 'move', position: [x, 0, 0] });
    tick(world);
    expect(world.views.targetPosition.x[0]).toBe(3);
  });

  it('is carried out once, and never again', () => {
    const world = worldOf(PLAYGROUND);
    command(world, { type: 'move', position: [1, 0, 0] });
    tick(world, 2);
    command(world, { type: 'move', target: 'far', position: [2, 0, 0] });
    tick(world, 2);
    command(world, { type: 'fire' });
    tick(world, 2);
    expect(world.log.map((command) => command.tick)).toEqual([0, 2, 4]);
    expect(world.views.birth.filter((birth) => birth > 0)).toEqual(Uint32Array.of(5));
  });
});

const refused: [string, unknown, string | RegExp][] = [
  ['a value that is no object', null, '$: found null, expected an object'],
  [
    'an unknown type',
    { type: 'explode' },
    '$.type: found "explode", expected one of "fire", "move", "cells", "set"',
  ],
  ['a typo in the type', { type: 'gow' }, '(did you mean "go"?)'],
  [
    'an unknown key',
    { type: 'fire', tick: 3 },
    '$.tick: found an unknown key, expected one of "type", "launcher", "count", "angle"',
  ],
  ['a count of 0', { type: 'fire', count: 0 }, '$.count: found 0, expected a number of at least 1'],
  ['a count of 1.5', { type: 'fire', count: 1.5 }, '$.count: found 1.5, expected a whole number'],
  [
    'more than the pool',
    { type: 'fire', count: 10 },
    '$.count: found 10, expected at most 9, the size of the pool "beam"',
  ],
  [
    'an angle of NaN',
    { type: 'fire', angle: Number.NaN },
    '$.angle: found NaN, expected a finite number',
  ],
  [
    'an angle of 4 rad',
    { type: 'fire', angle: 4 },
    '$.angle: found 4, expected a number of at most 3.1415927',
  ],
  [
    'an unknown launcher',
    { type: 'fire', launcher: 'bow' },
    '$.launcher: found "bow", expected one of "gun", "other"',
  ],
  [
    'an unknown target',
    { type: 'move', target: 'moon', position: [0, 0] },
    '$.target: found "moon", expected one of "near", "far"',
  ],
  ['no position', { type: 'move' }, '$.position: found nothing'],
  [
    'a position of infinity',
    { type: 'move', position: [0, Number.POSITIVE_INFINITY, 0] },
    '$.position',
  ],
  ['a position out of range', { type: 'move', position: [0, 0, 100_001] }, '$.position'],
  [
    'an unknown species',
    { type: 'set', species: 'fish', parameter: 'mass', value: 1 },
    '$.species: found "fish", expected one of "bird", "beam"',
  ],
  [
    'a typo in the name of a species',
    { type: 'set', species: 'brid', parameter: 'mass', value: 1 },
    '$.species: found "brid" (did you mean "bird"?), expected one of "bird", "beam"',
  ],
  [
    'an unknown behavior',
    { type: 'set', species: 'bird', behavior: 'wander', parameter: 'weight', value: 1 },
    '$.behavior: found "wander", expected one of 0 "cohesion", 1 "separation", 2 "separation"',
  ],
  [
    'a behavior beyond the end of the list',
    { type: 'set', species: 'bird', behavior: 3, parameter: 'weight', value: 1 },
    '$.behavior: found 3, expected one of 0 "cohesion", 1 "separation", 2 "separation"',
  ],
  [
    'an unknown parameter',
    { type: 'set', species: 'bird', behavior: 0, parameter: 'mass', value: 1 },
    '$.parameter: found "mass", expected one of weight, radius, cosine',
  ],
  [
    'a parameter of the prototype',
    { type: 'set', species: 'bird', parameter: 'constructor', value: 1 },
    '$.parameter: found "constructor", expected one of mass, radius',
  ],
  [
    'a fixed key',
    { type: 'set', species: 'bird', parameter: 'count', value: 20 },
    '$.parameter: found "count"',
  ],
  [
    'a value of NaN',
    { type: 'set', species: 'bird', parameter: 'mass', value: Number.NaN },
    '$.value: found NaN, expected a finite number',
  ],
  [
    'a value out of range',
    { type: 'set', species: 'bird', parameter: 'mass', value: 0 },
    '$.value: found 0, expected a number from 0.000001 to 1000000',
  ],
  [
    'a radius too large for the torus',
    { type: 'set', species: 'bird', behavior: 0, parameter: 'radius', value: 14 },
    '$.value: found 14, expected a number from 0.001 to 13.28',
  ],
  [
    'a behavior that no list has, with a parameter of a behavior',
    { type: 'set', species: 'beam', behavior: 99, parameter: 'weight', value: 1 },
    /refused\. \$\.behavior: found 99, expected a number of at most \d+$/,
  ],
  [
    'a lifetime for a species without one',
    { type: 'set', species: 'beam', parameter: 'lifetime', value: 1 },
    '$.parameter: found "lifetime", expected a species that has a lifetime in the scenario',
  ],
];

describe('a command, refused with nothing changed:', () => {
  it.each(refused)('%s', (_, input, message) => {
    const world = worldOf(PLAYGROUND);
    command(world, { type: 'fire' });
    tick(world, 2);
    command(world, { type: 'move', position: [1, 1, 1] });
    const before = snapshot(world);
    const attempt = () => command(world, input as CommandInput);
    expect(attempt).toThrow(CommandError);
    expect(attempt).toThrow(message);
    expect(attempt).toThrow(/^Command refused\. /);
    expect(attempt).toThrow(expect.objectContaining({ code: 'COMMAND_INVALID' }));
    expect(snapshot(world)).toBe(before);
  });

  it('a part of a neighbor', () => {
    const behaviors = [{ type: 'goal' }, { type: 'orca' }];
    const goals = { type: 'mirror', center: [0, 0] };
    const spawn = { type: 'box', min: [0, 0], max: [4, 4] };
    const species = [{ name: 'a', count: 3, spawn, goals, maxSpeed: 2, behaviors }];
    const world = worldOf({ dimensions: 2, species });
    const set = { type: 'set', species: 'a', behavior: 'orca', parameter: 'maxNeighbors' } as const;
    expect(() => command(world, { ...set, value: 1.5 })).toThrow(
      /\$\.value: found 1\.5, expected a whole number from 1 to \d+$/,
    );
    expect(command(world, { ...set, value: 2 })).toMatchObject({ value: 2 });
  });

  it.each([['5'], [null], [[3]], [false], [1n], [{}]])(
    'what is no number in a list, %s',
    (value) => {
      const world = worldOf(PLAYGROUND);
      const positions = [value, 0, 0] as number[];
      expect(() => command(world, { type: 'place', ids: [0], positions })).toThrow(
        expect.objectContaining({
          code: 'COMMAND_INVALID',
          message: expect.stringContaining('[0]'),
        }),
      );
    },
  );

  it('to a scenario that has no launcher and no target', () => {
    const world = createWorld(scene('circle'));
    expect(() => command(world, { type: 'fire' })).toThrow(
      'Command refused. $: found a scenario without a launcher, expected a scenario with a launcher',
    );
    expect(() => command(world, { type: 'move', position: [0, 0, 0] })).toThrow(
      'Command refused. $: found a scenario without a target, expected a scenario with a target',
    );
    expect(() => command(world, { type: 'fire', launcher: 'bow' })).toThrow(
      'Command refused. $.launcher: found "bow", expected a launcher, but the scenario has none',
    );
  });

  it('the 16,001st of one step', () => {
    const world = worldOf(PLAYGROUND);
    for (let k = 0; k < 16_000; k++) command(world, { type: 'move', position: [k / 100, 0, 0] });
    const before = snapshot(world);
    const attempt = () => command(world, { type: 'fire' });
    expect(attempt).toThrow(expect.objectContaining({ code: 'COMMANDS_FULL' }));
    expect(attempt).toThrow(CommandError);
    expect(snapshot(world)).toBe(before);
    tick(world);
    expect(world.views.targetPosition.x[0]).toBe(Math.fround(159.99));
    expect(command(world, { type: 'fire' }).tick).toBe(1);
  });
});

describe('a command of its own for each of many agents', () => {
  const AGENTS = 40_000;
  const crowd = parseScenario({
    name: 'crowd',
    seed: 1,
    bounds: { type: 'open' },
    species: [
      {
        name: 'walker',
        count: AGENTS,
        spawn: { type: 'box', min: [0, 0, 0], max: [90, 90, 90] },
        goals: { type: 'mirror', center: [0, 0, 0] },
        maxSpeed: 1,
        behaviors: [{ type: 'goal' }],
      },
    ],
  });

  it('fits into one tick, and one more is refused, and nothing is lost', () => {
    const [world, listed] = [createWorld(crowd), createWorld(crowd)];
    for (let id = 0; id < AGENTS; id++) {
      command(world, { type: 'go', ids: [id], position: [id, 2, 3] });
    }
    const attempt = () => command(world, { type: 'go', ids: [1], position: [0, 0, 0] });
    expect(attempt).toThrow('Found 40001 commands in one tick, expected at most 40000.');
    const ids = Uint32Array.from({ length: AGENTS }, (_, id) => id);
    const positions = Float32Array.from({ length: 3 * AGENTS }, (_, k) =>
      k % 3 === 0 ? k / 3 : 1 + (k % 3),
    );
    command(listed, { type: 'go', ids, positions });
    tick(world);
    tick(listed);
    expect(stateHash(world)).toBe(stateHash(listed));
    expect(attempt().tick).toBe(1);
  });

  it('may raise as many events', () => {
    const world = createWorld(crowd);
    for (let id = 0; id < AGENTS; id++) command(world, { type: 'remove', ids: [id] });
    tick(world);
    expect(takeEvents(world)).toHaveLength(AGENTS);
  });
});

describe('more commands than memory holds at once', () => {
  /** The number of commands in each of 12 ticks: memory holds those of four. */
  const EACH = 4000;
  const at = (tick: number, k: number): CommandInput =>
    k % 2 === 0
      ? { type: 'move', target: 'near', position: [tick, k, 1] }
      : { type: 'set', species: 'bird', parameter: 'maxSpeed', value: 1 + (k % 7) + tick };
  const commands = Array.from({ length: 12 * EACH }, (_, n) => {
    const tick = Math.floor(n / EACH);
    return { ...at(tick, n % EACH), tick } as Command;
  });

  it('are carried out as if each were given at its tick', () => {
    const waiting = worldOf(PLAYGROUND);
    // The last tick first: they get sorted, and those of a tick keep their order.
    waiting.host.commands.replace(
      Array.from({ length: 12 }, (_, k) => commands.slice((11 - k) * EACH, (12 - k) * EACH)).flat(),
    );
    const given = worldOf(PLAYGROUND);
    // Longer than memory holds.
    for (let t = 0; t < (LONG ? 12 : 6); t++) {
      for (let k = 0; k < EACH; k++) command(given, at(t, k));
      tick(given);
      tick(waiting);
      expect(stateHash(waiting), `tick ${t}`).toBe(stateHash(given));
    }
  });

  it('end a segment of a run where those in memory end', () => {
    const world = worldOf(PLAYGROUND);
    world.host.commands.replace(commands);
    const ends: number[] = [];
    while (world.tick < 12) {
      prepareRun(world, { workers: 1, untilTick: 12, hash: false });
      ends.push(world.control.word[WORD.until]);
      tick(world, ends.at(-1)! - world.tick);
    }
    expect(ends).toEqual([4, 8, 12]);
  });

  it('are refused if one tick has too many, with the number', () => {
    const many = Array.from({ length: 16_001 }, (_, k) => ({ ...at(3, k), tick: 3 }) as Command);
    expect(() => worldOf(PLAYGROUND).host.commands.replace(many)).toThrow(
      'Found 16001 commands in one tick, expected at most 16000.',
    );
  });
});

describe('replay', () => {
  const script: [number, CommandInput][] = [
    [0, { type: 'fire', count: 3 }],
    [0, { type: 'fire', launcher: 'other', count: 2, angle: 1 }],
    [4, { type: 'move', target: 'near', position: [8, -3, 2] }],
    [4, { type: 'set', species: 'bird', behavior: 'cohesion', parameter: 'weight', value: 20 }],
    [9, { type: 'fire', count: 9 }],
    [9, { type: 'set', species: 'bird', parameter: 'maxSpeed', value: 5 }],
    [23, { type: 'fire' }],
    [40, { type: 'move', position: [-5, -5] }],
  ];

  function playedLive(): { hashes: string[]; world: World } {
    const world = worldOf(PLAYGROUND);
    const hashes: string[] = [];
    for (let now = 0; now < 60; now++) {
      for (const [at, input] of script) if (at === now) command(world, input);
      hashes.push(...hashesOf(world, 1));
    }
    return { hashes, world };
  }

  it('commands of the scenario act like the same ones given from outside at those ticks', () => {
    const commands = script.map(([at, input]) => ({ ...input, tick: at }));
    const world = worldOf({ ...PLAYGROUND, commands });
    expect(hashesOf(world, 60)).toEqual(playedLive().hashes);
    expect(world.log).toEqual([]);
  });

  it('commands may be listed in any order, as long as those of one tick keep theirs', () => {
    const commands = script.map(([at, input]) => ({ ...input, tick: at }));
    const later = [...commands.slice(4), ...commands.slice(0, 4)];
    const world = worldOf({ ...PLAYGROUND, commands: later });
    expect(hashesOf(world, 60)).toEqual(playedLive().hashes);
  });

  it('scenario, seed and log reproduce the run after a round trip through JSON', () => {
    const { world, hashes } = playedLive();
    const saved = JSON.stringify({ scenario: world.scenario, log: world.log });
    const { scenario, log } = JSON.parse(saved);
    const again = createWorld(
      parseScenario({ ...scenario, commands: [...scenario.commands, ...log] }),
    );
    expect(hashesOf(again, 60)).toEqual(hashes);
    expect(positionOf(again, 5)).toEqual(positionOf(world, 5));
  });

  it('a run in which a -0 was given survives JSON, which has no -0', () => {
    const given = parseScenario({
      name: 'zeros',
      species: [
        {
          name: 'bird',
          count: 2,
          damping: -0,
          spawn: {
            type: 'points',
            positions: [
              [-0, 1, 2],
              [5, -0, 0],
            ],
            velocities: [
              [-0, -0, 1],
              [0, 1, -0],
            ],
          },
          behaviors: [{ type: 'cohesion', weight: -0 }],
        },
      ],
      targets: [{ name: 'goal', position: [3, -0, 1], damping: -0 }],
      commands: [{ tick: 3, type: 'move', position: [1, -0, 2] }],
    });
    const world = createWorld(given);
    const first = stateHash(world);
    const hashes = hashesOf(world, 5);
    command(world, { type: 'move', position: [-0, 1, 2] });
    command(world, { type: 'set', species: 'bird', parameter: 'damping', value: -0 });
    hashes.push(...hashesOf(world, 5));
    const { scenario, log } = JSON.parse(
      JSON.stringify({ scenario: world.scenario, log: world.log }),
    );
    const again = createWorld(
      parseScenario({ ...scenario, commands: [...scenario.commands, ...log] }),
    );
    expect(stateHash(again)).toBe(first);
    expect(hashesOf(again, 10)).toEqual(hashes);
  });

  it('commands from outside come after those of the scenario in one tick', () => {
    const commands = [{ tick: 3, type: 'move', position: [1, 0, 0] }];
    const world = worldOf({ ...PLAYGROUND, commands });
    tick(world, 3);
    command(world, { type: 'move', position: [2, 0, 0] });
    tick(world);
    expect(world.views.targetPosition.x[0]).toBe(2);
  });
});
