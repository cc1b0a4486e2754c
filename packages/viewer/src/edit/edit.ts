import type { CommandInput } from '@skein/core';

/** A point (m) or a vector, in the form that commands take. */
export type Triple = [x: number, y: number, z: number];

/** A change to the run that can be undone. It consists of commands. */
export interface Edit {
  /** The name of the edit as the visitor sees it, such as "Obstacle added". */
  readonly name: string;
  /** Returns the commands that carry out the edit. */
  redo(): CommandInput[];
  /** Returns the commands that undo the edit. */
  undo(): CommandInput[];
  /** Receives the ids of the agents that the latest commands of this edit have created. */
  born?(ids: readonly number[]): void;
}
