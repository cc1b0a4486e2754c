import type { Context } from '../suite.ts';

/** A figure that Skein is held to. */
export interface Goal {
  readonly name: string;
  readonly unit: string;
  /** What it has to be, and what it should be. */
  readonly reach: number;
  readonly aim: number;
  readonly better: 'more' | 'less';
}

export interface Measured {
  readonly goal: Goal;
  readonly samples: readonly number[];
  readonly hash: string;
  /** The two times of a ratio, in words, and what else there is to know. */
  readonly note?: string;
}

/** Measures one or more goals that share their contenders. */
export type Measurement = (context: Context) => Promise<Measured[]>;

export function verdict({ reach, aim, better }: Goal, value: number): string {
  const reaches = (goal: number) => (better === 'more' ? value >= goal : value <= goal);
  if (reaches(aim)) return 'aim reached';
  return reaches(reach) ? 'reached' : 'missed';
}
