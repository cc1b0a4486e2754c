/** Which state of which run a file shows. */
export interface Shown {
  readonly scene: string;
  readonly seed: number;
  readonly tick: number;
}

/** "flock-seed1-tick480.png". */
export function fileName({ scene, seed, tick }: Shown, ending: string): string {
  return `${scene}-seed${seed}-tick${tick}.${ending}`;
}
