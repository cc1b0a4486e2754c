import type { InnerWorld } from '@skein/core/internal';

/** Shapes of obstacles for which the plain script has no code. */
const RARE_SHAPES: readonly string[] = ['capsule', 'polygon'];

/**
 * Whether the plain script suffices to step a world: with SIMD, by laws and avoidance, in open space. What the script
 * lacks is listed in scripts/plain-thread.mjs. If a command or a side task needs that, the team continues with the whole
 * script, so a wrong answer costs only the time of another start.
 */
export function isPlain({ plan, scenario }: InnerWorld): boolean {
  const { map, mesh, heights, births, hasStates, reports, particles, extras } = plan;
  const { kernel, launchers, scalars, species } = plan;
  const { approach, assignedTarget, assignedQuarry } = extras;
  return (
    kernel === 'simd' &&
    !(map || mesh || heights || births || hasStates || reports || particles) &&
    !(approach || assignedTarget || assignedQuarry) &&
    launchers.length + scalars.length === 0 &&
    species.every(({ behaviors }) =>
      behaviors.every(({ law, type }) => law >= 0 || type === 'avoidance'),
    ) &&
    !scenario.obstacles.some(({ type }) => RARE_SHAPES.includes(type))
  );
}
