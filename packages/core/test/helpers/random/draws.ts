import { randomOf } from '../random-of.ts';

/** Plain input of a scenario or of a part of it, checked by `parseScenario`. */
export type Input = Record<string, unknown>;

/** Draws of a seed. The same calls give the same values. */
export class Draws {
  readonly share: () => number;

  constructor(seed: number) {
    this.share = randomOf(seed);
  }

  chance(probability: number): boolean {
    return this.share() < probability;
  }

  /** A whole number from 0 to `count` - 1. */
  below(count: number): number {
    return Math.floor(this.share() * count);
  }

  /** A number with few digits, so that a report is easy to read. */
  real(min: number, max: number): number {
    return min + Math.floor(this.share() * 1000) * ((max - min) / 1000);
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)];
  }

  /** Each with this probability. */
  some<T>(list: readonly T[], probability: number): T[] {
    return list.filter(() => this.chance(probability));
  }

  times<T>(count: number, make: (k: number) => T): T[] {
    return Array.from({ length: count }, (_, k) => make(k));
  }

  /** Now and then the part, otherwise nothing: for parts of an object. */
  maybe(probability: number, make: () => Input): Input {
    return this.chance(probability) ? make() : {};
  }
}
