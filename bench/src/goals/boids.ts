import { createWorld, kernels, stateHash, tick } from '@skein/core';
import { agreed } from '../agreement.ts';
import { Native, NativeMissingError } from '../native.ts';
import { median, ratios } from '../statistics.ts';
import { openAll } from '../stepper.ts';
import { inTurns } from '../turns.ts';
import { boids } from '../workload.ts';
import type { Goal, Measured, Measurement } from './goal.ts';

const SIMD: Goal = {
  name: 'SIMD against TypeScript, one worker',
  unit: 'x',
  reach: 3,
  aim: 5,
  better: 'more',
};
const TWO: Goal = {
  name: 'two workers against one',
  unit: 'x',
  reach: 1.85,
  aim: 1.95,
  better: 'more',
};
const LIMIT: Goal = {
  name: 'two workers against the C++ AVX2 limit on two threads',
  unit: 'x',
  reach: 0.4,
  aim: 0.6,
  better: 'more',
};
const TEXTBOOK: Goal = {
  name: 'one worker against textbook C++ on one thread',
  unit: 'x',
  reach: 1.5,
  aim: 2,
  better: 'more',
};

/**
 * Measures 100,000 boids with 30 neighbors each. The contenders take turns. They are kernels with one or two workers,
 * and C++ programs.
 */
export const boidsGoals: Measurement = async ({ quick, signal, notice }) => {
  const workload = { agents: 100_000, neighbors: 30 };
  const scenario = boids(workload);
  const natives: Native[] = [];
  try {
    natives.push(
      await Native.open({ variant: 'limit', ...workload, threads: 2, ticks: 30 }, signal),
      await Native.open({ variant: 'textbook', ...workload, threads: 1, ticks: 3 }, signal),
    );
  } catch (error) {
    if (!(error instanceof NativeMissingError)) throw error;
    notice(error.message);
  }
  const hasSimd = kernels().includes('simd');
  if (!hasSimd) notice('no SIMD kernel: WebAssembly SIMD cannot run here');
  await using steppers = await openAll([
    { scenario, workers: 2, ticks: 12 },
    { scenario, workers: 1, ticks: 12 },
    ...(hasSimd ? [{ scenario, workers: 1, kernel: 'ts' as const, ticks: 2 }] : []),
  ]);
  const contenders = [...steppers, ...natives];
  const samples = await inTurns(contenders, { turns: quick ? 5 : 15, signal });
  const [two, stepper, ts] = steppers;
  const timesOf = (contender: (typeof contenders)[number] | undefined) =>
    samples[contenders.indexOf(contender!)];
  const hash = agreed({ 'two workers': two!.hash, 'one worker': stepper!.hash });
  if (ts !== undefined) {
    // The TypeScript kernel has done fewer ticks than the others.
    const simd = createWorld(scenario, { kernel: 'simd', maxWorkers: 1 });
    tick(simd, ts.world.tick);
    agreed({ 'kernel simd': stateHash(simd), 'kernel ts': ts.hash });
  }
  const against = (goal: Goal, other: number[] | undefined, own: number[]): Measured[] =>
    other === undefined
      ? []
      : [
          {
            goal,
            samples: ratios(other, own),
            hash,
            note: `${median(other).toFixed(2)} / ${median(own).toFixed(2)} ms`,
          },
        ];
  const [twoMs, oneMs] = [timesOf(two)!, timesOf(stepper)!];
  return [
    ...against(LIMIT, timesOf(natives[0]), twoMs),
    ...against(SIMD, timesOf(ts), oneMs),
    ...against(TWO, oneMs, twoMs),
    ...against(TEXTBOOK, timesOf(natives[1]), oneMs),
  ];
};
