import type { Insight } from '@skein/core';

/** The time in which the scale falls to about a third when forces become smaller, in s. */
const SINK_SECONDS = 3;

/**
 * The force at which a bar is full and an arrow has its full length. It follows the largest recent force, but falls
 * slowly, so that bars and arrows do not jump.
 */
export class ForceScale {
  /** The force at which a bar is full and an arrow has its full length, in N. */
  longest = 1e-9;

  clear(): void {
    this.longest = 1e-9;
  }

  update({ forces, total }: Insight, seconds: number): void {
    let longest = Math.hypot(...total);
    for (const { length, asked } of forces)
      longest = Math.max(longest, length, Math.hypot(...asked));
    const sunk = this.longest * Math.exp(-seconds / SINK_SECONDS);
    this.longest = Math.max(longest, sunk, 1e-9);
  }
}
