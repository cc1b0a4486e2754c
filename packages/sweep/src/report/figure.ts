import type { Composed } from './figures/compose.ts';

/** A figure of a report. */
export interface Figure {
  /** An id such as "figure-1": unique in the report, and the beginning of its file names. */
  readonly id: string;
  /** The words in its file name. */
  readonly slug: string;
  readonly title: string;
  /** What the figure shows, and how to read it. */
  readonly caption: string;
  readonly composed: Composed;
}

/** A figure that has no number yet. */
export type FigureDraft = Omit<Figure, 'id' | 'composed'> & {
  draw(id: string): Composed;
};
