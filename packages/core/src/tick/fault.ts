/** A fault that a test raises in a worker, to test whether the supervisor detects it. */
export interface Fault {
  readonly tick: number;
  readonly phase: string;
  /**
   * If true, the fault is raised at the barrier after the phase, instead of at the start of the phase. In this case,
   * `run` must not return.
   */
  readonly arrived?: boolean;
  /** Does the damage: throws, exits, or never returns. */
  readonly run: () => void;
}
