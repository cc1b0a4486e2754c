import { afterAll, expect, it } from 'vitest';
import { caseOf, nameOf, suffer } from './fault-cases.ts';

// Set by `npm run faults`, which tries many more.
const COUNT = Number(process.env.SKEIN_FAULTS ?? 16);
const SEED = Number(process.env.SKEIN_SEED ?? 1);
const CHUNK = 10;

/** How long recoveries took, ms, by what was lost. */
const recoveries = new Map<string, number[]>();

it.each(Array.from({ length: Math.ceil(COUNT / CHUNK) }, (_, chunk) => SEED + chunk * CHUNK))(
  'loses nothing to faults, seeds from %i on',
  { timeout: 600_000 },
  async (from) => {
    for (let seed = from; seed < Math.min(from + CHUNK, SEED + COUNT); seed++) {
      const one = caseOf(seed);
      const { wrong, recoveries: found } = await suffer(one).catch((error) => ({
        wrong: `${error}`,
        recoveries: [],
      }));
      expect(wrong, nameOf(one)).toBeUndefined();
      for (const { ms, alone } of found) {
        const row = alone ? 'any, nobody left' : one.kind;
        recoveries.set(row, [...(recoveries.get(row) ?? []), ms]);
      }
    }
  },
);

afterAll(() => {
  if (process.env.SKEIN_FAULTS) console.log(tableOf(recoveries));
});

/** The table of docs/reliability.md. */
function tableOf(times: ReadonlyMap<string, number[]>): string {
  const head = ['what was lost', 'recoveries', 'p50, ms', 'p99, ms', 'longest, ms'];
  const rows = [...times].sort().map(([kind, found]) => {
    const sorted = [...found].sort((a, b) => a - b);
    const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1]!.toFixed(1);
    return [kind, `${found.length}`, at(0.5), at(0.99), at(1)];
  });
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}
