import type { Chart } from './figures/chart.ts';

/** A figure of a report, without its number. */
export interface Figure {
  readonly title: string;
  /** The caption, which says what the figure shows and how to read it. */
  readonly caption: string;
  /** What the figure shows, in words, for readers who cannot see it. */
  readonly description: string;
  readonly chart: Chart;
}
