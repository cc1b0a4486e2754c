import { summarize } from '../statistics.ts';
import type { Context, Row } from '../suite.ts';

/** A performance goal of Skein. */
export interface Goal {
  readonly name: string;
  readonly unit: string;
  /** The value that must be reached, and the value that should be reached. */
  readonly reach: number;
  readonly aim: number;
  readonly better: 'more' | 'less';
  /** Whether the median or the worst of the samples must reach the goal. Default: the median. */
  readonly judge?: 'median' | 'worst';
}

export interface Measured {
  readonly goal: Goal;
  readonly samples: readonly number[];
  /** The hash of the last state; undefined if nothing was measured. */
  readonly hash?: string;
  /** Remarks, such as the two times from which a ratio was computed. */
  readonly note?: string;
}

/** Measures one or several goals that need the same contenders. */
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

/** Measures goals one after the other, and yields a row of the table for each. */
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
