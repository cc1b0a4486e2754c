import { command, createWorld, parseScenario, stateHash, tick, type World } from '@skein/core';
import { expect, it } from 'vitest';
import { LONG } from '../../core/test/helpers/long.ts';
import { TICKS } from '../../core/test/helpers/random/commands.ts';
import { randomWorld } from '../../core/test/helpers/random/scene.ts';
import { randomOf } from '../../core/test/helpers/random-of.ts';
import type { PlannedFault } from '../src/faults.ts';
import { patientTeam } from './patient-team.ts';

const SEED = 70_411;
const WORLDS = LONG ? 60 : 1;

it.each(Array.from({ length: WORLDS }, (_, n) => SEED + n))(
  'random world %i has the same hashes on threads that are lost and added',
  async (seed) => {
    const { scenario: input, given, order } = randomWorld(seed);
    const scenario = parseScenario(input);
    const random = randomOf(order);
    const plain = createWorld(scenario, { kernel: 'ts' });
    const world = createWorld(scenario, { maxWorkers: 5 });
    const lostAt = Math.floor(random() * TICKS);
    const fault: PlannedFault = { worker: 1, tick: lostAt, phase: 'integrate', kind: 'exit' };
    await using team = await patientTeam(world, 3, { faults: [fault] });
    let lost = 0;
    team.on('fault', () => lost++);
    const refusal = (call: () => void): string => {
      try {
        call();
      } catch (error) {
        return (error as Error).message;
      }
      return 'none';
    };
    for (let t = 0; t < TICKS; t++) {
      for (const one of given.filter((one) => one.tick === t)) {
        const give = (to: World) => () => void command(to, one.command as never);
        expect(refusal(give(world)), `tick ${t}`).toBe(refusal(give(plain)));
      }
      tick(plain);
      if (t === 5 || t === 8) await team.resize(1 + Math.floor(random() * 5));
      const { hashes = [] } = await team.run(1, { hash: true });
      expect(hashes.at(-1), `tick ${t + 1}`).toBe(stateHash(plain));
    }
    // Later there may be a single thread.
    if (lostAt < 5) expect(lost).toBe(1);
  },
  120_000,
);
