import type { Scenario } from '@skein/core';

/** A flock in one arrangement in space. All shapes have the same flock. */
export interface Shape {
  readonly name: string;
  readonly dimensions: 2 | 3;
  /** Returns the actual number of agents, given the requested number. */
  readonly agents: (asked: number) => number;
  /** Returns the mean number of neighbors within the radius, given the requested number of agents. */
  readonly neighbors: (asked: number) => number;
  /** The number of untimed ticks until the flock has this shape. */
  readonly ticks: number;
  readonly scenario: (asked: number) => Scenario;
  /** Whether there is a performance goal for the shape. A shape that is known to be expensive has no goal. */
  readonly isGoal: boolean;
}
