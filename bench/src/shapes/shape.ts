import type { Scenario } from '@skein/core';

/** An arrangement of the same flock in space. */
export interface Shape {
  readonly name: string;
  readonly dimensions: 2 | 3;
  /** The actual number of agents for the requested number. */
  readonly agents: (asked: number) => number;
  /** The mean number of neighbors within the radius, for the requested number of agents. */
  readonly neighbors: (asked: number) => number;
  /** The number of untimed ticks until it has its shape. */
  readonly ticks: number;
  readonly scenario: (asked: number) => Scenario;
  /** False if its cost is known and there is no goal for it. */
  readonly isGoal: boolean;
}
