import { lastChoice } from '../steering/orca/steer-orca.ts';
import type { SpeciesPlan } from '../world/plan.ts';
import type { Triple } from './triple.ts';

/** A half space of velocities that the behavior "orca" allows; in two dimensions, a half plane. */
export interface AllowedVelocities {
  /** The point nearest to 0 on the boundary of the half space: a velocity (m/s). */
  readonly point: Triple;
  /** The unit vector perpendicular to the boundary of the half space. It points to the allowed side. */
  readonly normal: Triple;
  /** True for the constraints of walls, obstacles and contacts, which are relaxed last. */
  readonly firm: boolean;
}

/** The velocities among which the behavior "orca" chose. */
export interface OrcaInsight {
  readonly halfSpaces: readonly AllowedVelocities[];
  /**
   * The velocity (m/s) that the agent would get from the behaviors before "orca" if "orca" did not act. It is bent
   * slightly to one side.
   */
  readonly preferred: Triple;
  /** The velocity that "orca" chose (m/s). */
  readonly safe: Triple;
}

/** Reads what "orca" chose for the agent that was steered last. Returns undefined for a species without "orca". */
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
