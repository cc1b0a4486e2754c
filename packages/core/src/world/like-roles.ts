import type { LawPlan } from '../laws/plane-plan.ts';

/** What decides how the agents of a role act; see RolePlan. */
interface Role {
  readonly species: number;
  readonly behaviors: readonly {
    readonly law: number;
    readonly mask: number;
    readonly wanting: object | undefined;
    readonly staging: object | undefined;
  }[];
}

/**
 * Finds roles that have the same laws, so that their agents act alike while all numbers are equal too. Returns the first
 * such role for each role.
 *
 * @param priorities for each species, whether its forces are composed by priority
 */
export function likeRoles(
  roles: readonly Role[],
  laws: readonly LawPlan[],
  priorities: readonly boolean[],
): readonly number[] {
  const first = new Map<string, number>();
  return roles.map(({ species, behaviors }, role) => {
    const isPlain = behaviors.every(
      ({ law, wanting, staging }) =>
        law >= 0 && wanting === undefined && staging === undefined && isForAll(laws[law]),
    );
    if (!isPlain) return role;
    const key = JSON.stringify([
      priorities[species],
      behaviors.map(({ law, mask }) => [law, mask]),
    ]);
    if (!first.has(key)) first.set(key, role);
    return first.get(key)!;
  });
}

/** Whether a law yields the same for agents of any species, if all numbers are equal. */
function isForAll({ law, aims }: LawPlan): boolean {
  const ofBehavior = ([name, of]: LawPlan['law']['nodes'][number]) =>
    (name === 'world' && of === 'behavior') || (name === 'self' && of === 'species');
  return aims.length === 0 && !law.nodes.some(ofBehavior);
}
