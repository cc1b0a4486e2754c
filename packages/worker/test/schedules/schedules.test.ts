import { afterAll, expect, it } from 'vitest';
import { LONG } from '../../../core/test/helpers/long.ts';
import { PooledMemory } from './pooled-memory.ts';
import { play } from './schedule.ts';

// Set by `npm run tool -- schedules`, which tries many more.
const COUNT = Number(process.env.SKEIN_SCHEDULES ?? (LONG ? 500 : 15));
const SEED = Number(process.env.SKEIN_SEED ?? 1);
const CHUNK = 1000;

const memory = new PooledMemory();
const sum = { schedules: 0, losses: 0, silences: 0, virtualMs: 0 };

it.each(Array.from({ length: Math.ceil(COUNT / CHUNK) }, (_, chunk) => SEED + chunk * CHUNK))(
  'every schedule ends and loses nothing, seeds from %i on',
  { timeout: 3_600_000 },
  async (from) => {
    for (let seed = from; seed < Math.min(from + CHUNK, SEED + COUNT); seed++) {
      const { wrong, losses, silences, virtualMs } = await play(seed);
      memory.release();
      expect(wrong, `npm run tool -- schedules --count 1 --seed ${seed}`).toBeUndefined();
      sum.schedules++;
      sum.losses += losses;
      sum.silences += silences;
      sum.virtualMs += virtualMs;
    }
  },
);

it('the schedules have enough losses and silences', () => {
  if (COUNT < 15) return;
  expect(sum.losses).toBeGreaterThan(COUNT);
  expect(sum.silences).toBeGreaterThan(COUNT / 2);
});

afterAll(() => {
  memory[Symbol.dispose]();
  if (process.env.SKEIN_SCHEDULES === undefined) return;
  const { schedules, losses, silences, virtualMs } = sum;
  const hours = (virtualMs / 3_600_000).toFixed(1);
  console.log(
    `${schedules} schedules, ${losses} losses, ${silences} of them silent, ${hours} h of the virtual clock`,
  );
});
