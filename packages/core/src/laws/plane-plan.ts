import type { WorkedLaw } from './law.ts';
import { AIM_COLUMNS, type AimNumber, type NodeData } from './node.ts';
import { type Key, operandsOf, type Schedule, scheduleOf } from './schedule.ts';

const { found: _, ...NUMBERS } = AIM_COLUMNS;
const AIM_NAMES = Object.keys(NUMBERS) as AimNumber[];

/** A mask of the agents that have one, at a distance at which they act, stands behind the columns that every aim has. */
const ACTS = AIM_NAMES.indexOf('heading.x');

/** The planes of what each agent of a block is after. */
export const AIM_PLANES = {
  ...(Object.fromEntries(
    AIM_NAMES.map((name, place) => [name, place < ACTS ? place : place + 1]),
  ) as Record<AimNumber, number>),
  found: ACTS,
} as const;

/** Of one aim of a law: its planes stand behind those of the aims before. */
export interface AimPlan {
  /** The numbers of it that the law reads. */
  readonly columns: readonly AimNumber[];
  /** Whether the law acts on agents that have none, too. */
  readonly isOptional: boolean;
  /** Its first plane, among those of all aims, and how many it has. */
  readonly first: number;
  readonly planes: number;
}

/** The aims of a law, in order. */
export function aimsOf({ aim, nodes }: WorkedLaw): readonly AimPlan[] {
  let next = 0;
  const names =
    aim === 'none' ? [] : aim === 'two' ? (['aim', 'second'] as const) : (['aim'] as const);
  return names.map((name) => {
    const reads = (column: string) => nodes.some(([node, of]) => node === name && of === column);
    const columns = AIM_NAMES.filter(reads);
    const first = next;
    // Of a vector all three are kept.
    const ends = columns.map((column) => column.replace(/[xy]$/, 'z') as AimNumber);
    const planes = Math.max(ACTS, ...ends.map((column) => AIM_PLANES[column])) + 1;
    next += planes;
    return { columns, isOptional: reads('found'), first, planes };
  });
}

/** What a walk over neighbors needs to know of the set that it goes through. */
export interface PassPlan {
  /** The node of the set. */
  readonly set: number;
}

/** A step of a law: nodes of a block of agents, then walks over their neighbors. */
export interface LevelPlan {
  readonly passes: readonly PassPlan[];
}

/** A law that a world runs: how it is worked out, and the room that it takes. Plain data. */
export interface LawPlan {
  readonly law: WorkedLaw;
  /** In the order in which they are worked out; the last one has no passes, and adds the force. */
  readonly levels: readonly LevelPlan[];
  /** Planes of a block that compiled code keeps what one step leaves to another in. */
  readonly planes: number;
  readonly aims: readonly AimPlan[];
  /** Whether it reads what the behaviors before it add up to: then it is worked out after them. */
  readonly readsForce: boolean;
}

/** Works out how a law is run, whichever kernel runs it. */
export function planLaw(law: WorkedLaw): LawPlan {
  const schedule = scheduleOf(law);
  return {
    law,
    levels: schedule.map(({ passes }) => ({ passes: passes.map(({ set }) => ({ set })) })),
    planes: planesOf(law, schedule).size,
    aims: aimsOf(law),
    readsForce: readsForce(law),
  };
}

/** A plane for each node that is needed elsewhere than where it is worked out, by node or by key. */
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
      for (const key of keys) {
        keep(bestPlane(reductions, key, 'key'));
        keep(bestPlane(reductions, key, 'id'));
      }
    }
  });
  for (const at of vector) need(at, schedule.length - 1);
  return planes;
}

/** Of the planes in which the pass of some reductions keeps the lowest key, and whose it is. */
export function bestPlane(reductions: readonly number[], key: Key, of: 'key' | 'id'): string {
  return `${of} by ${key} of ${reductions.join(',')}`;
}

const CHEAP: ReadonlySet<string> = new Set([
  ...['number', 'whole', 'truth', 'parameter', 'world', 'self'],
]);

/** Whether a law reads what the behaviors before it in the list add up to. */
export function readsForce({ nodes }: WorkedLaw): boolean {
  return nodes.some(isForce);
}

function isForce([name, of]: NodeData): boolean {
  return name === 'self' && String(of).startsWith('force.');
}

/**
 * Whether a node is pushed where it is used: a constant, or a word that is loaded. A force is not, as the law
 * changes it.
 */
export function isCheap(node: NodeData): boolean {
  return CHEAP.has(node[0]) && !isForce(node);
}

/** The exported function that works out a level of a law, the `index`th of a module. */
export function levelName(index: number, level: number): string {
  return `law${index}level${level}`;
}

/** The exported function that walks over the candidates of a cluster for a pass of a level. */
export function passName(index: number, level: number, pass: number): string {
  return `${levelName(index, level)}pass${pass}`;
}

/** What a pass finds in its frame, a word each: addresses, numbers, and two f32. */
export const FRAME = [
  ...['table', 'room', 'mask', 'species', 'record', 'ofSpecies', 'behavior', 'tick'],
  ...['squaredReach', 'cosine'],
] as const;
