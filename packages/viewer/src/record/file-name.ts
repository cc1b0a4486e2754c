/** The run and tick that a file shows. */
export interface Shown {
  readonly scene: string;
  readonly seed: number;
  readonly tick: number;
}

/** A file name such as "flock-seed1-tick480.png". */
export function fileName({ scene, seed, tick }: Shown, ending: string): string {
  return `${scene}-seed${seed}-tick${tick}.${ending}`;
}
