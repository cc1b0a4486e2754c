/** A fault to be raised in a worker, for tests of the supervision. */
export interface Fault {
  readonly tick: number;
  readonly phase: string;
  /** Does the damage: throws, exits or never returns. */
  readonly run: () => void;
}
