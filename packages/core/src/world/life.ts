import type { Law } from '../laws/law.ts';
import type { LawPlan } from '../laws/plane-plan.ts';
import { isDepositPlane, LIFE_PLANES } from '../laws/results.ts';
import { lawOf } from '../scenario/law-type.ts';
import type { Behavior, Scenario, Species } from '../scenario/schema.ts';
import { type ColumnArray, type ColumnPlan, columnOffset } from './columns.ts';
import type { Planes, Scratch } from './layout.ts';
import type { SharedWorld } from './world.ts';

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

/** The bit that is set in a word of decisions when the agent ends. The bits above this bit stand for births. */
export const ENDS = 1;

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
        species: species.findIndex((one) => one.name === child),
        position: position !== undefined,
        velocity: velocity !== undefined,
        planes: new Set(
          columns.filter((one) => Object.hasOwn(values, one.name)).flatMap(({ planes }) => planes),
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

/** Views of the planes in which laws stage births and deaths, by name. */
type LifeViews = ReadonlyMap<string, ColumnArray>;

const viewsOf = new WeakMap<Scratch, LifeViews>();

/** The planes in which laws stage births and deaths, by name. */
export function lifeViews({ plan, scratch }: SharedWorld): LifeViews {
  let views = viewsOf.get(scratch);
  if (views === undefined) {
    const { buffer, byteOffset } = scratch.stagedLife;
    views = new Map(
      plan.lifePlanes.map(({ name, type }, plane) => {
        const at = byteOffset + columnOffset(plane, plan.agents);
        const view =
          type === 'u32'
            ? new Uint32Array(buffer, at, plan.agents)
            : new Float32Array(buffer, at, plan.agents);
        return [name, view];
      }),
    );
    viewsOf.set(scratch, views);
  }
  return views;
}

/**
 * The planes for the nth birth of each agent in one step. They store the position and velocity that laws give to the
 * newborn agent. If no law gives positions, `position` is undefined. If no law gives velocities, `velocity` is
 * undefined.
 */
interface BirthColumns {
  readonly position: Planes<Float32Array> | undefined;
  readonly velocity: Planes<Float32Array> | undefined;
}

/** The births and deaths that laws have staged. Phases that look at every agent read them here. */
interface LifeColumns {
  /**
   * The 32-bit words in which decisions are stored, with one array for each word. Words that a species does not use are
   * 0.
   */
  readonly words: readonly Uint32Array[];
  /**
   * Entry k is for birth k of each agent. The number of entries is the maximum number of births that an agent can have
   * in one step.
   */
  readonly births: readonly BirthColumns[];
}

const columnsOf = new WeakMap<Scratch, LifeColumns>();

/**
 * Returns the columns in which laws stage births and deaths: the words in which decisions are stored, and the positions
 * and velocities of newborn agents.
 */
export function lifeColumns(world: SharedWorld): LifeColumns {
  const { scratch, plan } = world;
  let columns = columnsOf.get(scratch);
  if (columns === undefined) {
    const views = lifeViews(world);
    const vectorOf = (birth: number, name: string): Planes<Float32Array> | undefined => {
      const [x, y, z] = ['x', 'y', 'z'].map(
        (axis) => views.get(LIFE_PLANES.birth(birth, `${name}.${axis}`)) as Float32Array,
      );
      return x === undefined ? undefined : { x, y, z };
    };
    const words = Math.max(0, ...plan.species.map(({ life }) => life?.writers.length ?? 0));
    const births = Math.max(0, ...plan.species.map(({ life }) => life?.births.length ?? 0));
    columns = {
      words: Array.from(
        { length: words },
        (_, word) => views.get(LIFE_PLANES.word(word)) as Uint32Array,
      ),
      births: Array.from({ length: births }, (_, birth) => ({
        position: vectorOf(birth, 'position'),
        velocity: vectorOf(birth, 'velocity'),
      })),
    };
    columnsOf.set(scratch, columns);
  }
  return columns;
}

/** At the start of a step, clears what laws decided about the agents in places [begin, end). */
export function clearLife(world: SharedWorld, begin: number, end: number): void {
  if (world.plan.lifePlanes.length === 0) return;
  for (const word of lifeColumns(world).words) word.fill(0, begin, end);
}

/**
 * The decisions that laws made for the agent at place `i` of the front state. The lowest bit is ENDS. Each higher bit
 * stands for one birth.
 */
export function decidedIn(words: readonly Uint32Array[], i: number): number {
  let bits = words[0][i];
  for (let word = 1; word < words.length; word++) bits |= words[word][i];
  return bits;
}
