import type { Composed } from './figures/compose.ts';

/** A figure of a report. */
export interface Figure {
  /** An id that is unique in the report, such as "figure-1". The names of the figure's files begin with this id. */
  readonly id: string;
  /** The words that follow the id in the names of the figure's files. */
  readonly slug: string;
  readonly title: string;
  /** The caption, which says what the figure shows and how to read it. */
  readonly caption: string;
  readonly composed: Composed;
}

/** A figure that has no number yet. */
export type FigureDraft = Omit<Figure, 'id' | 'composed'> & {
  draw(id: string): Composed;
};
