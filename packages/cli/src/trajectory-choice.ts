/** Which states of which agents are written. */
export interface TrajectoryChoice {
  /** The last tick of the run. */
  readonly ticks: number;
  /** The interval between samples, in ticks. */
  readonly every: number;
  /** The chosen agents, such as `boid,0..99`. Default: all. */
  readonly only: string | undefined;
}
