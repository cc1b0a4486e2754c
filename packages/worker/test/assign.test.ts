import { createWorld, parseScenario, stateHash, tick } from '@skein/core';
import { innerOf } from '@skein/core/internal';
import { expect, it } from 'vitest';
import { someOf } from '../../core/test/helpers/long.ts';
import { patientTeam } from './patient-team.ts';
import { hashDifference, oracle } from './scenes.ts';

const box = { min: [0, 0, 0], max: [30, 24, 17] };

/** 211 hounds and 97 hares; in the tick of the fault and before, hounds are given hares and targets. */
const hunt = parseScenario({
  name: 'hunt',
  bounds: { type: 'wrap', ...box },
  targets: [
    { name: 'sun', position: [5, 5, 5] },
    { name: 'moon', position: [25, 15, 5] },
  ],
  species: [
    {
      name: 'hound',
      count: 211,
      maxSpeed: 5,
      spawn: { type: 'box', ...box, velocity: { speed: 2 } },
      behaviors: [
        { type: 'pursue', quarry: 'hare', assignable: true },
        { type: 'seek', target: 'sun', assignable: true, weight: 0.5 },
        { type: 'separation', radius: 2 },
      ],
    },
    {
      name: 'hare',
      count: 97,
      maxSpeed: 4,
      spawn: { type: 'box', ...box },
      behaviors: [{ type: 'wander' }],
    },
  ],
  commands: [4, 9, 23].flatMap((at) => [
    { type: 'assign', tick: at, ids: [at, 60, 2], quarries: [211 + at, 230, 300] },
    { type: 'assign', tick: at, sphere: { center: [15, 12, 8], radius: at }, target: 'moon' },
    { type: 'remove', tick: at + 1, ids: [211 + at] },
  ]),
});

const TICKS = 40;
const AT = 9;
const expected = oracle(hunt, TICKS);

it.each(someOf([1, 2, 3, 5, 8, 13], 4, 2))(
  'assignments are the same on %i threads',
  async (workers) => {
    const world = createWorld(hunt);
    await using team = await patientTeam(world, workers);
    const report = await team.run(TICKS, { hash: true });
    expect(hashDifference(report.hashes, expected)).toBeUndefined();
  },
);

it.each(someOf(['launch', 'scatter'] as const, 2))(
  'no assignment is lost when a worker dies in %s',
  async (phase) => {
    const world = createWorld(hunt);
    tick(world, AT);
    const fault = { worker: 1, tick: AT, phase, kind: 'exit' } as const;
    await using team = await patientTeam(world, 3, { faults: [fault] });
    let faults = 0;
    team.on('fault', () => faults++);
    await team.run(TICKS - AT);
    expect(faults).toBe(1);
    expect(stateHash(world)).toBe(expected[TICKS - 1]);
    const { slot, assignedTarget, assignedQuarry } = innerOf(world).front;
    expect(assignedQuarry[slot[60]]).toBe(231);
    expect(assignedTarget.some((target) => target === 2)).toBe(true);
  },
);
