import { createWorld, parseScenario, takeEvents, tick, type WorldEvent } from '@skein/core';
import { describe, expect, it } from 'vitest';
import { someOf } from '../../core/test/helpers/long.ts';
import { patientTeam } from './patient-team.ts';

const GATES = parseScenario({
  name: 'gates',
  dt: 0.1,
  bounds: { type: 'wrap', min: [0, 0, 0], max: [20, 20, 20] },
  regions: [{ name: 'gate', type: 'sphere', center: [10, 10, 10], radius: 6 }],
  species: ['fish', 'shark'].map((name, k) => ({
    name,
    count: k === 0 ? 203 : 7,
    spawn: { type: 'box', min: [0, 0, 0], max: [20, 20, 20], velocity: { speed: 3 } },
    goals: { type: 'mirror', center: [10, 10, 10] },
    maxSpeed: 4 + k,
    behaviors: [{ type: 'goal' }, { type: 'wander', weight: 4 }],
    reports: [
      { type: 'arrived', radius: 1 },
      { type: 'entered', region: 'gate' },
      { type: 'left', region: 'gate' },
      { type: 'near', species: k === 0 ? 'shark' : 'fish', distance: 1.5 },
    ],
  })),
});

describe('the events that agents report', () => {
  it.each(someOf([1, 2, 3, 5], 4, 2))(
    'are the same with %i threads as with one, and reach the listeners of their type',
    async (workers) => {
      const alone = createWorld(GATES);
      tick(alone, 80);
      const expected = takeEvents(alone);
      await using team = await patientTeam(createWorld(GATES), workers);
      const told: WorldEvent[] = [];
      const arrived: number[] = [];
      team.on('event', (event) => told.push(event));
      team.on('arrived', ({ id }) => arrived.push(id));
      await team.run(33);
      await team.run(47);
      expect(told).toEqual(expected);
      expect(new Set(told.map(({ type }) => type))).toEqual(
        new Set(['arrived', 'entered', 'left', 'near']),
      );
      const ids = expected.flatMap((event) => (event.type === 'arrived' ? [event.id] : []));
      expect(arrived).toEqual(ids);
    },
  );
});
