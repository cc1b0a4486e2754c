import { readdirSync, readFileSync } from 'node:fs';
import asc from 'assemblyscript/asc';
import { rangesNow } from '../../src/insight/inspect-neighbors.ts';
import type { Exports } from '../../src/simd/exports.ts';
import { twinsOver } from '../../src/simd/kernel-twins.ts';
import { instantiate } from '../../src/simd/module.ts';
import { layoutOf } from '../../src/world/layout.ts';
import type { Memory } from '../../src/world/memory.ts';
import { bucketStride } from '../../src/world/scalar-plan.ts';
import {
  addressesPerTable,
  binsOf,
  CONTEXT_SCRATCH,
  cellStride,
  factorStride,
  LIMIT_SCRATCH,
  layerRow,
  NEAREST_SCRATCH,
  NEIGHBOR_SCRATCH,
  ORCA_SCRATCH,
} from '../../src/world/sizes.ts';
import { addressesOf } from '../../src/world/tables.ts';
import { TREE_SCRATCH } from '../../src/world/tree-plan.ts';
import { attachViews, turnTo, type World } from '../../src/world/world.ts';
import { memoryPlanes } from './memory-planes.ts';

/**
 * The SIMD kernels, built so that each load and store is checked against the column, or the list in a
 * worker's scratch, that its pointer belongs to; see assembly/checked.ts. Assertions are on. An access may
 * begin at any element of its region and, being a vector, end in the padding; a store never goes to front
 * or to constants. Accesses are not checked against the slice: checked-step.ts does that.
 */

/** As in assembly/checked.ts. */
const REGION_BITS = 22;
const REGION = 2 ** REGION_BITS;
const MAX_REGIONS = 2 ** (32 - REGION_BITS);
const WORDS = 4;
const TABLE_BYTES = 4 * WORDS * MAX_REGIONS;

const folder = new URL('../../assembly/', import.meta.url);
const ACCESS = /\b(load|store)(?=<)|\bv128\.(load|store)\w*|\bmemory\.fill/g;
const LEFT = /(?<!_)\b(load|store)(?=[<(])|\.(load|store|fill|copy)|\b(memory|atomic)\./;

/** Changes the source of a kernel before it is compiled. */
export type Change = (file: string, source: string) => string;

/** Compiles the kernels with checks. */
export async function compileChecked(change: Change = (_, source) => source) {
  const accessors = [...read('checked.ts').matchAll(/export function (\w+_\w*)/g)].map(
    ([, name]) => name,
  );
  const checked = (file: string): string => {
    if (file === 'columns.ts') return withLists(read(file));
    const source = change(file, read(file)).replace(ACCESS, (name) =>
      /^v128|^memory/.test(name) ? name.replace('.', '_') : `${name}_`,
    );
    const unchecked = source.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '').match(LEFT);
    if (unchecked) throw new Error(`${file} has an access without a check: ${unchecked[0]}`);
    return `import { ${accessors.join(', ')} } from './checked';\n${source}`;
  };
  let bytes: Uint8Array | undefined;
  const { error, stderr } = await asc.main(
    [
      ...['checked-index.ts', '--runtime', 'stub', '--importMemory', '--noExportMemory'],
      '--exportTable',
      ...['--initialMemory', '1', '--maximumMemory', '65536', '--sharedMemory'],
      ...['--zeroFilledMemory', '--enable', 'simd,bulk-memory,threads', '-O2', '--debug'],
      // An assertion that fails traps.
      ...['--use', 'abort=', '--outFile', 'out.wasm'],
    ],
    {
      readFile: (name: string) => {
        if (name === 'checked-index.ts') {
          return "export * from './index';\nexport { refusal, setRegions } from './checked';\n";
        }
        if (name === 'checked.ts') return read(name);
        return readdirSync(folder).includes(name) ? checked(name) : null;
      },
      writeFile: (name: string, contents: Uint8Array | string) => {
        if (name === 'out.wasm') bytes = contents as Uint8Array;
      },
      listFiles: () => [],
    },
  );
  if (error || bytes === undefined) throw new Error(`${stderr.toString()}${error?.message}`);
  return new WebAssembly.Module(bytes as Uint8Array<ArrayBuffer>);
}

function read(file: string): string {
  return readFileSync(new URL(file, folder), 'utf8');
}

/** A list of a scratch memory: where it begins and how many bytes it has. */
type List = readonly [name: string, at: number, bytes: number];

/** The lists of the scratch memories, by the prefix that columns.ts gives them; each is a region. */
const LISTS = {
  SCRATCH: listsOf(NEIGHBOR_SCRATCH, ['runs', 'blocks', 'candidates', 'pairs'], 1),
  CONTEXT_SCRATCH: listsOf(
    CONTEXT_SCRATCH,
    (Object.keys(CONTEXT_SCRATCH) as (keyof typeof CONTEXT_SCRATCH)[]).filter(
      (one) => one !== 'bytes',
    ),
    1,
  ),
  ORCA_SCRATCH: listsOf(ORCA_SCRATCH, ['found', 'sorted', 'rows', 'bisectors', 'cut'], 1),
  TREE_SCRATCH: listsOf(TREE_SCRATCH, ['sample', 'cutAxis', 'cutAt', 'count', 'end'], 4),
} as const;

function listsOf<R extends Readonly<Record<string, number>>>(
  scratch: R,
  names: readonly (keyof R & string)[],
  unit: number,
): readonly List[] {
  const ends = [...names.slice(1).map((name) => scratch[name]), scratch.bytes ?? scratch.words];
  return names.map((name, k) => [name, unit * scratch[name], unit * (ends[k] - scratch[name])]);
}

/** columns.ts with each list of a scratch memory in a region of its own. */
function withLists(source: string): string {
  return source.replace(
    /export const (SCRATCH|ORCA_SCRATCH|CONTEXT_SCRATCH|TREE_SCRATCH)_(\w+): usize = (\d+);/g,
    (_, scratch: keyof typeof LISTS, name, value) => {
      const lists = LISTS[scratch];
      const at = Number(value) * (scratch === 'TREE_SCRATCH' ? 4 : 1);
      // A limit such as BLOCKS_END belongs to the last list that begins before it.
      const index = lists.filter(([, begin]) => begin <= at).length - 1;
      const address = REGION * index + (at - lists[index][1]);
      return `export const ${scratch}_${name}: usize = ${scratch === 'TREE_SCRATCH' ? address / 4 : address};`;
    },
  );
}

interface Region {
  readonly name: string;
  /** Where it begins in memory. */
  readonly at: number;
  /** Where an access may begin, and end; in bytes. */
  readonly elements: number;
  readonly bytes: number;
  readonly writable: boolean;
}

/** The regions of a world for ticks of one parity: first the planes, in the order of the address table. */
function regionsOf(world: World, parity: 0 | 1): Region[] {
  const { plan } = world;
  const { scratch, particles } = world;
  const extents = new Map(memoryPlanes(world).map((plane) => [plane.at, plane]));
  const constants = layoutOf(plan);
  const planes = addressesOf(plan, parity).map(({ name, at }): Region => {
    // Several columns without rows may begin at one place.
    const { elements, size, bytes } = extents.get(at) ?? { elements: 0, size: 1, bytes: 0 };
    const constant = at >= constants.constants && at < constants.states[0];
    const writable = !name.startsWith('front') && !constant;
    return { name, at, elements: elements * size, bytes, writable };
  });
  const parts: Region[] = [];
  const add = (name: string, at: number, bytes: number, padded = bytes): void => {
    parts.push({ name, at, elements: bytes, bytes: padded, writable: true });
  };
  const cells = binsOf(plan);
  for (let worker = 0; worker < plan.maxWorkers; worker++) {
    const all = [
      [scratch.neighborScratch, LISTS.SCRATCH, NEIGHBOR_SCRATCH.bytes, 'neighborScratch'],
      [scratch.orcaScratch, LISTS.ORCA_SCRATCH, ORCA_SCRATCH.bytes, 'orcaScratch'],
      [scratch.contextScratch, LISTS.CONTEXT_SCRATCH, CONTEXT_SCRATCH.bytes, 'contextScratch'],
      [scratch.treeScratch, LISTS.TREE_SCRATCH, 4 * TREE_SCRATCH.words, 'treeScratch'],
    ] as const;
    for (const [memory, lists, stride, name] of all) {
      if (memory.length === 0) continue;
      for (const [list, at, bytes] of lists) {
        add(`${name} ${list} of ${worker}`, memory.byteOffset + stride * worker + at, bytes);
      }
    }
    if (scratch.nearest.length > 0) {
      const at = scratch.nearest.byteOffset + 4 * NEAREST_SCRATCH.words * worker;
      const { ahead, block, group, words } = NEAREST_SCRATCH;
      add(`nearest ahead of ${worker}`, at + 4 * ahead, 4 * (block - ahead));
      add(`nearest block of ${worker}`, at + 4 * block, 4 * (group - block));
      add(`nearest group of ${worker}`, at + 4 * group, 4 * (words - group));
    }
    const limits = 4 * LIMIT_SCRATCH.words;
    add(`limit of ${worker}`, scratch.limit.byteOffset + limits * worker, limits);
    if (particles.particleFactor.length > 0) {
      const bytes = 4 * factorStride(plan);
      add(
        `particleFactor of ${worker}`,
        particles.particleFactor.byteOffset + bytes * worker,
        bytes,
      );
    }
  }
  // The kernels of the sort are passed these directly; they are in no table.
  for (const { column, at, size, elements, bytes } of extents.values()) {
    // The parity decides which of the two is front: its planes are found in the table first.
    if (/^(front|back)\.custom$/.test(column)) add('back column', at, elements * size, bytes);
    if (/\.deposit(Cell|Place)$/.test(column)) add(column, at, elements * size, bytes);
  }
  for (const { name, count, firstBucket, buckets } of plan.scalars) {
    for (const { fields } of world.states) {
      const padded = 64 * Math.ceil(count / 16);
      add(`field ${name}`, fields[name].values.byteOffset, 4 * count, padded);
    }
    for (let worker = 0; worker < plan.maxWorkers; worker++) {
      const first = worker * bucketStride(plan.scalars) + firstBucket;
      for (const row of ['depositCount', 'depositNext'] as const) {
        add(`${row} of ${worker}`, scratch[row].byteOffset + 4 * first, 4 * buckets);
      }
    }
  }
  // One after the other, since kernels step from one worker's list to the next.
  for (let worker = 0; worker < plan.maxWorkers; worker++) {
    const at = scratch.cellCount.byteOffset + 4 * cellStride(plan) * worker;
    add(`cellCount of ${worker}`, at, 4 * cells, 4 * cellStride(plan));
  }
  return [...planes, ...parts];
}

/** Which parameters of a kernel are addresses, and which lead from one region to the next. */
const PARAMETERS: Record<
  Exclude<keyof Exports, 'table' | 'addAway' | 'nearestToPoints' | `aimAt${string}`>,
  readonly ('address' | 'bytes' | 'words' | undefined)[]
> = {
  walkNeighbors: ['address', 'address', 'address'],
  sumAway: ['address', 'address', 'address'],
  steerContext: ['address', 'address'],
  setOrca: [],
  setOrcaObstacles: ['address'],
  steerOrca: ['address', 'address'],
  cutTree: ['address', 'address'],
  plantPart: [],
  nearestInTree: ['address', 'address', 'address'],
  nextToAvoid: ['address', 'address'],
  surround: ['address', undefined, undefined, undefined, 'address'],
  mayEnd: ['address'],
  watchOrbits: ['address'],
  move: ['address', undefined, undefined, 'address'],
  bin: ['address', undefined, undefined, undefined, undefined, 'words'],
  prefixSum: ['address', undefined, undefined, undefined, undefined, 'words'],
  scatter: ['address', undefined, undefined, undefined, 'words'],
  scatterPlane: ['address', undefined, undefined, 'address', 'address'],
  listDeposits: ['address', 'address', 'address', 'address', 'address', 'address', 'address'],
  sortDeposits: ['address', 'address', 'address'],
  spreadCells: ['address', 'address'],
  addDeposits: ['address', 'address', 'address', 'address'],
  limitCells: ['address'],
  fly: ['address', 'address'],
};

/** Makes a world step with the checked SIMD kernels. It gets other memory, with the same bytes. */
export function useChecked(world: World, module: WebAssembly.Module): void {
  const { plan } = world;
  const old = new Uint8Array(world.handle.memory.buffer);
  const pages = Math.ceil((old.length + 2 * TABLE_BYTES) / 65536);
  const wasm = new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
  const memory: Memory = { buffer: wasm.buffer, wasm, shared: true };
  new Uint8Array(wasm.buffer).set(old);
  // Laws have addresses of their own, which are not those of regions.
  const handle = { memory, plan };
  const at = world.tick;
  Object.assign(world, attachViews(handle), { handle });
  turnTo(world, at);

  const regions = ([0, 1] as const).map((parity) => regionsOf(world, parity));
  const tables = regions.map((list, parity) => {
    if (list.length >= MAX_REGIONS) throw new Error(`${list.length} regions`);
    const offset = old.length + TABLE_BYTES * parity;
    const table = new Uint32Array(wasm.buffer, offset, WORDS * MAX_REGIONS);
    list.forEach((region, k) => {
      if (region.bytes > REGION / 2) throw new Error(`${region.name} has ${region.bytes} bytes`);
      const row = [region.at, region.elements, region.bytes, region.writable ? 1 : 0];
      table.set(row, WORDS * (k + 1));
    });
    return offset;
  });
  // Where kernels found places, they now find regions.
  const firstCount = regions[0].findIndex(({ name }) => name === 'cellCount of 0');
  regions[0].slice(0, addressesOf(plan, 0).length).forEach(({ name }, k) => {
    const address = REGION * (1 + (name === 'cellCount' ? firstCount : k));
    for (const parity of [0, 1])
      world.constants.address[addressesPerTable(plan) * parity + k] = address;
  });

  const exports = instantiate(module, wasm) as Exports & {
    setRegions(at: number): void;
    refusal(part: number): number;
  };
  const checked = Object.entries(PARAMETERS).map(([name, kinds]) => {
    const kernel = exports[name as keyof Exports] as (...parameters: number[]) => number;
    const call = (...parameters: number[]): number => {
      const parity = world.frontTick & 1;
      exports.setRegions(tables[parity]);
      const given = parameters.map((value, k) => {
        if (kinds[k] === 'address') return addressIn(regions[parity], value);
        return kinds[k] === 'bytes' ? REGION : kinds[k] === 'words' ? REGION / 4 : value;
      });
      try {
        return kernel(...given);
      } catch (cause) {
        throw new Error(`${name} ${refusalOf(exports.refusal, regions[parity])}`, { cause });
      }
    };
    return [name, call];
  });
  const kernels = Object.fromEntries(checked) as Exports;
  const { twins, nearestTwin } = twinsOver(world, kernels, undefined);
  const { steer } = twins!;
  const walkAndSteer: typeof steer = (_, begin, end, worker) => {
    walkThrough(world, kernels, begin, end, worker);
    steer!(world, begin, end, worker);
  };
  Object.assign(world, { nearestTwin, twins: { ...twins, steer: walkAndSteer } });
}

/**
 * Walks over the neighbors of all agents for every behavior that sees any, and hands them to nobody. Laws have addresses
 * of their own, so the walks do not happen for them.
 */
function walkThrough(
  world: World,
  wasm: Exports,
  begin: number,
  end: number,
  worker: number,
): void {
  const { plan, scratch } = world;
  const parity = world.frontTick & 1;
  const table = world.constants.address.byteOffset + 4 * addressesPerTable(plan) * parity;
  const memory = scratch.neighborScratch.byteOffset + NEIGHBOR_SCRATCH.bytes * worker;
  for (const [role, { behaviors }] of plan.roles.entries()) {
    for (const behavior of behaviors) {
      for (const reach of rangesNow(world, behavior)) {
        plan.grid.layers.forEach(({ species }, k) => {
          if ((behavior.mask & species) === 0 || !(reach >= 0)) return;
          // The list of calls is empty, so its address and that of the cluster are not used.
          const cluster = memory + NEIGHBOR_SCRATCH.pairs;
          wasm.walkNeighbors(table, memory, cluster, 0, 0, begin, end, reach, role, layerRow(k));
        });
      }
    }
  }
}

/** What a kernel gets instead of a place in memory: an address in the smallest region there. */
function addressIn(regions: readonly Region[], place: number): number {
  let found = -1;
  regions.forEach(({ at, elements }, k) => {
    if (place < at || place >= at + elements) return;
    if (found < 0 || elements < regions[found].elements) found = k;
  });
  if (found < 0) throw new Error(`is given ${place}, which is in no column`);
  return REGION * (found + 1) + (place - regions[found].at);
}

function refusalOf(refusal: (part: number) => number, regions: readonly Region[]): string {
  const address = refusal(0) >>> 0;
  if (address === 0) return 'traps';
  // Bytes just before a region count as the end of the region that precedes it.
  const near = (address + REGION / 2) % 2 ** 32;
  const region = regions[Math.floor(near / REGION) - 1];
  const offset = (near % REGION) - REGION / 2;
  const does = refusal(2) === 1 ? 'stores' : 'loads';
  const of = region === undefined ? 'nothing' : `${region.name}, of ${region.elements} bytes`;
  return `${does} ${refusal(1)} bytes at ${offset} of ${of}`;
}
