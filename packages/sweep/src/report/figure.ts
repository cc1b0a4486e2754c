import type { Composed } from './figures/compose.ts';

/** A figure of a report. */
export interface Figure {
  /** "figure-1": unique in its report, and the beginning of the names of its files. */
  readonly id: string;
  /** Words for the name of a file. */
  readonly slug: string;
  readonly title: string;
  /** What is drawn, and how to read it. */
  readonly caption: string;
  readonly composed: Composed;
}

/** A figure that has not got its number yet. */
export type FigureDraft = Omit<Figure, 'id' | 'composed'> & {
  draw(id: string): Composed;
};
