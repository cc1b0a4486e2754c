import { afterAll, expect, it } from 'vitest';
import { caseOf, type Kind, nameOf, suffer } from './fault-cases.ts';

// Set by `npm run faults`, which tries many more.
const COUNT = Number(process.env.SKEIN_FAULTS ?? 16);
const SEED = Number(process.env.SKEIN_SEED ?? 1);
const CHUNK = 10;

const recoveries = new Map<Kind, number[]>();

it.each(Array.from({ length: Math.ceil(COUNT / CHUNK) }, (_, chunk) => SEED + chunk * CHUNK))(
  'loses nothing to faults, seeds from %i on',
  { timeout: 600_000 },
  async (from) => {
    for (let seed = from; seed < Math.min(from + CHUNK, SEED + COUNT); seed++) {
      const one = caseOf(seed);
      const { wrong, recoveryMs } = await suffer(one).catch((error) => ({
        wrong: `${error}`,
        recoveryMs: [],
      }));
      expect(wrong, nameOf(one)).toBeUndefined();
      recoveries.set(one.kind, [...(recoveries.get(one.kind) ?? []), ...recoveryMs]);
    }
  },
);

afterAll(() => {
  for (const [kind, times] of recoveries) {
    times.sort((a, b) => a - b);
    const at = (share: number) => times[Math.ceil(share * times.length) - 1]?.toFixed(1);
    console.log(
      `${kind}: ${times.length} recoveries, ms after detection: p50 ${at(0.5)}, p99 ${at(0.99)}, max ${at(1)}`,
    );
  }
});
