import type { Scenario } from '@skein/core';

/** A way in which the same flock can lie in space. */
export interface Shape {
  readonly name: string;
  readonly dimensions: 2 | 3;
  /** Agents, where so many are asked for. */
  readonly agents: (asked: number) => number;
  /** Others within the radius of each, where so many agents are asked for. */
  readonly neighbors: (asked: number) => number;
  /** Ticks until it has its shape: outside the clock. */
  readonly ticks: number;
  readonly scenario: (asked: number) => Scenario;
  /** False where the price is known and no goal speaks of it. */
  readonly isGoal: boolean;
}
