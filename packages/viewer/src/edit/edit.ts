import type { CommandInput } from '@skein/core';

/** A point or a vector, as commands take it. */
export type Triple = [x: number, y: number, z: number];

/** One edit of the run, expressed as commands. */
export interface Edit {
  /** The name of the edit for the visitor: "Obstacle added". */
  readonly name: string;
  /** The commands that carry out the edit. */
  redo(): CommandInput[];
  /** The commands that reverse the edit. */
  undo(): CommandInput[];
  /** Reports the ids of the agents that the last commands created. */
  born?(ids: readonly number[]): void;
}
