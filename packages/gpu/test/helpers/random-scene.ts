import type { WorkedLaw } from '../../../core/src/laws/law.ts';
import { randomLaw, randomLife } from '../../../core/test/laws/random-law.ts';
import { LawScene } from './law-scene.ts';

/** Shares of the numbers in a scene that are not usual ones. */
const ODD = [0.1, 0.01, 0];
const COMMON = { law: 1, name: 'random', description: '', result: 'next' } as const;

/** Returns a scene with a random law: a force, or the numbers, whole numbers and truths of a random life. */
export function randomScene(seed: number): LawScene {
  const odd = ODD[seed % ODD.length];
  if (seed % 2 === 0) {
    return new LawScene({ ...COMMON, ...randomLaw(seed) } as unknown as WorkedLaw, seed, odd);
  }
  const { next, ends, births, vector, ...life } = randomLife(seed);
  const values = births
    .flatMap((birth) => Object.values(birth))
    .flatMap((of: number | object) => (typeof of === 'number' ? [of] : Object.values(of)));
  const all = [...vector, ...Object.values(next), ends, ...values];
  return new LawScene({ ...COMMON, ...life, vector: all } as unknown as WorkedLaw, seed, odd);
}
