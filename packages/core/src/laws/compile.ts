/**
 * Compiles a law to WebAssembly: four agents at a time, in lanes. It rounds where the evaluator rounds, so that
 * both yield the same bits.
 *
 * Each level of a law's schedule is a function over a block of agents, and each pass one over the
 * candidates of a cluster of four. What one leaves to another stands in planes of the law's room.
 */
import { type Unit, unitsOf } from './branches.ts';
import { guardedOf } from './guard.ts';
import type { Law } from './law.ts';
import {
  type AimColumn,
  kindOf,
  type OtherColumn,
  REDUCTIONS,
  type Reduction,
  type SpeciesValue,
} from './node.ts';
import type { OperationName } from './operations.ts';
import {
  AIM_PLANES,
  type AimPlan,
  aimsOf,
  bestPlane,
  FRAME,
  isCheap,
  levelName,
  passName,
  planesOf,
} from './plane-plan.ts';
import { keyOf, operandsOf, type Pass, type Schedule, scheduleOf } from './schedule.ts';
import { sharedNodes } from './uniform.ts';
import { Code, type VectorName } from './wasm-code.ts';

/** Where compiled code finds what it reads: bytes in the address table, and slots of a species' record. */
export interface LawPlaces {
  readonly columns: Readonly<Record<(typeof COLUMNS)[number], number>>;
  readonly species: Readonly<Record<SpeciesValue, number>>;
  /** Bytes from the record of a species to that of the next. */
  readonly record: number;
}

/** The columns that compiled code may ask for. */
export const COLUMNS = [
  'id',
  'species',
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

/** What is the same for all agents in all ticks, and compiled in. */
export interface LawConstants {
  /** Agents of a plane. */
  readonly block: number;
  readonly dt: number;
  readonly seed: number;
  readonly dimensions: number;
  /** How many species there are. */
  readonly species: number;
}

/** Parameters of a level, all i32: addresses, places of agents, and numbers. */
const LEVEL = [
  'table',
  'room',
  'begin',
  'end',
  'species',
  'record',
  'ofSpecies',
  'aim',
  'tick',
  'behavior',
] as const;
/**
 * Those of a pass: where its frame stands, the byte offsets of candidates, the cluster, the byte offset of its
 * first agent in a column, and that in a plane of the law's room.
 */
const PASS = ['frame', 'list', 'listEnd', 'cluster', 'at', 'offset'] as const;

/** Those of a frame that a pass has at hand under the names that a level has, in whole numbers. */
const FRAMED = ['table', 'mask', 'species', 'record', 'ofSpecies', 'behavior', 'tick'] as const;

/** A cluster: x, y and z (m) of four agents, turned round a torus where need be, and which lanes count. */
const CLUSTER = { x: 0, y: 16, z: 32, used: 48 } as const;

const ALIVE = 1;

export function compileLaw(
  law: Law,
  index: number,
  places: LawPlaces,
  constants: LawConstants,
): Code[] {
  const compiler = new Compiler(law, index, places, constants);
  return compiler.compile();
}

class Compiler {
  readonly #law: Law;
  readonly #index: number;
  readonly #places: LawPlaces;
  readonly #constants: LawConstants;
  /** Planes of nodes that one function leaves to another. */
  readonly #planes: ReadonlyMap<number | string, number>;
  readonly #schedule: Schedule;
  readonly #shared: ReadonlySet<number>;
  readonly #aims: readonly AimPlan[];

  constructor(law: Law, index: number, places: LawPlaces, constants: LawConstants) {
    this.#law = law;
    this.#schedule = scheduleOf(law);
    this.#planes = planesOf(law, this.#schedule);
    this.#shared = sharedNodes(law);
    this.#aims = aimsOf(law);
    this.#index = index;
    this.#places = places;
    this.#constants = constants;
  }

  compile(): Code[] {
    const last = this.#schedule.length - 1;
    return this.#schedule.flatMap(({ agents, passes }, level) => [
      this.#level(levelName(this.#index, level), agents, passes, level === last),
      ...passes.map((pass, k) => this.#pass(passName(this.#index, level, k), pass)),
    ]);
  }

  /** Bytes from the start of the room to a plane. */
  #offsetOf(key: number | string): number {
    return 4 * this.#constants.block * this.#planes.get(key)!;
  }

  #level(name: string, agents: readonly number[], passes: readonly Pass[], isLast: boolean): Code {
    const code = new Code(name, LEVEL.length);
    const parameter = (one: (typeof LEVEL)[number]): number => LEVEL.indexOf(one);
    const i = code.local('i32');
    const at = code.local('i32');
    const room = code.local('i32');
    const scope: Scope = {
      code,
      parameter: (one) => parameter(one as (typeof LEVEL)[number]),
      at,
      room,
      locals: new Map(),
    };
    code.open('block');
    code.get(parameter('begin')).tee(i).get(parameter('end')).op('i32.ge_s').branch('brIf', 0);
    // What all agents share is worked out once. The loop is left at its end: V8 would move it into one that can be
    // left before, to where it is used.
    for (const node of agents) if (this.#shared.has(node)) this.#agentNode(scope, node);
    code.open('loop');
    code.get(i).whole(2).op('i32.shl').set(at);
    code.get(i).get(parameter('begin')).op('i32.sub').whole(2).op('i32.shl');
    code.get(parameter('room')).op('i32.add').set(room);
    const own = agents.filter((node) => !this.#shared.has(node));
    const kept = new Set([
      ...(isLast ? this.#law.vector : []),
      ...own.filter((node) => this.#planes.has(node)),
    ]);
    for (const unit of unitsOf(this.#law.nodes, own, kept)) this.#unit(scope, unit);
    for (const node of agents) {
      if (!this.#planes.has(node)) continue;
      code.get(room);
      this.#push(scope, node);
      code.memory('v128.store', this.#offsetOf(node));
    }
    for (const pass of passes) this.#ready(scope, pass);
    if (isLast) this.#addForce(scope, i);
    code.get(i).whole(4).op('i32.add').tee(i).get(parameter('end')).op('i32.lt_s');
    code.branch('brIf', 0).op('end').op('end');
    return code;
  }

  /** What reductions begin with. */
  #ready({ code, room }: Scope, { reductions, keys }: Pass): void {
    const store = (key: number | string, bits: number): void => {
      code.get(room).constant(bits).memory('v128.store', this.#offsetOf(key));
    };
    for (const at of reductions) {
      store(at, bitsOf(REDUCTIONS[this.#law.nodes[at][0] as Reduction].none));
    }
    for (const key of keys) {
      store(bestPlane(reductions, key, 'key'), INFINITE);
      store(bestPlane(reductions, key, 'id'), 0);
    }
  }

  #addForce(scope: Scope, i: number): void {
    const { code, at } = scope;
    const { columns } = this.#places;
    const living = code.local();
    const table = scope.parameter('table');
    code.get(table).memory('i32.load', columns.status).get(i).op('i32.add');
    code.memory('v128.load32_zero').op('i16x8.extend_low_i8x16_u', 'i32x4.extend_low_i16x8_u');
    code.constant(ALIVE).op('i32x4.eq');
    code.get(table).memory('i32.load', columns.species).get(i).op('i32.add');
    code.memory('v128.load32_zero').op('i16x8.extend_low_i8x16_u', 'i32x4.extend_low_i16x8_u');
    code.get(scope.parameter('species')).op('i32x4.splat', 'i32x4.eq', 'v128.and');
    for (const { first, isOptional } of this.#aims) {
      if (isOptional) continue;
      this.#loadAim(scope, first + AIM_PLANES.found);
      code.op('v128.and');
    }
    code.set(living);
    const place = code.local('i32');
    const before = code.local();
    (['force.x', 'force.y', 'force.z'] as const).forEach((column, axis) => {
      code.get(table).memory('i32.load', columns[column]).get(at).op('i32.add').tee(place);
      code.get(place).memory('v128.load').set(before);
      if (this.#law.result === 'force') code.get(before);
      this.#push(scope, this.#law.vector[axis]);
      // A law of a velocity replaces what the behaviors before it have left.
      if (this.#law.result === 'force') code.op('f32x4.add');
      code.get(before).get(living).op('v128.bitselect').memory('v128.store');
    });
  }

  /** Works out a node, or those of a branch where one of the four agents takes it. */
  #unit(scope: Scope, unit: Unit): void {
    if (typeof unit === 'number') {
      this.#agentNode(scope, unit);
      return;
    }
    const { code } = scope;
    code.open('block');
    this.#push(scope, unit.condition);
    if (unit.side === 'no') code.op('v128.not');
    code.op('v128.any_true', 'i32.eqz').branch('brIf', 0);
    for (const at of unit.nodes) this.#agentNode(scope, at);
    code.op('end');
  }

  /** Works out a node of the agent into a local, unless it is one that is pushed where it is used. */
  #agentNode(scope: Scope, at: number): void {
    if (isCheap(this.#law.nodes[at])) return;
    const local = scope.code.local();
    this.#compute(scope, at);
    scope.code.set(local);
    scope.locals.set(at, local);
  }

  #pass(name: string, pass: Pass): Code {
    const code = new Code(name, PASS.length);
    const framed = new Map<string, number>(
      FRAMED.map((name) => {
        const local = code.local('i32');
        code
          .get(0)
          .memory('i32.load', 4 * FRAME.indexOf(name))
          .set(local);
        return [name, local];
      }),
    );
    const parameter = (one: string): number =>
      framed.get(one) ?? PASS.indexOf(one as (typeof PASS)[number]);
    const room = code.local('i32');
    code.get(0).memory('i32.load', 4 * FRAME.indexOf('room'));
    code.get(parameter('offset')).op('i32.add').set(room);
    const scope: Scope = { code, parameter, at: parameter('at'), room, locals: new Map() };
    const { nodes } = this.#law;
    const { columns } = this.#places;
    const cluster = (offset: number): number => {
      const local = code.local();
      code.get(parameter('cluster')).memory('v128.load', offset).set(local);
      return local;
    };
    const [x, y, z, used] = [CLUSTER.x, CLUSTER.y, CLUSTER.z, CLUSTER.used].map(cluster);
    // What is not a number is in no set: so the lanes that do not count see nothing.
    code.get(x).constant(NOT_A_NUMBER).get(used).op('v128.bitselect').set(x);
    const own = code.local();
    code.get(parameter('at')).op('i32x4.splat').constants([0, 4, 8, 12]).op('i32x4.add').set(own);
    const uniform = (name: (typeof FRAME)[number]): number =>
      this.#held(scope, () => {
        code.get(0).memory('v128.load32_splat', 4 * FRAME.indexOf(name));
      });
    const range = uniform('squaredReach');
    const sight = this.#looksAllAround(pass) ? undefined : this.#sight(scope, uniform('cosine'));
    // What the pairs need of the agent is loaded once.
    const inside = new Set(pass.pairs);
    const outside = [...pass.pairs, ...pass.reductions].flatMap((at) => operandsOf(nodes[at]));
    for (const at of outside) {
      if (inside.has(at) || kindOf(nodes[at]) === 'set' || scope.locals.has(at)) continue;
      scope.locals.set(
        at,
        this.#held(scope, () => this.#push(scope, at)),
      );
    }
    const sums = new Map(
      pass.reductions.map((at) => [at, this.#held(scope, () => this.#load(scope, at))]),
    );
    const best = new Map(
      pass.keys.map((key) => {
        const [lowest, id] = (['key', 'id'] as const).map((of) =>
          this.#held(scope, () => this.#load(scope, bestPlane(pass.reductions, key, of))),
        );
        return [key, { lowest, id, wins: code.local() }];
      }),
    );

    // The addresses of columns: memory that threads share is read again each time that it is asked for.
    const columnAt = new Map<string, number>();
    const address = (column: keyof LawPlaces['columns']): void => {
      if (columnAt.has(column)) return;
      const local = code.local('i32');
      code.get(parameter('table')).memory('i32.load', columns[column]).set(local);
      columnAt.set(column, local);
    };
    for (const column of POSITION) address(column);
    const read = pass.pairs.flatMap((at) => {
      const node = nodes[at];
      return node[0] === 'other' ? [node[2]] : [];
    });
    for (const column of read) if (column in columns) address(column as 'id');
    if (best.size > 0) address('id');
    const manySpecies = this.#constants.species > 1;
    const readsRecord = read.some((column) => column in this.#places.species);
    const species = code.local('i32');
    const readsSpecies = manySpecies || readsRecord || read.includes('species');
    if (readsSpecies) address('species');
    const records = code.local('i32');
    if (readsRecord) {
      code.get(parameter('ofSpecies'));
      code.get(parameter('species')).whole(this.#places.record).op('i32.mul', 'i32.sub');
      code.set(records);
    }

    const candidate = code.local('i32');
    const [dx, dy, dz, squared, seen] = [0, 0, 0, 0, 0].map(() => code.local());
    // As that over agents, this loop is left at its end, by the last candidate too that is not seen.
    code.open('block');
    code.get(parameter('list')).get(parameter('listEnd')).op('i32.ge_u').branch('brIf', 0);
    const sees = code.local('i32');
    code.open('loop').open('loop');
    code.get(parameter('list')).memory('i32.load').set(candidate);
    code.get(parameter('list')).whole(4).op('i32.add').set(parameter('list'));
    if (readsSpecies) {
      code.get(columnAt.get('species')!).get(candidate).whole(2).op('i32.shr_u', 'i32.add');
      code.memory('i32.load8_u').set(species);
    }
    if (manySpecies) {
      // On to the first one of a species that the behavior sees, or the last one.
      code.get(parameter('mask')).get(species).op('i32.shr_u').whole(1).op('i32.and').tee(sees);
      code.op('i32.eqz').get(parameter('list')).get(parameter('listEnd'));
      code.op('i32.lt_u', 'i32.and').branch('brIf', 0);
    }
    code.op('end');
    [dx, dy, dz].forEach((to, axis) => {
      code.get(columnAt.get(POSITION[axis])!).get(candidate).op('i32.add');
      code.memory('v128.load32_splat').get([x, y, z][axis]).op('f32x4.sub').set(to);
    });
    dot(code, [dx, dy, dz], [dx, dy, dz]);
    code.tee(squared).get(range).op('f32x4.le');
    code.get(candidate).op('i32x4.splat').get(own).op('i32x4.ne', 'v128.and');
    if (sight !== undefined) {
      dot(code, [dx, dy, dz], sight.ahead);
      code.get(sight.cosine).get(squared).op('f32x4.sqrt', 'f32x4.mul', 'f32x4.gt');
      code.get(sight.allAround).op('v128.or', 'v128.and');
    }
    if (manySpecies) code.whole(0).get(sees).op('i32.sub', 'i32x4.splat', 'v128.and');
    code.set(seen);
    const offset = [dx, dy, dz];
    const pair: PairScope = { ...scope, candidate, species, records, offset, columnAt };
    const work = (places: readonly number[]): void => {
      for (const at of places)
        scope.locals.set(
          at,
          this.#held(scope, () => this.#compute(pair, at)),
        );
    };
    const { guard, before, after } = guardedOf(nodes, pass);
    work(before);
    code.open('block');
    if (guard !== undefined) {
      code.get(seen).get(scope.locals.get(guard)!).op('v128.and', 'v128.any_true', 'i32.eqz');
      code.branch('brIf', 0);
    }
    work(after);
    const id = best.size > 0 ? this.#held(scope, () => this.#otherColumn(pair, 'id')) : -1;
    for (const [key, one] of best) {
      const value = key === 'squared' ? squared : scope.locals.get(key)!;
      code.get(value).get(one.lowest).op('f32x4.lt');
      code.get(value).get(one.lowest).op('f32x4.eq').get(id).get(one.id);
      code.op('i32x4.lt_u', 'v128.and', 'v128.or').get(seen).op('v128.and').set(one.wins);
      code.get(value).get(one.lowest).get(one.wins).op('v128.bitselect').set(one.lowest);
      code.get(id).get(one.id).get(one.wins).op('v128.bitselect').set(one.id);
    }
    for (const [at, sum] of sums) {
      const key = keyOf(nodes[at]);
      this.#step(scope, at, sum, key === undefined ? seen : best.get(key)!.wins);
    }
    code.op('end');
    code
      .get(parameter('list'))
      .get(parameter('listEnd'))
      .op('i32.lt_u')
      .branch('brIf', 0)
      .op('end')
      .op('end');
    const store = (key: number | string, local: number): void => {
      code.get(room).get(local).memory('v128.store', this.#offsetOf(key));
    };
    for (const [at, sum] of sums) store(at, sum);
    for (const [key, { lowest, id }] of best) {
      store(bestPlane(pass.reductions, key, 'key'), lowest);
      store(bestPlane(pass.reductions, key, 'id'), id);
    }
    return code;
  }

  /** Takes the pair at hand into a reduction, in the lanes that see it, or that choose it. */
  #step({ code, locals }: Scope, at: number, sum: number, seen: number): void {
    const [name, ...operands] = this.#law.nodes[at] as readonly [Reduction, ...number[]];
    const of = locals.get(operands.at(-1)!)!;
    switch (name) {
      case 'count':
        code.get(sum).get(seen).constant(bitsOf(1)).op('v128.and', 'f32x4.add');
        break;
      case 'sum':
        // Plus 0 changes nothing: from 0 on, no sum is -0.
        code.get(sum).get(seen).get(of).op('v128.and', 'f32x4.add');
        break;
      case 'any':
        code.get(sum).get(seen).get(of).op('v128.and', 'v128.or');
        break;
      case 'least':
      case 'most':
        code
          .get(sum)
          .get(of)
          .op(name === 'least' ? 'f32x4.min' : 'f32x4.max');
        code.get(sum).get(seen).op('v128.bitselect');
        break;
      default:
        code.get(of).get(sum).get(seen).op('v128.bitselect');
    }
    code.set(sum);
  }

  /** Whether a set holds what is behind too, as most do: -1 is written into it. */
  #looksAllAround({ set }: Pass): boolean {
    const [, , cosineAt] = this.#law.nodes[set] as readonly [string, number, number];
    const [name, value] = this.#law.nodes[cosineAt];
    return name === 'number' && value === -1;
  }

  /** What decides who is ahead; where the cosine is -1, all are. */
  #sight(scope: Scope, cosine: number): Sight {
    const allAround = this.#held(scope, () => {
      scope.code.get(cosine).constant(bitsOf(-1)).op('f32x4.eq');
    });
    return { cosine, allAround, ahead: this.#heading(scope) };
  }

  /** The unit vector along the velocity, 0 at rest. */
  #heading(scope: Scope): readonly number[] {
    const { code } = scope;
    const axes = (['velocity.x', 'velocity.y', 'velocity.z'] as const).map((column) =>
      this.#held(scope, () => this.#selfColumn(scope, column)),
    );
    const speed = this.#held(scope, () => {
      dot(code, axes, axes);
      code.op('f32x4.sqrt');
    });
    return axes.map((axis) =>
      this.#held(scope, () => {
        code.get(axis).get(speed).op('f32x4.div');
        code.get(speed).constant(0).op('f32x4.gt', 'v128.and');
      }),
    );
  }

  /** Puts what `push` leaves on the stack into a local. */
  #held({ code }: Scope, push: () => void): number {
    push();
    const local = code.local();
    code.set(local);
    return local;
  }

  #load({ code, room }: Scope, key: number | string): void {
    code.get(room).memory('v128.load', this.#offsetOf(key));
  }

  /** Leaves the value of a node on the stack. */
  #push(scope: Scope, at: number): void {
    const local = scope.locals.get(at);
    if (local !== undefined) scope.code.get(local);
    else if (this.#planes.has(at)) this.#load(scope, at);
    else this.#compute(scope, at);
  }

  #compute(scope: Scope | PairScope, at: number): void {
    const node = this.#law.nodes[at];
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
        const slot = Object.keys(this.#law.parameters).indexOf(node[1]);
        code.get(scope.parameter('record')).memory('v128.load32_splat', 4 * slot);
        return;
      }
      case 'world':
        this.#world(scope, node[1]);
        return;
      case 'self':
        this.#selfColumn(scope, node[1]);
        return;
      case 'aim':
      case 'second':
        this.#aim(scope, this.#aims[node[0] === 'aim' ? 0 : 1], node[1]);
        return;
      case 'other':
        this.#otherColumn(scope as PairScope, node[2]);
        return;
      default:
        this.#operation(scope, node as readonly [OperationName, ...number[]]);
    }
  }

  #aim(scope: Scope, { first, isOptional }: AimPlan, column: AimColumn): void {
    this.#loadAim(scope, first + AIM_PLANES[column]);
    if (!isOptional || column === 'found') return;
    // Where there is none, other numbers stand there still.
    this.#loadAim(scope, first + AIM_PLANES.found);
    scope.code.op('v128.and');
  }

  #loadAim({ code, parameter, room }: Scope, plane: number): void {
    code.get(parameter('aim')).get(room).get(parameter('room'));
    code.op('i32.sub', 'i32.add').memory('v128.load', 4 * this.#constants.block * plane);
  }

  #world(
    { code, parameter }: Scope,
    value: 'dt' | 'tick' | 'seed' | 'dimensions' | 'behavior',
  ): void {
    if (value === 'tick' || value === 'behavior') code.get(parameter(value)).op('i32x4.splat');
    else if (value === 'dt') code.constant(bitsOf(this.#constants.dt));
    else code.constant(this.#constants[value]);
  }

  #selfColumn(scope: Scope, column: string): void {
    const { code, at, parameter } = scope;
    const { columns, species } = this.#places;
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

  #otherColumn(scope: PairScope, column: OtherColumn): void {
    const { code, candidate, species, records, offset, columnAt } = scope;
    if (column.startsWith('offset.')) {
      code.get(offset['xyz'.indexOf(column.at(-1)!)]);
    } else if (column === 'species') {
      code.get(species).op('i32x4.splat');
    } else if (column === 'mass' || column === 'radius') {
      code.get(records).get(species).whole(this.#places.record).op('i32.mul', 'i32.add');
      code.memory('v128.load32_splat', 4 * this.#places.species[column]);
    } else {
      code.get(columnAt.get(column)!).get(candidate).op('i32.add').memory('v128.load32_splat');
    }
  }

  #operation(scope: Scope, [name, ...operands]: readonly [OperationName, ...number[]]): void {
    const { code } = scope;
    const push = (k: number): void => this.#push(scope, operands[k]);
    switch (name) {
      case 'select':
      case 'selectWhole':
        // The bits of 0 are none: what is selected from it is what is left of the other.
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
        code.whole(this.#law.nodes[operands[1]][1] as number);
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
    const [name, value] = this.#law.nodes[at];
    return (name === 'number' || name === 'whole') && value === 0;
  }

  /** Divides whole numbers, for which there is no vector instruction; by 1 where the divisor is 0. */
  #laneByLane(scope: Scope, name: 'i32.div_u' | 'i32.rem_u', [a, b]: readonly number[]): void {
    const { code } = scope;
    const [dividend, divisor] = [a, b].map((at) => this.#held(scope, () => this.#push(scope, at)));
    // Where they are equal a comparison yields -1.
    code.get(divisor).get(divisor).constant(0).op('i32x4.eq', 'i32x4.sub').set(divisor);
    code.get(dividend);
    for (let lane = 0; lane < 4; lane++) {
      code.get(dividend).lane('i32x4.extract_lane', lane);
      code.get(divisor).lane('i32x4.extract_lane', lane);
      code.op(name).lane('i32x4.replace_lane', lane);
    }
  }
}

/** Where code is written, and where it has what. */
interface Scope {
  readonly code: Code;
  readonly parameter: (name: string) => number;
  /** Byte offset of the four agents in a column, and address of their words in the room. */
  readonly at: number;
  readonly room: number;
  readonly locals: Map<number, number>;
}

/** Locals of vectors. */
interface Sight {
  readonly cosine: number;
  readonly allAround: number;
  readonly ahead: readonly number[];
}

interface PairScope extends Scope {
  /** Locals of the addresses of the columns that are read of a neighbor. */
  readonly columnAt: ReadonlyMap<string, number>;
  readonly candidate: number;
  /** Locals of its species, and of the address of the record of the first species. */
  readonly species: number;
  readonly records: number;
  readonly offset: readonly number[];
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

/** Operations that take more than an instruction. */
type Special =
  | 'select'
  | 'selectWhole'
  | 'shiftLeft'
  | 'shiftRight'
  | 'divWhole'
  | 'modWhole'
  | 'toBits'
  | 'fromBits';

const INFINITE = 0x7f800000;
const NOT_A_NUMBER = 0x7fc00000;

const POSITION = ['position.x', 'position.y', 'position.z'] as const;

const number = new Float32Array(1);
const bits = new Int32Array(number.buffer);

function bitsOf(value: number): number {
  number[0] = value;
  return bits[0];
}

/** Leaves a dot product on the stack, summed from the left. */
function dot(code: Code, a: readonly number[], b: readonly number[]): void {
  code.get(a[0]).get(b[0]).op('f32x4.mul');
  code.get(a[1]).get(b[1]).op('f32x4.mul', 'f32x4.add');
  code.get(a[2]).get(b[2]).op('f32x4.mul', 'f32x4.add');
}
