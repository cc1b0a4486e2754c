import type { CommandInput } from '@skein/core';

/** A point or a vector as commands take it. */
export type Triple = [x: number, y: number, z: number];

/** What one deed in the picture does to the run, as commands. */
export interface Edit {
  /** What was done, in words: "Obstacle added". */
  readonly name: string;
  /** What does it, from how the run was. */
  redo(): CommandInput[];
  /** What puts back what it changed, from now on. */
  undo(): CommandInput[];
  /** The agents that its commands made last, by id. */
  born?(ids: readonly number[]): void;
}
