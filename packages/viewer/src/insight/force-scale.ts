import type { Insight } from '@skein/core';

/** The time in which the scale decays to about a third, in s. */
const SINK_SECONDS = 3;

/**
 * The force of a full bar and of a long arrow: the longest recent force. It decays slowly, so that bars and arrows do
 * not jump.
 */
export class ForceScale {
  /** The force at full length, in N. */
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
