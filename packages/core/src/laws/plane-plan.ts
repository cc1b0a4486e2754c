import { guardedOf } from './guard.ts';
import type { WorkedLaw } from './law.ts';
import { AIM_COLUMNS, type AimNumber, type NodeData } from './node.ts';
import { type Key, operandsOf, rankOf, type Schedule, scheduleOf } from './schedule.ts';
import { setsOf } from './uniform.ts';

const { found: _, ...NUMBERS } = AIM_COLUMNS;
const AIM_NAMES = Object.keys(NUMBERS) as AimNumber[];

/**
 * The index of the plane `found`. In this plane, an agent is marked if it has an aim, and if the behavior acts at the
 * distance of this aim. The planes before `found` hold the columns that every kind of aim has. The plane after `found`
 * is "heading.x".
 */
const ACTS = AIM_NAMES.indexOf('heading.x');

/** The planes that hold the aims of the agents in a block, and the index of each plane. */
export const AIM_PLANES = {
  ...(Object.fromEntries(
    AIM_NAMES.map((name, place) => [name, place < ACTS ? place : place + 1]),
  ) as Record<AimNumber, number>),
  found: ACTS,
} as const;

/** The plan of one aim of a law. Its planes come after the planes of earlier aims. */
export interface AimPlan {
  /** The columns of the aim that the law reads. */
  readonly columns: readonly AimNumber[];
  /** Whether the law also acts on agents without an aim. */
  readonly isOptional: boolean;
  /**
   * `planes` is the number of planes of this aim. `first` is the index of the first of these planes among the planes of
   * all aims.
   */
  readonly first: number;
  readonly planes: number;
}

/** Returns a plan for each aim of a law, the first aim first. */
export function aimsOf({ aim, nodes }: WorkedLaw): readonly AimPlan[] {
  let next = 0;
  const names =
    aim === 'none' ? [] : aim === 'two' ? (['aim', 'second'] as const) : (['aim'] as const);
  return names.map((name) => {
    const reads = (column: string) => nodes.some(([node, of]) => node === name && of === column);
    const columns = AIM_NAMES.filter(reads);
    const first = next;
    // Vectors are stored with all three components.
    const ends = columns.map((column) => column.replace(/[xy]$/, 'z') as AimNumber);
    const planes = Math.max(ACTS, ...ends.map((column) => AIM_PLANES[column])) + 1;
    next += planes;
    return { columns, isOptional: reads('found'), first, planes };
  });
}

/** The plan of a walk over the neighbors in a set. */
export interface PassPlan {
  /** The number of the node that stands for the set of neighbors. */
  readonly set: number;
  /** Whether the pass gains from a walk of its own: it chooses a neighbor, or skips most work for most neighbors. */
  readonly isAlone: boolean;
}

/**
 * A step of the computation of a law. First, the nodes that belong to an agent are computed for each agent of a block.
 * Then come passes over the neighbors of the agents.
 */
export interface LevelPlan {
  readonly passes: readonly PassPlan[];
}

/** The plan of a law in a world: how it is computed, and how much memory it needs. All of it is plain data. */
export interface LawPlan {
  readonly law: WorkedLaw;
  /** The nodes that are sets of neighbors. */
  readonly sets: readonly number[];
  /**
   * The levels (steps), in the order in which they are computed. The last level has no passes. It stores the results of
   * the law: a force, a velocity, or the next values of columns.
   */
  readonly levels: readonly LevelPlan[];
  /** The number of planes that pass values from one function of the compiled code to another. */
  readonly planes: number;
  readonly aims: readonly AimPlan[];
  /**
   * Whether the law reads the sum of the forces of earlier behaviors. The law must then be computed after these
   * behaviors.
   */
  readonly readsForce: boolean;
}

/** Plans how a law is computed. The plan is the same for every kernel. */
export function planLaw(law: WorkedLaw): LawPlan {
  const schedule = scheduleOf(law);
  return {
    law,
    sets: setsOf(law),
    levels: schedule.map(({ passes }) => ({
      passes: passes.map((pass) => ({
        set: pass.set,
        isAlone:
          pass.keys.length > 0 ||
          ranksOf(law.nodes, pass).length > 0 ||
          guardedOf(law.nodes, pass).guard !== undefined,
      })),
    })),
    planes: planesOf(law, schedule).size,
    aims: aimsOf(law),
    readsForce: readsForce(law),
  };
}

/**
 * Assigns a plane to each value that is needed outside the function that computes the value. The result is a map that
 * contains the index of each plane. Its keys are the numbers of nodes, and names that `bestPlane` returns.
 */
export function planesOf(law: WorkedLaw, schedule: Schedule): ReadonlyMap<number | string, number> {
  const { nodes, vector } = law;
  const planes = new Map<number | string, number>();
  const keep = (key: number | string): void => {
    if (!planes.has(key)) planes.set(key, planes.size);
  };
  const levelOf = new Map<number, number>();
  schedule.forEach(({ agents }, level) => {
    for (const at of agents) levelOf.set(at, level);
  });
  const need = (at: number, level: number): void => {
    const own = levelOf.get(at);
    if (own !== undefined && own !== level && !isCheap(nodes[at])) keep(at);
  };
  schedule.forEach(({ agents, passes }, level) => {
    for (const at of agents) for (const operand of operandsOf(nodes[at])) need(operand, level);
    for (const { pairs, reductions, keys } of passes) {
      const inside = new Set(pairs);
      const outside = [...pairs, ...reductions].flatMap((at) => operandsOf(nodes[at]));
      for (const at of outside) if (!inside.has(at)) need(at, -1);
      for (const at of reductions) keep(at);
      for (const rank of ranksOf(nodes, { reductions })) {
        for (let place = 0; place < rank; place++) {
          keep(rankPlane(reductions, rank, place, 'key'));
          keep(rankPlane(reductions, rank, place, 'id'));
        }
      }
      for (const key of keys) {
        keep(bestPlane(reductions, key, 'key'));
        keep(bestPlane(reductions, key, 'id'));
      }
    }
  });
  for (const at of vector) need(at, schedule.length - 1);
  return planes;
}

/**
 * Returns the name of a plane that a pass writes for reductions over neighbors. With 'key', the plane holds the lowest
 * key. With 'id', it holds the id of the neighbor with the lowest key.
 */
export function bestPlane(reductions: readonly number[], key: Key, of: 'key' | 'id'): string {
  return `${of} by ${key} of ${reductions.join(',')}`;
}

/** Returns the different ranks that the reductions of a pass ask for. */
export function ranksOf(
  nodes: readonly NodeData[],
  { reductions }: { readonly reductions: readonly number[] },
): readonly number[] {
  return [...new Set(reductions.flatMap((at) => rankOf(nodes, at) ?? []))];
}

/**
 * Returns the name of a plane that a pass writes to find the neighbor of a rank. The plane holds the squared distance,
 * or the id, of the neighbor at a place from 0 to rank - 1.
 */
export function rankPlane(
  reductions: readonly number[],
  rank: number,
  place: number,
  of: 'key' | 'id',
): string {
  return `${of} ${place} of rank ${rank} of ${reductions.join(',')}`;
}

// biome-ignore format: several in each line.
const CHEAP: ReadonlySet<string> = new Set([
  'number', 'whole', 'truth', 'parameter', 'world', 'self',
]);

/** Returns whether a law reads the sum of the forces of earlier behaviors in the list. */
export function readsForce({ nodes }: WorkedLaw): boolean {
  return nodes.some(isForce);
}

function isForce([name, of]: NodeData): boolean {
  return name === 'self' && String(of).startsWith('force.');
}

/**
 * Returns whether the value of a node is computed again at each use, not stored. True for constants, and for numbers
 * that need just one load from memory. False for a force, because the law changes the force.
 */
export function isCheap(node: NodeData): boolean {
  return CHEAP.has(node[0]) && !isForce(node);
}

/**
 * Returns the name of the exported function that computes a level of a law. `index` is the number of the law in the
 * module.
 */
export function levelName(index: number, level: number): string {
  return `law${index}level${level}`;
}

/**
 * The names of the words in the frame of a pass, which a level hands to a walk. The last three words are f32. The others
 * are addresses and whole numbers.
 */
// biome-ignore format: several in each line.
export const FRAME = [
  'table', 'scratch', 'mask', 'species', 'record', 'ofSpecies', 'behavior', 'tick',
  'pairs', 'squaredReach', 'cosine', 'band',
] as const;

/** The memory in which a walk keeps measured pairs, in bytes. */
export const PAIRS_BYTES = 128 * 96;

/** The size of a frame in bytes. */
export const FRAME_BYTES = 64;
