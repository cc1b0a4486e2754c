/**
 * Compiles a law to WebAssembly, with four agents in the lanes of a vector. The code rounds wherever the evaluator
 * rounds, so both yield the same bits.
 *
 * Each level of a law's schedule becomes a function over a block of agents. The passes between levels become walks, see
 * compile-walk.ts. Functions leave values for each other in planes of the law's scratch memory.
 */
import { type Unit, unitsOf } from './branches.ts';
import {
  bitsOf,
  type CellPair,
  cellPairsOf,
  type LawConstants,
  type LawPlaces,
  NodeCompiler,
  type Scope,
} from './compile-nodes.ts';
import type { WorkedLaw } from './law.ts';
import { REDUCTIONS, type Reduction } from './node.ts';
import { AIM_PLANES, bestPlane, isCheap, levelName, rankPlane, ranksOf } from './plane-plan.ts';
import { isDepositPlane } from './results.ts';
import { type Pass, type Schedule, scheduleOf } from './schedule.ts';
import { sharedNodes } from './uniform.ts';
import { Code } from './wasm-code.ts';

export { COLUMNS, type LawConstants, type LawPlaces } from './compile-nodes.ts';

/**
 * Parameters of a function that computes one level of a law. All parameters are i32: addresses, ranges of agents, and
 * whole numbers.
 */
const LEVEL = [
  'table',
  'scratch',
  'begin',
  'end',
  'species',
  'role',
  'record',
  'ofSpecies',
  'aim',
  'tick',
  'behavior',
] as const;
const ALIVE = 1;
const NO_PAIRS: ReadonlyMap<number, CellPair> = new Map();
const INFINITE = 0x7f800000;
/** No id comes after this one. */
const LAST_ID = 0xffffffff;
const NOT_A_NUMBER = 0x7fc00000;

/** A law whose code is being written. */
export interface CompiledLaw {
  readonly nodes: NodeCompiler;
  readonly schedule: Schedule;
  /** The function of each level. */
  readonly levels: readonly Code[];
}

export function compileLaw(
  law: WorkedLaw,
  index: number,
  places: LawPlaces,
  constants: LawConstants,
): CompiledLaw {
  return new Compiler(law, index, places, constants).compile();
}

/** Writes the functions of a law's levels. */
class Compiler {
  readonly #index: number;
  readonly #schedule: Schedule;
  readonly #shared: ReadonlySet<number>;
  readonly #nodes: NodeCompiler;

  constructor(law: WorkedLaw, index: number, places: LawPlaces, constants: LawConstants) {
    this.#index = index;
    this.#schedule = scheduleOf(law);
    this.#shared = sharedNodes(law);
    this.#nodes = new NodeCompiler(law, this.#schedule, places, constants);
  }

  compile(): CompiledLaw {
    const schedule = this.#schedule;
    const last = schedule.length - 1;
    const levels = schedule.map(({ agents, passes }, level) =>
      this.#level(levelName(this.#index, level), agents, passes, level === last),
    );
    return { nodes: this.#nodes, schedule, levels };
  }

  #level(name: string, agents: readonly number[], passes: readonly Pass[], isLast: boolean): Code {
    const code = new Code(name, LEVEL.length);
    const parameter = (one: (typeof LEVEL)[number]): number => LEVEL.indexOf(one);
    const i = code.local('i32');
    const at = code.local('i32');
    const scratch = code.local('i32');
    const scope: Scope = {
      code,
      parameter: (one) => parameter(one as (typeof LEVEL)[number]),
      at,
      scratch,
      locals: new Map(),
      fieldAt: this.#nodes.fieldAddresses(code, () => parameter('table')),
    };
    code.open('block');
    code.get(parameter('begin')).tee(i).get(parameter('end')).op('i32.ge_s').branch('brIf', 0);
    // Values that all agents share are computed once, before the loop. The loop exits only at its end: if it could exit
    // earlier, V8 would move these computations into it, to where they are used.
    for (const node of agents) if (this.#shared.has(node)) this.#agentNode(scope, node);
    code.open('loop');
    code.get(i).whole(2).op('i32.shl').set(at);
    code.get(i).get(parameter('begin')).op('i32.sub').whole(2).op('i32.shl');
    code.get(parameter('scratch')).op('i32.add').set(scratch);
    const own = agents.filter((node) => !this.#shared.has(node));
    const kept = new Set([
      ...(isLast ? this.#nodes.law.vector : []),
      ...own.filter((node) => this.#nodes.planes.has(node)),
    ]);
    const units = unitsOf(this.#nodes.law.nodes, own, kept);
    const pairs = cellPairsOf(
      this.#nodes.law,
      units.filter((unit) => typeof unit === 'number'),
    );
    for (const unit of units) this.#unit(scope, unit, pairs);
    for (const node of agents) {
      if (!this.#nodes.planes.has(node)) continue;
      code.get(scratch);
      this.#nodes.push(scope, node);
      code.memory('v128.store', this.#nodes.offsetOf(node));
    }
    for (const pass of passes) this.#ready(scope, pass);
    if (isLast && this.#nodes.law.result === 'next') this.#writeNext(scope, i);
    else if (isLast) this.#addForce(scope, i);
    code.get(i).whole(4).op('i32.add').tee(i).get(parameter('end')).op('i32.lt_s');
    code.branch('brIf', 0).op('end').op('end');
    return code;
  }

  /** Writes code that stores the initial values of the reductions of a pass. */
  #ready({ code, scratch }: Scope, { reductions, keys }: Pass): void {
    const store = (key: number | string, bits: number): void => {
      code.get(scratch).constant(bits).memory('v128.store', this.#nodes.offsetOf(key));
    };
    const { nodes } = this.#nodes.law;
    for (const at of reductions) {
      const { none, result } = REDUCTIONS[nodes[at][0] as Reduction];
      store(at, result === 'u32' ? none : bitsOf(none));
    }
    for (const rank of ranksOf(nodes, { reductions })) {
      for (let place = 0; place < rank; place++) {
        store(rankPlane(reductions, rank, place, 'key'), INFINITE);
        store(rankPlane(reductions, rank, place, 'id'), LAST_ID);
      }
    }
    for (const key of keys) {
      store(bestPlane(reductions, key, 'key'), INFINITE);
      store(bestPlane(reductions, key, 'id'), 0);
    }
  }

  /** Writes code that computes the mask of the agents on which the law acts. */
  #living(scope: Scope, i: number): number {
    const { code } = scope;
    const { columns } = this.#nodes.places;
    const living = code.local();
    const table = scope.parameter('table');
    code.get(table).memory('i32.load', columns.status).get(i).op('i32.add');
    code.memory('v128.load32_zero').op('i16x8.extend_low_i8x16_u', 'i32x4.extend_low_i16x8_u');
    code.constant(ALIVE).op('i32x4.eq');
    code.get(table).memory('i32.load', columns.role).get(i).op('i32.add');
    code.memory('v128.load32_zero').op('i16x8.extend_low_i8x16_u', 'i32x4.extend_low_i16x8_u');
    code.get(scope.parameter('role')).op('i32x4.splat', 'i32x4.eq', 'v128.and');
    for (const { first, isOptional } of this.#nodes.aims) {
      if (isOptional) continue;
      this.#nodes.loadAim(scope, first + AIM_PLANES.found);
      code.op('v128.and');
    }
    code.set(living);
    return living;
  }

  /**
   * Writes code that stages the next values of columns. If any value of an agent is NaN, the agent's force becomes NaN
   * and no value is staged.
   */
  #writeNext(scope: Scope, i: number): void {
    const { code, at } = scope;
    const { law, places } = this.#nodes;
    const living = this.#living(scope, i);
    const sound = code.local();
    code.get(living).set(sound);
    const planes = law.planes!;
    law.vector.forEach((node, k) => {
      if (!places.floats.has(planes[k])) return;
      this.#nodes.push(scope, node);
      this.#nodes.push(scope, node);
      code.op('f32x4.eq').get(sound).op('v128.and').set(sound);
    });
    const table = scope.parameter('table');
    const place = code.local('i32');
    const write = (address: number, push: () => void, mask: () => void): void => {
      code.get(table).memory('i32.load', address).get(at).op('i32.add').set(place);
      code.get(place);
      push();
      code.get(place).memory('v128.load');
      mask();
      code.op('v128.bitselect').memory('v128.store');
    };
    law.vector.forEach((node, k) => {
      write(
        places.staged[planes[k]],
        () => {
          this.#nodes.push(scope, node);
          // The deposits of all behaviors add up.
          if (isDepositPlane(planes[k])) code.get(place).memory('v128.load').op('f32x4.add');
        },
        () => code.get(sound),
      );
    });
    write(
      places.columns['force.x'],
      () => code.constant(NOT_A_NUMBER),
      () => code.get(living).get(sound).op('v128.andnot'),
    );
  }

  #addForce(scope: Scope, i: number): void {
    const { code, at } = scope;
    const { columns } = this.#nodes.places;
    const living = this.#living(scope, i);
    const table = scope.parameter('table');
    const place = code.local('i32');
    const before = code.local();
    (['force.x', 'force.y', 'force.z'] as const).forEach((column, axis) => {
      code.get(table).memory('i32.load', columns[column]).get(at).op('i32.add').tee(place);
      code.get(place).memory('v128.load').set(before);
      if (this.#nodes.law.result === 'force') code.get(before);
      this.#nodes.push(scope, this.#nodes.law.vector[axis]);
      // A velocity law replaces the force that earlier behaviors have added up.
      if (this.#nodes.law.result === 'force') code.op('f32x4.add');
      code.get(before).get(living).op('v128.bitselect').memory('v128.store');
    });
  }

  /**
   * Writes code that computes a node or a branch for four agents. The code skips a branch that none of these agents
   * takes.
   */
  #unit(scope: Scope, unit: Unit, pairs: ReadonlyMap<number, CellPair>): void {
    if (typeof unit === 'number') {
      this.#agentNode(scope, unit, pairs);
      return;
    }
    const { code } = scope;
    code.open('block');
    this.#nodes.push(scope, unit.condition);
    if (unit.side === 'no') code.op('v128.not');
    code.op('v128.any_true', 'i32.eqz').branch('brIf', 0);
    const own = cellPairsOf(this.#nodes.law, unit.nodes);
    for (const at of unit.nodes) this.#agentNode(scope, at, own);
    code.op('end');
  }

  /**
   * Writes code that computes a node of the agent and stores the value in a local variable. Cheap nodes are not stored,
   * but computed wherever they are used.
   */
  #agentNode(scope: Scope, at: number, pairs: ReadonlyMap<number, CellPair> = NO_PAIRS): void {
    if (isCheap(this.#nodes.law.nodes[at]) || scope.locals.has(at)) return;
    const pair = pairs.get(at);
    if (pair !== undefined) {
      this.#nodes.cellPair(scope, pair);
      return;
    }
    const local = scope.code.local();
    this.#nodes.compute(scope, at);
    scope.code.set(local);
    scope.locals.set(at, local);
  }
}
