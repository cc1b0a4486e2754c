/** The scene, seed and tick from which the name of a file is made. */
export interface Shown {
  readonly scene: string;
  readonly seed: number;
  readonly tick: number;
}

/** Makes a file name such as "flock-seed1-tick480.png". */
export function fileName({ scene, seed, tick }: Shown, ending: string): string {
  return `${scene}-seed${seed}-tick${tick}.${ending}`;
}
