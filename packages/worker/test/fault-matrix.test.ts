import { availableParallelism, loadavg } from 'node:os';
import { afterAll, expect, it } from 'vitest';
import { LONG } from '../../core/test/helpers/long.ts';
import { BareThreads } from './bare-threads.ts';
import { caseOf, MAX_WORKERS, nameOf, suffer } from './fault-cases.ts';

// Set by `npm run tool -- faults`, which tries many more.
const COUNT = Number(process.env.SKEIN_FAULTS ?? (LONG ? 16 : 1));
// Seed 54 starves one of three workers.
const SEED = Number(process.env.SKEIN_SEED ?? (LONG ? 1 : 54));
const CHUNK = 10;

/** How long the recoveries took, ms, by the kind of fault. */
const recoveries = new Map<string, number[]>();
/** Measures how long the machine takes for messages alone. Only `npm run tool -- faults` needs this. */
const bare = process.env.SKEIN_FAULTS ? new BareThreads(MAX_WORKERS) : undefined;

it.each(Array.from({ length: Math.ceil(COUNT / CHUNK) }, (_, chunk) => SEED + chunk * CHUNK))(
  'a run with faults loses nothing, seeds from %i on',
  { timeout: 600_000 },
  async (from) => {
    for (let seed = from; seed < Math.min(from + CHUNK, SEED + COUNT); seed++) {
      const one = caseOf(seed);
      const { wrong, recoveries: found } = await suffer(one).catch((error) => ({
        wrong: `${error}`,
        recoveries: [],
      }));
      expect(wrong, nameOf(one)).toBeUndefined();
      for (const { ms, alone } of found) add(alone ? 'any, no worker left' : one.kind, ms);
      if (bare) add('no loss: bare messages', await bare.twoRounds(one.workers));
    }
  },
);

afterAll(async () => {
  if (bare === undefined) return;
  await bare[Symbol.asyncDispose]();
  console.log(
    `load ${loadavg()[0].toFixed(1)} on ${availableParallelism()} cores\n${tableOf(recoveries)}`,
  );
});

function add(row: string, ms: number): void {
  recoveries.set(row, [...(recoveries.get(row) ?? []), ms]);
}

/** Formats the table of docs/reliability.md. */
function tableOf(times: ReadonlyMap<string, number[]>): string {
  const head = ['what was lost', 'recoveries', 'p50, ms', 'p99, ms', 'longest, ms'];
  const rows = [...times].sort().map(([kind, found]) => {
    const sorted = [...found].sort((a, b) => a - b);
    const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1].toFixed(1);
    return [kind, `${found.length}`, at(0.5), at(0.99), at(1)];
  });
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}
