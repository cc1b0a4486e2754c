import { type Command, createWorld, parseScenario, stateHash, tick } from '@skein/core';
import { describe, expect, it } from 'vitest';
import {
  type Change,
  ChangesError,
  changesOf,
  doneBy,
  giveChanges,
  readChanges,
  writeChanges,
} from '../src/changes.ts';

const SCENARIO = parseScenario({
  name: 'two-kinds',
  targets: [
    { name: 'there', position: [9, 0, 0] },
    { name: 'pointer', position: [0, 0, 0] },
  ],
  species: [
    {
      name: 'gnat-2',
      count: 5,
      maxSpeed: 4,
      spawn: { type: 'sphere', center: [0, 0, 0], radius: 3 },
      behaviors: [
        { type: 'seek', weight: 2, target: 'there' },
        { type: 'separation', weight: 3, radius: 2 },
        { type: 'seek', weight: 0, target: 'pointer' },
        { type: 'dodge', target: 'pointer' },
      ],
    },
    {
      name: 'stone',
      count: 2,
      spawn: { type: 'sphere', center: [0, 0, 0], radius: 1 },
    },
  ],
});

const set = (at: number, change: Change): Command => ({ ...change, type: 'set', tick: at });

it('doneBy returns the commands of scene and visitor before a tick, in order', () => {
  const scenario = parseScenario({
    ...SCENARIO,
    commands: [
      set(300, { species: 'stone', parameter: 'maxSpeed', value: 5 }),
      set(600, { species: 'stone', parameter: 'maxSpeed', value: 6 }),
    ],
  } as never);
  const log = [set(450, { species: 'stone', parameter: 'maxSpeed', value: 7 })];
  const values = (tick: number) =>
    doneBy(scenario, log, tick).map((command) =>
      command.type === 'set' ? command.value : undefined,
    );
  expect(values(300)).toEqual([]);
  expect(values(301)).toEqual([5]);
  expect(values(500)).toEqual([5, 7]);
  expect(values(601)).toEqual([5, 7, 6]);
});

describe('the text of changes', () => {
  const changes: Change[] = [
    { species: 'gnat-2', behavior: 'separation', parameter: 'weight', value: 0.1 },
    { species: 'gnat-2', behavior: 2, parameter: 'weight', value: 3 },
    { species: 'stone', parameter: 'mass', value: 1e-7 },
    { species: 'stone', parameter: 'cosine', value: -0.5 },
    { species: 'stone', behavior: 'law:spin_2', parameter: 'rate-1', value: 4 },
  ];

  it('is short and readable, and read back unchanged', () => {
    const text = writeChanges(changes);
    expect(text).toBe(
      'gnat-2.separation.weight:0.1,gnat-2.2.weight:3,stone.mass:1e-7,stone.cosine:-0.5,' +
        'stone.law:spin_2.rate-1:4',
    );
    expect(readChanges(text)).toEqual(changes);
    expect(readChanges('')).toEqual([]);
  });

  for (const bad of ['x', 'a:1', 'a.b:', 'a.b:1e', 'a.b:1,', 'a.b.c.d:1', 'a.b=1', 'a.b:1e999']) {
    it(`does not read "${bad}"`, () => expect(readChanges(bad)).toBeUndefined());
  }
});

describe('changesOf', () => {
  it('keeps the last change of each parameter, and none that equals the scenario', () => {
    const log = [
      set(0, { species: 'gnat-2', behavior: 'separation', parameter: 'weight', value: 9 }),
      set(3, { species: 'gnat-2', behavior: 1, parameter: 'weight', value: 8 }),
      set(4, { species: 'gnat-2', behavior: 0, parameter: 'weight', value: 7 }),
      set(5, { species: 'gnat-2', parameter: 'maxSpeed', value: 5 }),
      { type: 'move', target: 'there', position: [1, 2, 3], tick: 6 } satisfies Command,
      set(9, { species: 'gnat-2', behavior: 'seek', parameter: 'weight', value: 2 }),
    ];
    expect(writeChanges(changesOf(SCENARIO, log))).toBe(
      'gnat-2.separation.weight:8,gnat-2.maxSpeed:5',
    );
  });

  it('leaves out only the parameters that the page sets while the pointer is held', () => {
    const dodge = { species: 'gnat-2', behavior: 'dodge' };
    const log = [
      set(0, { species: 'gnat-2', behavior: 2, parameter: 'weight', value: 9 }),
      set(1, { ...dodge, parameter: 'commanded', value: 1 }),
    ];
    expect(changesOf(SCENARIO, log)).toEqual([]);
    const change = { ...dodge, parameter: 'horizon', value: 2 };
    expect(changesOf(SCENARIO, [...log, set(2, change)])).toEqual([change]);
  });
});

describe('giveChanges', () => {
  it('gives the same run as the commands themselves, and another than without them', () => {
    const hashes = ['', 'gnat-2.seek.weight:5,gnat-2.maxSpeed:3'].map((text) => {
      const world = createWorld(SCENARIO);
      giveChanges(world, readChanges(text)!);
      tick(world, 20);
      return stateHash(world);
    });
    const byHand = createWorld({
      ...SCENARIO,
      commands: [
        set(0, { species: 'gnat-2', behavior: 0, parameter: 'weight', value: 5 }),
        set(0, { species: 'gnat-2', parameter: 'maxSpeed', value: 3 }),
      ],
    });
    tick(byHand, 20);
    expect(hashes[1]).toBe(stateHash(byHand));
    expect(hashes[0]).not.toBe(hashes[1]);
  });

  it('reports for each refused change what was expected', () => {
    const world = createWorld(SCENARIO);
    const give = () =>
      giveChanges(
        world,
        readChanges('fish.mass:1,gnat-2.seek.wieght:1,stone.mass:-1,stone.mass:2')!,
      );
    expect(give).toThrow(ChangesError);
    expect(give).toThrow(/"fish.mass:1".*"gnat-2", "stone".*\n.*one of weight.*\n.*from 0.000001/);
  });
});
