/** A fault that a test raises in a worker, to test the supervision. */
export interface Fault {
  readonly tick: number;
  readonly phase: string;
  /** Whether it is raised at the barrier after the phase, instead of at the start of the phase. It must not return. */
  readonly arrived?: boolean;
  /** Does the damage: it throws, exits or never returns. */
  readonly run: () => void;
}
