/** A fault to be raised in a worker, for tests of the supervision. */
export interface Fault {
  readonly tick: number;
  readonly phase: string;
  /** Raised when the worker has come to the barrier behind the phase, and not already at the phase. It must not return. */
  readonly arrived?: boolean;
  /** Does the damage: throws, exits or never returns. */
  readonly run: () => void;
}
