import type { Problem } from '@skein/core';
import { guessText } from '@skein/core/describe';
import { show } from '@skein/core/internal';
import type { Driver } from '../driver.ts';
import {
  colorProblems,
  frameProblems,
  type LightColor,
  nameProblems,
  speciesProblems,
} from '../option-checks.ts';
import { ThreeError } from '../option-error.ts';

/** A kind of particles that the agents of a species can leave behind. */
export type ParticleKind = 'trail' | 'sparks';

/** The options of `createParticles`: which particles are drawn, and how they look. */
export interface ParticlesOptions {
  /** The name of the species whose particles are drawn. Default: the particles of all species. */
  readonly species?: string;
  /** Which kinds of particles are drawn: `'trail'` along the flight of agents, `'sparks'` at hits. Default: both. */
  readonly kinds?: readonly ParticleKind[];
  /**
   * The color of the particles. `'species'` stands for the color of each species in the scenario, or white if the
   * scenario sets none. `'speed'` stands for a color scale from rest to maximum speed. A single color applies to all
   * particles. Sparks glow hot at first. Default: `'species'`.
   */
  readonly color?: LightColor;
}

export const PARTICLE_KINDS: readonly ParticleKind[] = ['trail', 'sparks'];
const OPTIONS = ['species', 'kinds', 'color'];

/**
 * Checks the options of particles.
 *
 * @throws ThreeError OPTION_INVALID
 */
export function checkParticles(driver: Driver, options: ParticlesOptions): void {
  const problems = frameProblems(driver, options);
  if (problems.length === 0) problems.push(...problemsOf(driver, options));
  if (problems.length > 0) throw new ThreeError(problems);
}

function problemsOf(driver: Driver, options: ParticlesOptions): Problem[] {
  const { species } = driver.world.scenario;
  const { species: name, kinds = PARTICLE_KINDS, color } = options;
  const problems = [...nameProblems(options, OPTIONS), ...speciesProblems(species, name)];
  problems.push(...kindProblems(kinds), ...colorProblems(color));
  if (problems.length > 0) return problems;
  const drawn = species.filter((species) => name === undefined || species.name === name);
  if (!drawn.some((species) => kinds.some((kind) => species[kind] !== undefined))) {
    const expected = `a scenario in which a species has ${kinds.join(' or ')}`;
    problems.push({ path: '$driver', found: 'no particles of that kind', expected });
  }
  return problems;
}

function kindProblems(kinds: unknown): Problem[] {
  if (!Array.isArray(kinds) || kinds.length === 0) {
    const expected = "a list of 'trail' and 'sparks'";
    return [{ path: '$.kinds', found: show(kinds), expected }];
  }
  return kinds.flatMap((kind, i) => {
    if (PARTICLE_KINDS.includes(kind)) return [];
    const guess = typeof kind === 'string' ? guessText(kind, PARTICLE_KINDS) : '';
    return [{ path: `$.kinds[${i}]`, found: show(kind) + guess, expected: "'trail' or 'sparks'" }];
  });
}
