import type { BehaviorPlan, InnerWorld } from '@skein/core/internal';

/** What a behavior, or what stages its columns, has an agent compute. */
export interface Act {
  readonly behavior: BehaviorPlan;
  /** Its aims: the behavior itself, and the copy with the second aim. */
  readonly aims: readonly BehaviorPlan[];
}

/**
 * A law with all that its code depends on. The acts of different species that have the same law share its code, and
 * differ only in numbers.
 */
export interface UnitPlan {
  /** An act with this law. */
  readonly sample: Act;
  /** Whether it stages columns. Otherwise it gives a force. */
  readonly stages: boolean;
}

/** What the agents of a species compute. */
export interface RoleProgram {
  readonly species: number;
  /** The units in the order in which they are added, each with its act. Those that stage are last. */
  readonly acts: readonly { readonly unit: number; readonly act: Act }[];
}

export interface Program {
  readonly units: readonly UnitPlan[];
  readonly roles: readonly RoleProgram[];
}

/** Plans the code that all species share. A law that a species has twice is two units. */
export function programOf(world: InnerWorld): Program {
  const { roles } = world.plan;
  const units: UnitPlan[] = [];
  const places = new Map<string, number>();
  const unitOf = (act: Act, stages: boolean, own: readonly number[]): number => {
    for (let nth = 0; ; nth++) {
      const key = `${keyOf(act)} ${stages} ${nth}`;
      const unit = places.get(key) ?? units.push({ sample: act, stages }) - 1;
      places.set(key, unit);
      if (!own.includes(unit)) return unit;
    }
  };
  const programs = roles.map(({ species, behaviors }): RoleProgram => {
    const acts: { unit: number; act: Act }[] = [];
    const add = (behavior: BehaviorPlan, stages: boolean): void => {
      const act = actOf(world, behavior);
      acts.push({
        unit: unitOf(
          act,
          stages,
          acts.map(({ unit }) => unit),
        ),
        act,
      });
    };
    for (const behavior of behaviors) add(behavior, false);
    for (const { staging } of behaviors) if (staging !== undefined) add(staging, true);
    return { species, acts };
  });
  return { units, roles: programs };
}

function actOf({ plan }: InnerWorld, behavior: BehaviorPlan): Act {
  const { aims } = plan.laws[behavior.law];
  return { behavior, aims: [behavior, behavior.second!].slice(0, aims.length) };
}

/** At what an act aims. */
export function aimKindOf({ place, target }: BehaviorPlan): 'goal' | 'target' | 'quarry' {
  if (place !== undefined) return 'goal';
  return target >= 0 ? 'target' : 'quarry';
}

/** Acts with the same key have the same code. */
function keyOf({ behavior, aims }: Act): string {
  const { law, slots, filters } = behavior;
  return JSON.stringify([law, slots, filters, aims.map(aimKindOf)]);
}
