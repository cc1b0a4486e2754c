import type { Input } from './draws.ts';

/** The names that parts of a random scenario refer to. */
export interface Names {
  readonly targets: readonly string[];
  readonly species: readonly string[];
  readonly paths: readonly string[];
  readonly regions: readonly string[];
  readonly laws: readonly Input[];
}
