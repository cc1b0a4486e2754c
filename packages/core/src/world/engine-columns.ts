import { MAX_SLOTS } from '../schema/limits.ts';
import { type IdPlan, isIdOf } from './ids.ts';

/**
 * The index of each word in an agent's route. A route has `words` words. `goal` is 1 + the index of the goal's cell or
 * polygon, or 0 if there is no route. `map` is the version of the map.
 *
 * The rest of the route is a list, which begins at `first` and has length `count`. On a map, the list has the cells at
 * which the path begins, bends and ends. On a mesh, the list has the polygons of the path. `whole` is 1 if the list
 * contains the end of the path. If `whole` is 0, the list is only the first piece of the path. The next piece is found
 * when the agent needs it.
 */
export const ROUTE = { goal: 0, map: 1, count: 2, whole: 3, first: 4, words: 32 } as const;

/** The number of words that the scratch memory holds for each agent that navigates on a mesh, see keep-bends.ts. */
export const BENDS_WORDS = 48;
/** The index of the word with 2 + the last tick in which the bends of the agent were used; 0 if none are kept. */
export const BENDS_TICK = 0;

/**
 * Offsets of the values that the state holds for each agent that can wait for its turn to search. `since` is 0 if the
 * agent does not wait, a number of `TURN` in turns.ts while it has its turn, and otherwise 1 + the tick at which it began to wait. `goal` is 1 +
 * the cell to which it wants a route, or the key of its goal on a mesh, or 0 if it has to search by itself.
 */
export const ASKED = { since: 0, goal: 1, words: 2 } as const;

/**
 * A column of agents that the engine owns and that only some worlds have. Its row in memory, its staged copy, its part
 * of the hash and of a snapshot, and what newborn agents get follow from this declaration. extras.ts says which worlds
 * have it.
 */
export interface EngineColumn {
  readonly name: string;
  readonly type: 'f32' | 'u32';
  /** 1 for a number, 3 for a vector. A column by `index` has records of this many words. */
  readonly components: number;
  readonly unit: string;
  readonly doc: string;
  /**
   * Present if the column is indexed by the agent's index and not by its place. So no step moves its values. Phases
   * write them straight into the back state, and the values of dead agents have no meaning.
   */
  readonly by?: 'index';
  /**
   * False if no phase stages values for the next tick. A column by place then begins each tick with its start value, and
   * `settle` may write over it.
   */
  readonly staged?: false;
  /** What a newborn agent has, and all agents at the start. Absent if the value follows from the agent. */
  readonly start?: number;
  /** Present if vectors may leave the plane of a world with two dimensions. */
  readonly leavesPlane?: true;
  /** Present if snapshots list the column even without elements. So they did before columns could be left out. */
  readonly listed?: true;
  /** Returns a function that tells what is expected in place of an impossible value, for a species. */
  readonly check?: Check;
}

/** What the checks need to know of a plan. */
interface Known {
  readonly ids: IdPlan;
  readonly agents: number;
  readonly targets: readonly unknown[];
  readonly species: readonly { readonly reports: readonly object[]; readonly walks: boolean }[];
  readonly mesh: { readonly polygons: number; readonly linkWays: number } | undefined;
}

type Check = (plan: Known) => (value: number, species: number) => string | undefined;

const atMost =
  (limitOf: (plan: Known) => number): Check =>
  (plan) => {
    const most = limitOf(plan);
    return (value) => (value > most ? `at most ${most}` : undefined);
  };

const idOrNone: Check = (plan) => (value) =>
  value > 0 && !isIdOf(plan, value - 1) ? '0, or 1 + the id of an agent' : undefined;

const polygonOfWalker: Check = ({ mesh, species }) => {
  const most = species.map(({ walks }) => (walks ? mesh!.polygons : 0));
  return (value, index) => (value > most[index] ? `at most ${most[index]}` : undefined);
};

/** Which bits a species can have: one for each report that remembers a condition. */
const lastingBits: Check = ({ species }) => {
  const bits = species.map(({ reports }) =>
    reports.reduce(
      (sum, one, order) => ('region' in one || 'state' in one ? sum : sum | (1 << order)),
      0,
    ),
  );
  return (value, index) =>
    (value & ~bits[index]) === 0 ? undefined : `only bits of ${bits[index]}`;
};

/** The columns whose rows come before those of the map, in memory and in snapshots. */
// biome-ignore format: one line for each column.
export const BEFORE_MAP = [
  { name: 'choice', type: 'u32', components: 1, unit: '', start: 0, listed: true, check: atMost(() => MAX_SLOTS), doc: '1 + slot of the direction that context steering chose last; 0 for none' },
  { name: 'waypoint', type: 'u32', components: 1, unit: '', start: 0, listed: true, doc: 'index of the path point that the agent heads for' },
  { name: 'acceleration', type: 'f32', components: 3, unit: 'm/s^2', start: 0, listed: true, doc: 'acceleration, smoothed over the last steps' },
  { name: 'heading', type: 'f32', components: 3, unit: '', listed: true, doc: 'unit vector in the direction that the body faces' },
  { name: 'up', type: 'f32', components: 3, unit: '', listed: true, leavesPlane: true, doc: 'up direction of the body, a unit vector perpendicular to heading' },
  { name: 'goal', type: 'f32', components: 3, unit: 'm', listed: true, doc: 'point where the agent wants to go' },
] as const satisfies readonly EngineColumn[];

/** The columns whose rows come after those of the map. A new column comes last. */
// biome-ignore format: one line for each column.
export const AFTER_MAP = [
  { name: 'route', type: 'u32', components: ROUTE.words, unit: '', by: 'index', listed: true, doc: 'for each agent index: the path that it last found over the map or mesh, see ROUTE' },
  { name: 'asked', type: 'u32', components: ASKED.words, unit: '', by: 'index', doc: 'for each agent index: its wait, see ASKED' },
  { name: 'approach', type: 'f32', components: 1, unit: 'm', start: Number.POSITIVE_INFINITY, listed: true, doc: 'least distance to the target in this flight' },
  { name: 'swept', type: 'f32', components: 1, unit: 'rad', start: 0, listed: true, doc: 'angle by which the line of sight has turned since the value of "approach" last changed' },
  { name: 'reported', type: 'u32', components: 1, unit: '', start: 0, check: lastingBits, doc: 'bit k is set while the condition of report k is true for the agent' },
  { name: 'assignedTarget', type: 'u32', components: 1, unit: '', start: 0, check: atMost(({ targets }) => targets.length), doc: '1 + index of the assigned target; 0 for none' },
  { name: 'assignedQuarry', type: 'u32', components: 1, unit: '', start: 0, check: idOrNone, doc: '1 + id of the assigned quarry; 0 for none' },
  { name: 'struck', type: 'u32', components: 1, unit: '', start: 0, staged: false, listed: true, check: idOrNone, doc: '1 + id of the agent that hit this agent in the last step; 0 for none' },
  { name: 'polygon', type: 'u32', components: 1, unit: '', start: 0, check: polygonOfWalker, doc: '1 + index of the polygon of the ground on which the agent stands; 0 if it stands on none' },
  { name: 'link', type: 'u32', components: 1, unit: '', start: 0, check: atMost(({ mesh }) => mesh?.linkWays ?? 0), doc: '1 + number of the link of the ground that the agent is on, by direction; 0 for none' },
  { name: 'linkTick', type: 'u32', components: 1, unit: 'tick', start: 0, doc: 'tick at which the agent began to use its link' },
] as const satisfies readonly EngineColumn[];

const TABLE = [...BEFORE_MAP, ...AFTER_MAP] as const;

type Declared = (typeof TABLE)[number];
export type EngineColumnName = Declared['name'];
/** The columns that have an element or a vector for each place. */
type ByPlace = Exclude<Declared, { readonly by: 'index' }>;
type Flat = Exclude<Extract<Declared, { readonly components: 3 }>, { readonly leavesPlane: true }>;
type Staged = Exclude<ByPlace, { readonly staged: false }>;

/** All columns of the engine, in the order of their rows. */
export const ENGINE_COLUMNS: readonly (EngineColumn & { readonly name: EngineColumnName })[] =
  TABLE;

/** The columns by place. Vectors come first: state hashes number the planes in this order. */
export const PLACE_COLUMNS = [3, 1].flatMap((components) =>
  TABLE.filter((one): one is ByPlace => !('by' in one) && one.components === components),
);

/** The vectors that lie in the plane of a world of two dimensions. */
export const FLAT_COLUMNS = TABLE.filter(
  (one): one is Flat => one.components === 3 && !('leavesPlane' in one),
).map(({ name }) => name);

/** The columns that steps carry from place to place by a staged copy. */
export const STAGED_COLUMNS = PLACE_COLUMNS.filter(
  (place): place is Staged => !('staged' in place),
);

/** The columns by place that begin each tick with their start values. */
export const RESTARTED_COLUMNS = PLACE_COLUMNS.filter((place) => 'staged' in place);

/** The columns by index. */
export const RECORD_COLUMNS = TABLE.filter((one) => 'by' in one);

type CountOf<C extends Declared> = C extends { readonly by: 'index' }
  ? `${C['name']}Index`
  : `${C['name']}Agent`;

/** For each column, the number of agents that have a value in it: all or none. */
export type EngineCounts = Record<CountOf<Declared>, number>;

function countName(column: EngineColumn): string {
  return column.name + (column.by === 'index' ? 'Index' : 'Agent');
}

export function engineCounts(
  extras: Readonly<Record<EngineColumnName, boolean>>,
  agents: number,
): EngineCounts {
  return Object.fromEntries(
    ENGINE_COLUMNS.map((one) => [countName(one), extras[one.name] ? agents : 0]),
  ) as EngineCounts;
}

type RowOf<C extends Declared, Name extends string> = C extends Declared
  ? readonly [Name, C['type'], CountOf<C>, C['components'], string, string]
  : never;

/** The rows of these columns in a state, see layout.ts. */
export function stateRows<C extends Declared>(columns: readonly C[]) {
  return columns.map((column) => rowOf(column, column.name, column.doc)) as unknown as readonly {
    [Name in C['name']]: RowOf<Extract<C, { readonly name: Name }>, Name>;
  }[C['name']][];
}

type StagedName<Name extends string> = `staged${Capitalize<Name>}`;

export function stagedName<Name extends string>(name: Name): StagedName<Name> {
  return `staged${name[0].toUpperCase()}${name.slice(1)}` as StagedName<Name>;
}

/** The rows of the staged copies. */
export function stagedRows() {
  return STAGED_COLUMNS.map((staged) =>
    rowOf(
      staged,
      stagedName(staged.name),
      `"${staged.name}" at tick t + 1, indexed by the place at tick t`,
    ),
  ) as unknown as readonly {
    [Name in Staged['name']]: RowOf<Extract<Staged, { readonly name: Name }>, StagedName<Name>>;
  }[Staged['name']][];
}

function rowOf(column: EngineColumn, name: string, doc: string) {
  return [name, column.type, countName(column), column.components, column.unit, doc];
}
