import { depositPlane } from '../laws/results.ts';
import { columnOffset } from './column-plan.ts';
import type { Layer } from './grid-plan.ts';
import {
  CONSTANT_ROWS,
  layoutOf,
  PARTICLE_ROWS,
  type Plane,
  planesOf,
  SCRATCH_ROWS,
  STATE_ROWS,
} from './layout.ts';
import type { Plan } from './plan.ts';
import { indexOfTick } from './ring.ts';
import { addressesPerTable, type Counts, countsOf, GRID_WORDS, layerRow } from './sizes.ts';
import type { SharedWorld } from './world.ts';

/**
 * The tables in memory that SIMD kernels read: the address of each plane, the numbers of the grid, and the packing of
 * lanes. This file lists the entries of each table. columns-source.ts generates assembly/columns.ts from these lists, so
 * each index is defined only once.
 */

/** The address of the address table for the present front state. */
export function tableOf({ constants, plan, frontTick }: SharedWorld): number {
  const index = indexOfTick(plan, frontTick);
  return constants.address.byteOffset + 4 * addressesPerTable(plan) * index;
}

/** The planes in the order of the address table, if the front state is the one with the given index. */
export function addressesOf(plan: Plan, front: number): Plane[] {
  const counts = countsOf(plan);
  const layout = layoutOf(plan);
  const named = (prefix: string, planes: Plane[]): Plane[] =>
    planes.map((plane) => ({ ...plane, name: `${prefix} ${plane.name}` }));
  return [
    ...named('front', planesOf(STATE_ROWS, counts, layout.states[front])),
    ...named('back', planesOf(STATE_ROWS, counts, layout.states[(front + 1) % plan.ring])),
    ...planesOf(SCRATCH_ROWS, counts, layout.scratch).map((plane) =>
      plane.name === 'role' ? { ...plane, at: roleAt(plan, plane.at, front) } : plane,
    ),
    ...planesOf(CONSTANT_ROWS, counts, layout.constants),
    ...planesOf(PARTICLE_ROWS, counts, layout.particles),
    ...columnAddresses(plan, counts, front),
  ];
}

/**
 * The address of the column of roles. If roles never differ from species, the column of species in the front state serves
 * as the column of roles.
 */
function roleAt(plan: Plan, own: number, front: number): number {
  if (plan.writesRoles) return own;
  const planes = planesOf(STATE_ROWS, countsOf(plan), layoutOf(plan).states[front]);
  return planes.find(({ name }) => name === 'species')!.at;
}

/**
 * The planes that only some worlds have. These are the planes of declared columns, of staged births and deaths, and of
 * scalar fields with their deposits. They follow the planes that every world has. Declared columns are in the front
 * state. A column that laws write also has a staged copy.
 */
function columnAddresses(plan: Plan, counts: Counts, index: number): Plane[] {
  const { states, scratch } = layoutOf(plan);
  const startOf = (planes: Plane[], row: string): number =>
    planes.find(({ name }) => name === row)!.at;
  const front = startOf(planesOf(STATE_ROWS, counts, states[index]), 'custom');
  const staged = startOf(planesOf(SCRATCH_ROWS, counts, scratch), 'stagedCustom');
  const at = (begin: number, plane: number) => begin + columnOffset(plane, plan.agents);
  const lives = startOf(planesOf(SCRATCH_ROWS, counts, scratch), 'stagedLife');
  const declared = plan.columns.flatMap((column) =>
    column.planes.flatMap((name, k) => [
      { name: `front column ${name}`, at: at(front, column.first + k) },
      ...(column.staged < 0 ? [] : [{ name: `staged ${name}`, at: at(staged, column.staged + k) }]),
    ]),
  );
  const decided = plan.lifePlanes.map(({ name }, k) => ({
    name: `staged ${name}`,
    at: at(lives, k),
  }));
  const values = startOf(planesOf(STATE_ROWS, counts, states[index]), 'scalar');
  const deposits = startOf(planesOf(SCRATCH_ROWS, counts, scratch), 'deposit');
  const fields = plan.scalars.flatMap(({ name, first, deposit }) => [
    { name: `front field ${name}`, at: values + 4 * first },
    ...(deposit < 0 ? [] : [{ name: `staged ${depositPlane(name)}`, at: at(deposits, deposit) }]),
  ]);
  return [...declared, ...decided, ...fields];
}

const AXES = ['X', 'Y', 'Z'] as const;
const vectorOf = (name: string): string[] => AXES.map((axis) => `${name} ${axis}`);

/**
 * The numbers in the row that describes a layer of the grid, in order. `start`, `living` and `layers` are in bytes: where
 * the layer's cells begin in a table of cells, where the cells of all layers end in it, and where the rows of the layers
 * end. All numbers after `dimensions` are f32. `dimensions` and all numbers before it are integers.
 */
export const GRID_NUMBERS = [
  ...vectorOf('first'),
  ...vectorOf('last'),
  'stride Y',
  'stride Z',
  ...vectorOf('fold'),
  'cells',
  'mask',
  'start',
  'living',
  'layers',
  'species',
  'bounds',
  'dimensions',
  ...vectorOf('min'),
  ...vectorOf('max'),
  ...vectorOf('inverse'),
  ...vectorOf('width'),
  ...vectorOf('edge'),
  'slack',
  'pad',
  'dt',
] as const;

/** Writes the tables once, when a world is created. */
export function writeTables(world: SharedWorld): void {
  const { plan, constants } = world;
  for (let front = 0; front < plan.ring; front++) {
    const planes = addressesOf(plan, front);
    const most = addressesPerTable(plan);
    if (planes.length > most) throw new Error(`found ${planes.length} planes, expected ${most}`);
    planes.forEach((plane, index) => {
      constants.address[front * most + index] = plane.at;
    });
  }
  writeGrid(world);
  for (let mask = 0; mask < 16; mask++) {
    let to = 4 * mask;
    for (let lane = 0; lane < 4; lane++) {
      if (((mask >>> lane) & 1) === 1) constants.lanePack[to++] = 4 * lane;
    }
  }
}

/** Writes a row of numbers for each layer. After them comes a word for each species: the row of its layer, in bytes. */
function writeGrid(world: SharedWorld): void {
  const { plan, constants } = world;
  const { layers, layerOf } = plan.grid;
  layers.forEach((layer, k) => {
    writeLayer(world, layer, k);
  });
  const floats = constants.grid;
  const integers = new Int32Array(floats.buffer, floats.byteOffset, floats.length);
  layerOf.forEach((layer, species) => {
    integers[GRID_WORDS * layers.length + species] = layerRow(layer);
  });
}

function writeLayer({ plan, constants }: SharedWorld, grid: Layer, k: number): void {
  const { bounds } = plan;
  const floats = constants.grid.subarray(GRID_WORDS * k, GRID_WORDS * (k + 1));
  const integers = new Int32Array(floats.buffer, floats.byteOffset, floats.length);
  const integer = [
    ...grid.first,
    ...grid.last,
    ...grid.stride,
    ...grid.fold,
    grid.cells,
    grid.mask,
    4 * grid.start,
    4 * plan.grid.cells,
    layerRow(plan.grid.layers.length),
    grid.species,
    BOUNDS_KIND[bounds.type],
    plan.dimensions,
  ];
  integer.forEach((value, index) => {
    integers[index] = value;
  });
  const max = bounds.type === 'open' ? [0, 0, 0] : bounds.max;
  const float = [
    // The grid begins at the minimum of the bounds, so one minimum is enough for both.
    ...grid.min,
    ...max,
    ...grid.inverse,
    ...grid.inverse.map((inverse) => (inverse > 0 ? 1 / inverse : 0)),
    ...grid.edge,
    grid.slack,
    grid.pad,
    plan.dt,
  ];
  float.forEach((value, index) => {
    floats[integer.length + index] = value;
  });
}

/** The numbers of the kinds of bounds. */
export const BOUNDS_KIND = { open: 0, wrap: 1, contain: 2 } as const;
