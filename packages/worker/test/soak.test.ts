import { createWorld, stateHash, tick } from '@skein/core';
import { expect, it } from 'vitest';
import { FAULT_KINDS, type PlannedFault } from '../src/faults.ts';
import { patientTeam } from './patient-team.ts';
import { flock, randomOf } from './scenes.ts';

// Set by `npm run tool -- faults --soak SECONDS`.
const SECONDS = Number(process.env.SKEIN_SOAK ?? 0);
const SEED = Number(process.env.SKEIN_SEED ?? 1);
const WORKERS = 3;
/** The time from one fault to the next. */
const EVERY_MS = 2000;

it.runIf(SECONDS > 0)(
  `a run of ${SECONDS} s with a fault every 2 s ends at the predicted hash, seed ${SEED}`,
  { timeout: (4 * SECONDS + 60) * 1000 },
  async () => {
    const random = randomOf(SEED);
    const kinds = FAULT_KINDS.filter((kind) => kind !== 'arrive');
    const timed = createWorld(flock);
    const begin = performance.now();
    tick(timed, 500);
    const every = Math.ceil((EVERY_MS * 500) / (performance.now() - begin));
    const count = Math.max(1, Math.floor((SECONDS * 1000) / EVERY_MS));
    const faults = Array.from({ length: count }, (_, k): PlannedFault => {
      const kind = kinds[Math.floor(random() * kinds.length)];
      const phase = ['steer', 'integrate', 'bin', 'scatter', 'settle'][Math.floor(random() * 5)];
      return { worker: Math.floor(random() * WORKERS), tick: (k + 1) * every, phase, kind };
    });
    const ticks = (count + 1) * every;
    const predicted = createWorld(flock);
    tick(predicted, ticks);

    const world = createWorld(flock);
    await using team = await patientTeam(world, WORKERS, { faults, stallMs: 500, mostLosses: 1e9 });
    let losses = 0;
    team.on('fault', () => losses++);
    const rssBefore = process.memoryUsage().rss;
    while (world.tick < ticks) await team.run(Math.min(1000, ticks - world.tick));
    const grown = (process.memoryUsage().rss - rssBefore) / 2 ** 20;
    console.log(
      `${ticks} ticks, ${losses} losses of ${count} planned, RSS +${grown.toFixed(1)} MiB`,
    );
    expect(losses).toBeGreaterThanOrEqual(count);
    expect(stateHash(world)).toBe(stateHash(predicted));
  },
);
