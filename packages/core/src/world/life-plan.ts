import type { Law } from '../laws/law.ts';
import type { LawPlan } from '../laws/plane-plan.ts';
import { isDepositPlane } from '../laws/results.ts';
import { lawOf } from '../scenario/law-type.ts';
import type { Behavior, Scenario, Species } from '../scenario/schema.ts';
import type { ColumnPlan } from './column-plan.ts';

/** A birth that a law of a species can request. */
export interface BirthPlan {
  /** Index of the species of the newborn agent. */
  readonly species: number;
  /** Whether the law sets the position of the newborn agent, and whether it sets the velocity. */
  readonly position: boolean;
  readonly velocity: boolean;
  /** The planes of the declared columns for which the law sets start values. */
  readonly planes: ReadonlySet<string>;
}

/** The births and deaths that the laws of a species can decide. */
export interface LifePlan {
  /**
   * Each law that decides births or deaths writes into a word of its own. For each word, this is the index of the law's
   * behavior in the list of behaviors.
   */
  readonly writers: readonly number[];
  /** Whether any law ends agents. */
  readonly ends: boolean;
  /**
   * The births that laws can request, at most LAW_LIMITS.births. If birth k happens, bit k + 1 of a word of decisions
   * is set.
   */
  readonly births: readonly BirthPlan[];
}

/** A plane in which laws stage the births and deaths that they decide. */
export interface LifePlane {
  readonly name: string;
  readonly type: 'f32' | 'u32';
}

/** Whether a law can end agents or let agents be born. */
export function decidesLives({ ends, births }: Pick<Law, 'ends' | 'births'>): boolean {
  return ends !== undefined || births !== undefined;
}

/** Whether any law of a scenario lets agents be born. */
export function hasBirths({ species, laws }: Pick<Scenario, 'laws' | 'species'>): boolean {
  return species.some(({ behaviors }) =>
    behaviors.some(({ type }) => lawOf(type, laws)?.births !== undefined),
  );
}

/** Collects the births and deaths that the laws of a species can decide. Returns undefined if no law decides any. */
export function lifePlanOf(
  { name, behaviors }: Species,
  {
    laws,
    species,
    columns,
  }: Pick<Scenario, 'laws' | 'species'> & { columns: readonly ColumnPlan[] },
): LifePlan | undefined {
  const writers: number[] = [];
  const births: BirthPlan[] = [];
  let ends = false;
  behaviors.forEach((behavior, place) => {
    const law = lawOf(behavior.type, laws);
    if (law === undefined || !decidesLives(law)) return;
    writers.push(place);
    ends ||= law.ends !== undefined;
    law.births?.forEach(({ position, velocity, columns: values = {} }, k) => {
      const child = offspringOf(behavior, k) ?? name;
      births.push({
        species: species.findIndex((species) => species.name === child),
        position: position !== undefined,
        velocity: velocity !== undefined,
        planes: new Set(
          columns
            .filter((column) => Object.hasOwn(values, column.name))
            .flatMap(({ planes }) => planes),
        ),
      });
    });
  });
  return writers.length === 0 ? undefined : { writers, ends, births };
}

/**
 * Returns the name of the species of newborn agents. `birth` is the index of the birth in the law of the behavior. If
 * newborn agents get the species that has the behavior, returns undefined.
 */
export function offspringOf(behavior: Behavior, birth: number): string | undefined {
  const { offspring } = behavior as { readonly offspring?: string | readonly string[] };
  return typeof offspring === 'string' ? offspring : offspring?.[birth];
}

/**
 * The planes that the laws of a world write, except those of declared columns and deposits. Each plane is listed once.
 */
export function lifePlanesOf(
  laws: readonly LawPlan[],
  columns: readonly ColumnPlan[],
): readonly LifePlane[] {
  const known = new Set(columns.flatMap(({ planes }) => planes));
  const whole = new Set(columns.flatMap(({ type, planes }) => (type === 'u32' ? planes : [])));
  const names = new Set(laws.flatMap(({ law }) => law.planes ?? []));
  return [...names]
    .filter((name) => !known.has(name) && !isDepositPlane(name))
    .map((name) => {
      const isWhole =
        name.startsWith('life.') || whole.has(name.replace(/^birth\.\d\.column\./, ''));
      return { name, type: isWhole ? 'u32' : 'f32' };
    });
}
