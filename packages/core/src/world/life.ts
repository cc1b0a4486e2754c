import { LIFE_PLANES } from '../laws/results.ts';
import { columnOffset } from './column-plan.ts';
import type { ColumnArray } from './declared-views.ts';
import type { Planes, Scratch } from './layout.ts';
import type { SharedWorld } from './world.ts';

/** The bit that is set in a word of decisions when the agent ends. The bits above this bit stand for births. */
export const ENDS = 1;

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
