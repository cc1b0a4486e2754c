import { lastChoice } from '../steering/orca/steer-orca.ts';
import type { SpeciesPlan } from '../world/plan.ts';
import type { Triple } from './triple.ts';

/** A half space of velocities that "orca" allows, a half plane in two dimensions. */
export interface AllowedVelocities {
  /** A velocity on its border (m/s), that nearest to rest. */
  readonly point: Triple;
  /** Unit vector into what is allowed. */
  readonly normal: Triple;
  /** True for walls, obstacles and contacts, which are given up last. */
  readonly firm: boolean;
}

/** What "orca" had to choose from. */
export interface OrcaInsight {
  readonly halfSpaces: readonly AllowedVelocities[];
  /** The velocity that the behaviors before it would give (m/s). */
  readonly preferred: Triple;
  /** The velocity that it chose (m/s). */
  readonly safe: Triple;
}

/** Reads what the agent that was steered last chose from; undefined for a species without "orca". */
export function inspectOrca({ behaviors }: SpeciesPlan): OrcaInsight | undefined {
  if (!behaviors.some(({ type }) => type === 'orca')) return undefined;
  const { spaces, preferred, safe, firm } = lastChoice;
  return {
    halfSpaces: Array.from({ length: spaces.count }, (_, k) => {
      const normal = [spaces.x[k], spaces.y[k], spaces.z[k]] as const;
      const bound = spaces.bound[k];
      return {
        point: [normal[0] * bound, normal[1] * bound, normal[2] * bound],
        normal,
        firm: k < firm,
      };
    }),
    preferred: [preferred.x, preferred.y, preferred.z],
    safe: [safe.x, safe.y, safe.z],
  };
}
