import { COLUMNS, compileLaw, type LawConstants, type LawPlaces } from './compile.ts';
import { casesOf, compileWalk } from './compile-walk.ts';
import { fieldsOfLaw } from './field-reads.ts';
import { forceLawOf } from './force-law.ts';
import type { Law } from './law.ts';
import { type FieldGrid, lowerFields, onGrids } from './lower-fields.ts';
import { declaredKindsOf, type NodeData } from './node.ts';
import { OPERATIONS } from './operations.ts';
import { scheduleOf } from './schedule.ts';
import { moduleOf } from './wasm-code.ts';

/** The cost of a law: the size of its data, and how much has to be computed per tick. */
export interface LawCost {
  readonly nodes: number;
  /**
   * Number of arithmetic operations and comparisons per agent and tick, without the operations for its neighbors.
   * Fields are treated as two-dimensional.
   */
  readonly operationsPerAgent: number;
  /** Number of operations for each neighbor of an agent. The check of the neighbor's distance is not included. */
  readonly operationsPerNeighbor: number;
  readonly reductions: number;
  /** The number of sets of neighbors. */
  readonly sets: number;
  /**
   * The number of walks over neighbors. A reduction that needs the result of another reduction needs an additional
   * walk.
   */
  readonly walks: number;
  /** Size of the law in bytes, as JSON in UTF-8 without spaces. */
  readonly jsonBytes: number;
}

/**
 * Counts the operations of a law. If several walks over neighbors need the same operation, it is counted once for each
 * walk.
 *
 * @experimental
 */
export function lawCost(law: Law): LawCost {
  const { nodes } = lowerFields(law, onGrids(standIns(law)));
  const schedule = scheduleOf({ nodes });
  const passes = schedule.flatMap((level) => level.passes);
  const operations = (places: readonly number[]): number =>
    places.filter((at) => isOperation(nodes[at])).length;
  return {
    nodes: law.nodes.length,
    operationsPerAgent: operations(schedule.flatMap(({ agents }) => agents)),
    operationsPerNeighbor: operations(passes.flatMap(({ pairs }) => pairs)),
    reductions: passes.reduce((sum, { reductions }) => sum + reductions.length, 0),
    sets: law.nodes.filter(([name]) => name === 'neighbors').length,
    walks: passes.length,
    jsonBytes: new TextEncoder().encode(JSON.stringify(law)).length,
  };
}

function isOperation([name]: NodeData): boolean {
  return name === 'cell' || Object.hasOwn(OPERATIONS, name);
}

/**
 * Compiles one law to the bytes of a WebAssembly module that imports the memory `env.memory`. The number of bytes is
 * the code size of the law. The code contains placeholders for the addresses of a world's columns; the real addresses
 * would change only a few bytes.
 *
 * @experimental
 */
export function lawCode(law: Law): Uint8Array<ArrayBuffer> {
  const declared = Object.keys(declaredKindsOf(law.columns)).map((name) => [name, 0]);
  const places = {
    ...PLACES,
    columns: { ...PLACES.columns, ...Object.fromEntries(declared) },
    fields: Object.fromEntries(fieldsOfLaw(law).map((name) => [name, 0])),
  };
  const worked = lowerFields(forceLawOf(law), onGrids(standIns(law)));
  const { nodes, schedule, levels } = compileLaw(worked, 0, places, CONSTANTS);
  const passes = schedule.flatMap((level) => level.passes);
  const walks = passes.map((pass, nth) => {
    const walkers = [{ nodes, pass, sorts: true }];
    return compileWalk(`walk ${nth}`, walkers, casesOf(walkers).at(-1)!);
  });
  return moduleOf([...levels, ...walks], false);
}

/**
 * Returns a grid for each field that a law reads. Each grid is two-dimensional and on a torus. The positions of the
 * grids do not change the number of operations.
 */
function standIns(law: Law): readonly FieldGrid[] {
  return fieldsOfLaw(law).map((name) => ({
    name,
    cells: [64, 64, 1],
    origin: [0, 0, 0],
    inverse: [1, 1, 0],
    wraps: true,
  }));
}

const PLACES: LawPlaces = {
  columns: Object.fromEntries(
    COLUMNS.map((name, place) => [name, 4 * place]),
  ) as LawPlaces['columns'],
  staged: {},
  fields: {},
  floats: new Set(),
  species: { mass: 0, radius: 1, maxSpeed: 2, maxForce: 3, damping: 4, forceFactor: 5 },
  record: 64,
};

const CONSTANTS: LawConstants = {
  block: 1024,
  dt: Math.fround(1 / 60),
  seed: 1,
  dimensions: 3,
  hasWalkers: false,
};
