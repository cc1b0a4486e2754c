import { reachOf } from '../laws/uniform.ts';
import { farthestReach } from '../scenario/neighbor-ranges.ts';
import type { BehaviorPlan, Plan } from '../world/plan.ts';

/** A pass of a law that takes part in a walk. */
export interface WalkerPlan {
  /** The index of the behavior in the list for which the walk is planned. */
  readonly place: number;
  /** The index of the law in the world's plan, and the level and index of the pass. */
  readonly law: number;
  readonly level: number;
  readonly pass: number;
  /** The node of the set of neighbors. */
  readonly set: number;
  /** Whether the layer has species that the behavior does not see. */
  readonly sorts: boolean;
}

/** A walk over the neighbors in one layer of the grid. It serves passes that look about as far. */
export interface WalkPlan {
  readonly layer: number;
  readonly walkers: readonly WalkerPlan[];
  /** The name of the compiled function. Walks with equal code have the same name. */
  readonly name: string;
}

/**
 * The maximum ratio of the radii of passes that share a walk. With a larger ratio, the pass with the small radius would
 * measure too many candidates in vain.
 */
const NESTED = 2.5;
/** The maximum number of passes that share a walk. */
const MOST = 8;

/**
 * Plans the walks that the laws of some behaviors of a role need at one level. Depends only on the scenario, not on the
 * numbers that commands change, so that the code can be compiled in advance.
 */
export function walksOf(plan: Plan, behaviors: readonly BehaviorPlan[], level: number): WalkPlan[] {
  return plan.grid.layers.flatMap(({ species }, layer) => {
    const walkers = behaviors.flatMap((behavior, place) => {
      const passes = plan.laws[behavior.law].levels[level]?.passes ?? [];
      if ((behavior.mask & species) === 0) return [];
      const sorts = (species & ~behavior.mask) !== 0;
      return passes.map(({ set, isAlone }, pass) => {
        const reach = isAlone ? 0 : firstReach(plan, behavior, set);
        return { place, law: behavior.law, level, pass, set, sorts, isAlone, reach };
      });
    });
    const together = walkers.filter(({ isAlone }) => !isAlone).sort((a, b) => b.reach - a.reach);
    const groups = walkers.filter(({ isAlone }) => isAlone).map((walker) => [walker]);
    for (const one of together) {
      const last = groups.at(-1);
      const joins =
        last !== undefined &&
        !last[0].isAlone &&
        last.length < MOST &&
        last[0].reach <= NESTED * one.reach;
      if (joins) last.push(one);
      else groups.push([one]);
    }
    return groups.map((walkers) => ({ layer, walkers, name: nameOf(walkers) }));
  });
}

/** Returns the lists of behaviors whose laws are computed together, for one role. */
export function stagesOf(plan: Plan, role: number): readonly (readonly BehaviorPlan[])[] {
  const lawful = lawfulOf(plan, role);
  const isLate = ({ law }: BehaviorPlan) => plan.laws[law].readsForce;
  return [
    lawful.filter((behavior) => !isLate(behavior)),
    ...lawful.filter(isLate).map((behavior) => [behavior]),
  ];
}

/** Returns the behaviors of a role that compute laws, in the order of the scenario. */
export function lawfulOf({ roles }: Plan, role: number): readonly BehaviorPlan[] {
  return roles[role].behaviors
    .flatMap((behavior) => [behavior.wanting ?? behavior, behavior.staging ?? []].flat())
    .filter(({ law }) => law >= 0);
}

/** The reach (m) of a pass at the start. */
function firstReach(plan: Plan, { law, settings, index }: BehaviorPlan, set: number): number {
  const { seed, dt, dimensions } = plan;
  const world = { dt, tick: 0, seed, dimensions, behavior: index };
  const numbers = settings as unknown as Readonly<Record<string, number>>;
  const uniform = {
    parameterOf: (name: string) => numbers[name] ?? 0,
    worldOf: (value: keyof typeof world) => world[value],
  };
  return reachOf(plan.laws[law].law, set, uniform, farthestReach(plan.largestRadius)) || 0;
}

function nameOf(walkers: readonly WalkerPlan[]): string {
  const parts = walkers.map(
    ({ law, level, pass, sorts }) => `${law}.${level}.${pass}${sorts ? ' sorted' : ''}`,
  );
  return `walk ${parts.join(' + ')}`;
}
