import type { WorkedLaw } from './law.ts';
import type { AimColumn, DeclaredColumn, NodeData, OtherColumn, SpeciesValue } from './node.ts';
import type { OperationName } from './operations.ts';
import { AIM_PLANES, type AimPlan, aimsOf, planesOf } from './plane-plan.ts';
import type { Schedule } from './schedule.ts';
import type { Code, VectorName } from './wasm-code.ts';

/**
 * Where compiled code finds its data. Most of the numbers are byte offsets in the address table. The numbers in
 * `species` are slots in the record of a species.
 */
export interface LawPlaces {
  readonly columns: Readonly<Record<(typeof COLUMNS)[number] | DeclaredColumn, number>>;
  /**
   * The address table has an entry for each staged plane: the address of the plane. `staged` has the byte offset of
   * each entry, by the name of the plane. Staged planes hold the values that `lawOfStaged` describes.
   */
  readonly staged: Readonly<Record<string, number>>;
  /** The names of the staged planes whose values are f32. */
  readonly floats: ReadonlySet<string>;
  /**
   * The address table has an entry for each scalar field: the address of the field's values. `fields` has the byte
   * offset of each entry, by the name of the field.
   */
  readonly fields: Readonly<Record<string, number>>;
  readonly species: Readonly<Record<SpeciesValue, number>>;
  /** Number of bytes from the record of one species to the next record. */
  readonly record: number;
}

/** The columns that compiled code can read in every world. */
export const COLUMNS = [
  'id',
  'species',
  'role',
  'status',
  'position.x',
  'position.y',
  'position.z',
  'velocity.x',
  'velocity.y',
  'velocity.z',
  'heading.x',
  'heading.y',
  'heading.z',
  'up.x',
  'up.y',
  'up.z',
  'birth',
  'force.x',
  'force.y',
  'force.z',
] as const;

/** Values that never change in a world and are therefore compiled into the code. */
export interface LawConstants {
  /** The number of agents in a plane. */
  readonly block: number;
  readonly dt: number;
  readonly seed: number;
  readonly dimensions: number;
  /** Whether there are walkers, who see only agents of about their height. */
  readonly hasWalkers: boolean;
}

/** The function into which code is written, and the locals that hold the values for this code. */
export interface Scope {
  readonly code: Code;
  readonly parameter: (name: string) => number;
  /**
   * Two local variables for four agents. `at` holds the byte offset of the agents in a column. `scratch` holds the address
   * of the agents' words in the scratch memory of the law.
   */
  readonly at: number;
  readonly scratch: number;
  readonly locals: Map<number, number>;
  /** For each scalar field that the law reads, the WebAssembly local that holds the address of the field. */
  readonly fieldAt: ReadonlyMap<string, number>;
}

export interface PairScope extends Scope {
  /** For each column of neighbors that the law reads: the local variable that holds the address of the column. */
  readonly columnAt: ReadonlyMap<string, number>;
  readonly candidate: number;
  /**
   * `species` is the local variable that holds the species of the neighbor. `records` is the local variable that holds
   * the address of the first species record.
   */
  readonly species: number;
  readonly records: number;
  /** The offset to the neighbor (m), by axis, and its squared length (m^2). */
  readonly offset: readonly number[];
  readonly squared: number;
}

type CellNode = Extract<NodeData, readonly ['cell', ...unknown[]]>;

/**
 * Two `cell` nodes of one field. The index of each is a sum, and both sums begin with the same node. The two nodes
 * usually read adjacent cells.
 */
export type CellPair = readonly [first: number, second: number];

/** Finds all cell pairs in a list of nodes. In the result, the key of a pair is the first node of the pair. */
export function cellPairsOf(
  law: Pick<WorkedLaw, 'nodes'>,
  among: readonly number[],
): ReadonlyMap<number, CellPair> {
  const pairs = new Map<number, CellPair>();
  const waiting = new Map<string, number>();
  for (const at of among) {
    const node = law.nodes[at];
    if (node[0] !== 'cell') continue;
    const [name, line] = law.nodes[node[1]];
    if (name !== 'addWhole') continue;
    const key = `${line} ${node[2]}`;
    const first = waiting.get(key);
    waiting.delete(key);
    if (first === undefined) waiting.set(key, at);
    else pairs.set(first, [first, at]);
  }
  return pairs;
}

/**
 * Writes the code of a law's nodes for four agents at a time. A node belongs to an agent, or to a pair of an agent and
 * its neighbor.
 */
export class NodeCompiler {
  readonly law: WorkedLaw;
  readonly places: LawPlaces;
  readonly constants: LawConstants;
  /** The planes of scratch memory that pass the values of nodes from one function to another. */
  readonly planes: ReadonlyMap<number | string, number>;
  readonly aims: readonly AimPlan[];

  constructor(law: WorkedLaw, schedule: Schedule, places: LawPlaces, constants: LawConstants) {
    this.law = law;
    this.places = places;
    this.constants = constants;
    this.planes = planesOf(law, schedule);
    this.aims = aimsOf(law);
  }

  /** Returns the number of bytes from the start of the scratch memory to a plane. */
  offsetOf(key: number | string): number {
    return 4 * this.constants.block * this.planes.get(key)!;
  }

  /** Pops the value that `push` leaves on the stack and stores it in a new local. Returns the local. */
  held({ code }: Scope, push: () => void): number {
    push();
    const local = code.local();
    code.set(local);
    return local;
  }

  load({ code, scratch }: Scope, key: number | string): void {
    code.get(scratch).memory('v128.load', this.offsetOf(key));
  }

  /** Writes code that leaves the value of a node on the stack. */
  push(scope: Scope, at: number): void {
    const local = scope.locals.get(at);
    if (local !== undefined) scope.code.get(local);
    else if (this.planes.has(at)) this.load(scope, at);
    else this.compute(scope, at);
  }

  compute(scope: Scope | PairScope, at: number): void {
    const node = this.law.nodes[at];
    const { code } = scope;
    switch (node[0]) {
      case 'number':
        code.constant(bitsOf(Number(node[1])));
        return;
      case 'whole':
        code.constant(node[1]);
        return;
      case 'truth':
        code.constant(-node[1]);
        return;
      case 'parameter': {
        const slot = Object.keys(this.law.parameters).indexOf(node[1]);
        code.get(scope.parameter('record')).memory('v128.load32_splat', 4 * slot);
        return;
      }
      case 'world':
        this.#world(scope, node[1]);
        return;
      case 'self':
        this.selfColumn(scope, node[1]);
        return;
      case 'aim':
      case 'second':
        this.#aim(scope, this.aims[node[0] === 'aim' ? 0 : 1], node[1]);
        return;
      case 'other':
        this.otherColumn(scope as PairScope, node[2]);
        return;
      case 'cell':
        this.#cell(scope, node[1], scope.fieldAt.get(node[2])!);
        return;
      default:
        this.#operation(scope, node as readonly [OperationName, ...number[]]);
    }
  }

  /** For each scalar field that the law reads, writes code that stores the address of the field in a new local. */
  fieldAddresses(code: Code, table: () => number): ReadonlyMap<string, number> {
    const names = this.law.nodes.flatMap((node) => (node[0] === 'cell' ? [node[2]] : []));
    return new Map(
      [...new Set(names)].map((name) => {
        const local = code.local('i32');
        code.get(table()).memory('i32.load', this.places.fields[name]).set(local);
        return [name, local];
      }),
    );
  }

  /** Writes code that loads one cell of a scalar field for each of the four agents, one lane at a time. */
  #cell(scope: Scope, index: number, field: number): void {
    const { code } = scope;
    const address = this.#addressOfCell(scope, index, field);
    const cells = code.local();
    address(0);
    code.memory('v128.load32_zero').set(cells);
    for (let lane = 1; lane < 4; lane++) {
      address(lane);
      code.get(cells).loadLane('v128.load32_lane', lane).set(cells);
    }
    code.get(cells);
  }

  /**
   * Writes code that loads two cells for each of four agents. The code sets two new locals. If the two cells are
   * adjacent for all four agents, a single load per agent reads both cells.
   */
  cellPair(scope: Scope, [first, second]: CellPair): void {
    const { code, locals } = scope;
    const { nodes } = this.law;
    const [, index, name] = nodes[first] as CellNode;
    const [, nextIndex] = nodes[second] as CellNode;
    const [one, two] = [code.local(), code.local()];
    const field = scope.fieldAt.get(name)!;
    code.open('block').open('block');
    this.push(scope, index);
    code.constant(1).op('i32x4.add');
    this.push(scope, nextIndex);
    code.op('i32x4.eq', 'i32x4.all_true', 'i32.eqz').branch('brIf', 0);
    const address = this.#addressOfCell(scope, index, field);
    const [low, high] = [0, 2].map((lane) => {
      const half = code.local();
      address(lane);
      code.memory('v128.load64_zero').set(half);
      address(lane + 1);
      code.get(half).loadLane('v128.load64_lane', 1).set(half);
      return half;
    });
    code.get(low).get(high).shuffle(0, 2, 4, 6).set(one);
    code.get(low).get(high).shuffle(1, 3, 5, 7).set(two);
    code.branch('br', 1).op('end');
    this.#cell(scope, index, field);
    code.set(one);
    this.#cell(scope, nextIndex, field);
    code.set(two).op('end');
    locals.set(first, one);
    locals.set(second, two);
  }

  /**
   * Returns a function that takes a lane and writes code for this lane. This code puts the address of a cell on the
   * stack: the cell for the agent in this lane.
   */
  #addressOfCell(scope: Scope, index: number, field: number): (lane: number) => void {
    const { code } = scope;
    const offsets = this.held(scope, () => {
      this.push(scope, index);
      code.whole(2).op('i32x4.shl');
    });
    return (lane) => {
      code.get(field).get(offsets).lane('i32x4.extract_lane', lane).op('i32.add');
    };
  }

  #aim(scope: Scope, { first, isOptional }: AimPlan, column: AimColumn): void {
    this.loadAim(scope, first + AIM_PLANES[column]);
    if (!isOptional || column === 'found') return;
    // For an agent without an aim, the plane still holds old numbers, so the mask sets them to 0.
    this.loadAim(scope, first + AIM_PLANES.found);
    scope.code.op('v128.and');
  }

  loadAim({ code, parameter, scratch }: Scope, plane: number): void {
    code.get(parameter('aim')).get(scratch).get(parameter('scratch'));
    code.op('i32.sub', 'i32.add').memory('v128.load', 4 * this.constants.block * plane);
  }

  #world(
    { code, parameter }: Scope,
    value: 'dt' | 'tick' | 'seed' | 'dimensions' | 'behavior',
  ): void {
    if (value === 'tick' || value === 'behavior') code.get(parameter(value)).op('i32x4.splat');
    else if (value === 'dt') code.constant(bitsOf(this.constants.dt));
    else code.constant(this.constants[value]);
  }

  selfColumn(scope: Scope, column: string): void {
    const { code, at, parameter } = scope;
    const { columns, species } = this.places;
    if (Object.hasOwn(species, column)) {
      const slot = species[column as keyof typeof species];
      code.get(parameter('ofSpecies')).memory('v128.load32_splat', 4 * slot);
    } else if (column === 'species') {
      code.get(parameter('species')).op('i32x4.splat');
    } else {
      code.get(parameter('table')).memory('i32.load', columns[column as keyof typeof columns]);
      code.get(at).op('i32.add').memory('v128.load');
    }
  }

  otherColumn(scope: PairScope, column: OtherColumn | DeclaredColumn): void {
    const { code, candidate, species, records, offset, columnAt } = scope;
    if (column.startsWith('offset.')) {
      code.get(offset['xyz'.indexOf(column.at(-1)!)]);
    } else if (column === 'species') {
      code.get(species).op('i32x4.splat');
    } else if (column === 'mass' || column === 'radius') {
      code.get(records).get(species).whole(this.places.record).op('i32.mul', 'i32.add');
      code.memory('v128.load32_splat', 4 * this.places.species[column]);
    } else {
      code.get(columnAt.get(column)!).get(candidate).op('i32.add').memory('v128.load32_splat');
    }
  }

  #operation(scope: Scope, [name, ...operands]: readonly [OperationName, ...number[]]): void {
    const { code } = scope;
    const push = (k: number): void => this.push(scope, operands[k]);
    switch (name) {
      case 'select':
      case 'selectWhole':
        // The bits of 0 are all zero. So selecting from 0 is a bitwise `and` of the other operand with the mask.
        if (this.#isZero(operands[2])) {
          push(1);
          push(0);
          code.op('v128.and');
          return;
        }
        if (this.#isZero(operands[1])) {
          push(2);
          push(0);
          code.op('v128.andnot');
          return;
        }
        push(1);
        push(2);
        push(0);
        code.op('v128.bitselect');
        return;
      case 'shiftLeft':
      case 'shiftRight':
        push(0);
        code.whole(this.law.nodes[operands[1]][1] as number);
        code.op(name === 'shiftLeft' ? 'i32x4.shl' : 'i32x4.shr_u');
        return;
      case 'divWhole':
        this.#laneByLane(scope, 'i32.div_u', operands);
        return;
      case 'modWhole':
        this.#laneByLane(scope, 'i32.rem_u', operands);
        return;
      case 'toBits':
        push(0);
        code.constant(0x7fc00000);
        push(0);
        push(0);
        code.op('f32x4.eq', 'v128.bitselect');
        return;
      case 'fromBits':
        push(0);
        return;
      default:
        for (const k of operands.keys()) push(k);
        code.op(INSTRUCTIONS[name]);
    }
  }

  #isZero(at: number): boolean {
    const [name, value] = this.law.nodes[at];
    return (name === 'number' || name === 'whole') && value === 0;
  }

  /**
   * Writes code that divides whole numbers lane by lane, because SIMD has no instruction for division. A divisor of 0
   * counts as 1.
   */
  #laneByLane(scope: Scope, name: 'i32.div_u' | 'i32.rem_u', [a, b]: readonly number[]): void {
    const { code } = scope;
    const [dividend, divisor] = [a, b].map((at) => this.held(scope, () => this.push(scope, at)));
    // A comparison yields -1 where its operands are equal.
    code.get(divisor).get(divisor).constant(0).op('i32x4.eq', 'i32x4.sub').set(divisor);
    code.get(dividend);
    for (let lane = 0; lane < 4; lane++) {
      code.get(dividend).lane('i32x4.extract_lane', lane);
      code.get(divisor).lane('i32x4.extract_lane', lane);
      code.op(name).lane('i32x4.replace_lane', lane);
    }
  }
}

const INSTRUCTIONS: Readonly<Record<Exclude<OperationName, Special>, VectorName>> = {
  add: 'f32x4.add',
  sub: 'f32x4.sub',
  mul: 'f32x4.mul',
  div: 'f32x4.div',
  min: 'f32x4.min',
  max: 'f32x4.max',
  neg: 'f32x4.neg',
  abs: 'f32x4.abs',
  sqrt: 'f32x4.sqrt',
  floor: 'f32x4.floor',
  ceil: 'f32x4.ceil',
  less: 'f32x4.lt',
  lessEqual: 'f32x4.le',
  equal: 'f32x4.eq',
  and: 'v128.and',
  or: 'v128.or',
  not: 'v128.not',
  addWhole: 'i32x4.add',
  subWhole: 'i32x4.sub',
  mulWhole: 'i32x4.mul',
  andBits: 'v128.and',
  orBits: 'v128.or',
  xorBits: 'v128.xor',
  lessWhole: 'i32x4.lt_u',
  equalWhole: 'i32x4.eq',
  toNumber: 'f32x4.convert_i32x4_u',
  toWhole: 'i32x4.trunc_sat_f32x4_u',
};

/** The operations that compile to more than one instruction. */
type Special =
  | 'select'
  | 'selectWhole'
  | 'shiftLeft'
  | 'shiftRight'
  | 'divWhole'
  | 'modWhole'
  | 'toBits'
  | 'fromBits';

const number = new Float32Array(1);
const bits = new Int32Array(number.buffer);

/** Returns the bits of a number as an f32. */
export function bitsOf(value: number): number {
  number[0] = value;
  return bits[0];
}

/** Writes code that leaves a dot product on the stack. Products are added from left to right. */
export function dot(code: Code, a: readonly number[], b: readonly number[]): void {
  code.get(a[0]).get(b[0]).op('f32x4.mul');
  code.get(a[1]).get(b[1]).op('f32x4.mul', 'f32x4.add');
  code.get(a[2]).get(b[2]).op('f32x4.mul', 'f32x4.add');
}
