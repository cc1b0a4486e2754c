import { summarize } from '../statistics.ts';
import type { Context, Row } from '../suite.ts';

/** A performance goal of Skein. */
export interface Goal {
  readonly name: string;
  readonly unit: string;
  /** The value that must be reached, and the value to aim for. */
  readonly reach: number;
  readonly aim: number;
  readonly better: 'more' | 'less';
  /** Which of the samples must reach it. Default: the median. */
  readonly judge?: 'median' | 'worst';
}

export interface Measured {
  readonly goal: Goal;
  readonly samples: readonly number[];
  /** Missing if nothing was measured. */
  readonly hash?: string;
  /** The two times of a ratio, and other remarks. */
  readonly note?: string;
}

/** Measures one or more goals that share contenders. */
export type Measurement = (context: Context) => Promise<Measured[]>;

export function verdict(
  { reach, aim, better, judge = 'median' }: Goal,
  samples: readonly number[],
) {
  const { median, min, max } = summarize(samples);
  const worst = better === 'more' ? min : max;
  const value = judge === 'worst' ? worst : median;
  const reaches = (goal: number) => (better === 'more' ? value >= goal : value <= goal);
  if (reaches(aim)) return 'aim reached';
  return reaches(reach) ? 'reached' : 'missed';
}

/** Measures goals one after the other, and yields a row for each. */
export async function* goalRows(
  measurements: readonly Measurement[],
  context: Context,
): AsyncGenerator<Row> {
  for (const measure of measurements) {
    for (const { goal, samples, hash, note } of await measure(context)) {
      yield {
        labels: { goal: goal.name },
        unit: goal.unit,
        samples,
        figures: { verdict: verdict(goal, samples), reach: goal.reach, aim: goal.aim },
        ...(hash !== undefined && { hash }),
        ...(note !== undefined && { note }),
      };
    }
  }
}
