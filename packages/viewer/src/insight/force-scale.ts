import type { Insight } from '@skein/core';

/** Time in which the scale comes down to a third of what it was, s. */
const SINK_SECONDS = 3;

/** What a full bar and a long arrow stand for: the longest force of late, so that neither jumps. */
export class ForceScale {
  /** N */
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
