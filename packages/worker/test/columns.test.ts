import { createWorld, parseScenario, restore, snapshot, stateHash, tick } from '@skein/core';
import { defineLaw, select } from '@skein/core/laws';
import { expect, it } from 'vitest';
import { someOf } from '../../core/test/helpers/long.ts';
import { patientTeam } from './patient-team.ts';
import { hashDifference, oracle } from './scenes.ts';

const graze = defineLaw({
  name: 'graze',
  description: 'Takes from its neighbors.',
  columns: { energy: { type: 'f32', min: 0, max: 20 }, meals: { type: 'u32' } },
  force: ({ self }) => self.velocity.mul(self.energy.mul(0.02)),
  next({ self, neighbors, dt }) {
    const near = neighbors.within(3);
    const gain = near.sum((other) => select(other.energy.greaterThan(self.energy), 1, -1));
    return {
      energy: self.energy.add(gain.mul(dt)),
      meals: select(gain.greaterThan(0), self.meals.add(1), self.meals),
    };
  },
});

const box = { min: [0, 0, 0], max: [20, 14, 17] };

/** 331 agents, which commands write to in the tick of the fault and later. */
const herd = parseScenario(
  {
    name: 'herd',
    bounds: { type: 'wrap', ...box },
    species: [
      {
        name: 'ox',
        count: 331,
        maxSpeed: 5,
        spawn: { type: 'box', ...box, velocity: { speed: 2 } },
        behaviors: [{ type: 'wander' }, { type: 'law:graze' }],
        columns: { energy: { type: 'f32', initial: { min: 0, max: 20 } } },
      },
    ],
    commands: [9, 23].map((at) => ({
      type: 'write',
      tick: at,
      column: 'energy',
      value: at / 2,
      sphere: { center: [5, 5, 5], radius: 6 },
    })),
  },
  { laws: [graze] },
);

const TICKS = 40;
const AT = 9;
const expected = oracle(herd, TICKS);

it.each(someOf([1, 2, 3, 5, 8, 13], 6, 1))(
  'columns are the same on %i threads',
  async (workers) => {
    const world = createWorld(herd);
    await using team = await patientTeam(world, workers);
    const report = await team.run(TICKS, { hash: true });
    expect(hashDifference(report.hashes, expected)).toBeUndefined();
  },
);

it.each(someOf(['steer', 'integrate', 'scatter'] as const, 3, 1))(
  'columns lose nothing when a worker dies in %s',
  async (phase) => {
    const world = createWorld(herd);
    tick(world, AT);
    const fault = { worker: 1, tick: AT, phase, kind: 'exit' } as const;
    await using team = await patientTeam(world, 3, { faults: [fault] });
    let faults = 0;
    team.on('fault', () => faults++);
    await team.run(TICKS - AT);
    expect(faults).toBe(1);
    expect(stateHash(world)).toBe(expected[TICKS - 1]);
    const { energy, meals } = world.views.columns as Record<string, Float32Array>;
    expect(Math.max(...energy)).toBeGreaterThan(0);
    expect(Math.max(...meals)).toBeGreaterThan(0);
    const copy = restore(snapshot(world));
    expect(stateHash(copy)).toBe(expected[TICKS - 1]);
  },
);
