import { parseScenario } from '../scenario/parse.ts';
import { MAX_NEIGHBORS } from '../schema/limits.ts';
import { planOf } from './plan.ts';
import { CONTEXT_SCRATCH, layerRow, NEIGHBOR_SCRATCH, NEXT, ORCA_SCRATCH } from './sizes.ts';
import { addressesOf, BOUNDS_KIND, GRID_NUMBERS } from './tables.ts';
import {
  BLOCK_WORDS,
  FAN,
  LEAF,
  NODE_WORDS,
  PART_WORDS,
  SAMPLE,
  TREE_SCRATCH,
} from './tree-plan.ts';

/** Generates the source of assembly/columns.ts. The names and the order of the columns are the same for every world. */
export function columnsSource(): string {
  const smallest = { name: 'any', species: [{ name: 'any', count: 1, spawn: { type: 'pool' } }] };
  const plan = planOf(parseScenario(smallest), 1);
  const constant = (name: string): string =>
    name
      .replace(/([a-z])([A-Z])/g, '$1_$2')
      .replaceAll(' ', '_')
      .toUpperCase();
  const line = (name: string, bytes: number): string =>
    `export const ${constant(name)}: usize = ${bytes};`;
  const word = (name: string, index: number): string => line(name, 4 * index);
  const number = (name: string, value: number): string =>
    `export const ${constant(name)}: i32 = ${value};`;
  return [
    '// Written by scripts/generate from src/world/layout.ts and src/world/tables.ts.',
    '',
    "/** The offset of each plane's address in the address table, in bytes. */",
    ...addressesOf(plan, 0).map((plane, index) => word(plane.name, index)),
    '',
    '/** The offset of each number in the row that describes a layer of the grid, in bytes. */',
    ...GRID_NUMBERS.map((name, index) => word(`grid ${name}`, index)),
    line('grid row', layerRow(1)),
    '',
    "/** The offset of each list in a worker's memory for the neighbor search, in bytes. */",
    ...Object.entries(NEIGHBOR_SCRATCH).map(([name, at]) => line(`scratch ${name}`, at)),
    '',
    "/** The word at which each list begins in a worker's memory for building trees. */",
    ...Object.entries(TREE_SCRATCH).map(([name, at]) => line(`tree scratch ${name}`, at)),
    '',
    "/** The offset of each list in a worker's memory for ORCA, in bytes. */",
    ...Object.entries(ORCA_SCRATCH).map(([name, at]) => line(`orca scratch ${name}`, at)),
    '',
    "/** The offset of each list in a worker's memory for context steering, in bytes. */",
    ...Object.entries(CONTEXT_SCRATCH).map(([name, at]) => line(`context scratch ${name}`, at)),
    '',
    '/** The numbers of the kinds of bounds. */',
    ...Object.entries(BOUNDS_KIND).map(([name, kind]) => number(name, kind)),
    '',
    '/** Sizes of trees, see src/world/tree-plan.ts. Those of a block, a node and a part are in bytes. */',
    ...Object.entries({ LEAF, FAN, SAMPLE }).map(([name, count]) => number(name, count)),
    line('block bytes', 4 * BLOCK_WORDS),
    line('node bytes', 4 * NODE_WORDS),
    line('part bytes', 4 * PART_WORDS),
    '',
    '/** Limits of what an agent looks at: neighbors of ORCA, and slots beside a slot of a context map. */',
    ...Object.entries({ MAX_NEIGHBORS, NEXT }).map(([name, count]) => number(name, count)),
    '',
  ].join('\n');
}
