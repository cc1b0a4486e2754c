import {
  bitsOf,
  dot,
  type LawPlaces,
  type NodeCompiler,
  type PairScope,
  type Scope,
} from './compile-nodes.ts';
import { guardedOf } from './guard.ts';
import { kindOf, type Reduction } from './node.ts';
import { bestPlane, FRAME } from './plane-plan.ts';
import { keyOf, operandsOf, type Pass } from './schedule.ts';
import { Code } from './wasm-code.ts';

/**
 * The parameters of a pass, all i32. `frame` and `cluster` are addresses. `list` and `listEnd` are the start and end of
 * the list of candidates. The list holds byte offsets. For the cluster's first agent, `at` is its byte offset in a
 * column, and `offset` is its byte offset in a plane of the law's scratch memory.
 */
const PASS = ['frame', 'list', 'listEnd', 'cluster', 'at', 'offset'] as const;

/**
 * The words that a pass loads from its frame into locals. Code refers to each local by the name in this list. All words
 * are whole numbers.
 */
const FRAMED = ['table', 'mask', 'species', 'record', 'ofSpecies', 'behavior', 'tick'] as const;

/**
 * Byte offsets of the parts of a cluster of four agents: their x, y and z (m), wrapped around a torus if needed, and
 * the mask of the lanes in use.
 */
const CLUSTER = { x: 0, y: 16, z: 32, used: 48 } as const;

const NOT_A_NUMBER = 0x7fc00000;

const POSITION = ['position.x', 'position.y', 'position.z'] as const;

/** Locals with the vectors that decide which neighbors are in view. */
interface Sight {
  readonly cosine: number;
  readonly allAround: number;
  readonly ahead: readonly number[];
}

/** Writes the functions that walk over the candidate neighbors of a cluster. A cluster is a group of four agents. */
export class PassCompiler {
  readonly #nodes: NodeCompiler;

  constructor(nodes: NodeCompiler) {
    this.#nodes = nodes;
  }

  compile(name: string, pass: Pass): Code {
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
    const fieldAt = this.#nodes.fieldAddresses(code, parameter('table'));
    const scope: Scope = { code, parameter, at: parameter('at'), room, locals: new Map(), fieldAt };
    const { nodes } = this.#nodes.law;
    const { columns } = this.#nodes.places;
    const cluster = (offset: number): number => {
      const local = code.local();
      code.get(parameter('cluster')).memory('v128.load', offset).set(local);
      return local;
    };
    const [x, y, z, used] = [CLUSTER.x, CLUSTER.y, CLUSTER.z, CLUSTER.used].map(cluster);
    // NaN is in no set, so lanes that do not count see no neighbors.
    code.get(x).constant(NOT_A_NUMBER).get(used).op('v128.bitselect').set(x);
    const own = code.local();
    code.get(parameter('at')).op('i32x4.splat').constants([0, 4, 8, 12]).op('i32x4.add').set(own);
    const uniform = (name: (typeof FRAME)[number]): number =>
      this.#nodes.held(scope, () => {
        code.get(0).memory('v128.load32_splat', 4 * FRAME.indexOf(name));
      });
    const range = uniform('squaredReach');
    const sight = this.#looksAllAround(pass) ? undefined : this.#sight(scope, uniform('cosine'));
    // The agent's values that the pairs need are loaded once, before the loop.
    const inside = new Set(pass.pairs);
    const outside = [...pass.pairs, ...pass.reductions].flatMap((at) => operandsOf(nodes[at]));
    for (const at of outside) {
      if (inside.has(at) || kindOf(nodes[at]) === 'set' || scope.locals.has(at)) continue;
      scope.locals.set(
        at,
        this.#nodes.held(scope, () => this.#nodes.push(scope, at)),
      );
    }
    const sums = new Map(
      pass.reductions.map((at) => [at, this.#nodes.held(scope, () => this.#nodes.load(scope, at))]),
    );
    const best = new Map(
      pass.keys.map((key) => {
        const [lowest, id] = (['key', 'id'] as const).map((of) =>
          this.#nodes.held(scope, () =>
            this.#nodes.load(scope, bestPlane(pass.reductions, key, of)),
          ),
        );
        return [key, { lowest, id, wins: code.local() }];
      }),
    );

    // The addresses of columns are loaded once. Engines read shared memory again at each access.
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
    const manySpecies = this.#nodes.constants.species > 1;
    const readsRecord = read.some((column) => column in this.#nodes.places.species);
    const species = code.local('i32');
    const readsSpecies = manySpecies || readsRecord || read.includes('species');
    if (readsSpecies) address('species');
    const records = code.local('i32');
    if (readsRecord) {
      code.get(parameter('ofSpecies'));
      code.get(parameter('species')).whole(this.#nodes.places.record).op('i32.mul', 'i32.sub');
      code.set(records);
    }

    const candidate = code.local('i32');
    const [dx, dy, dz, squared, seen] = [0, 0, 0, 0, 0].map(() => code.local());
    // Like the loop over agents, this loop exits only at its end. A last candidate that is not seen goes there too.
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
      // Skips candidates of species that the behavior does not see, up to the last candidate.
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
          this.#nodes.held(scope, () => this.#nodes.compute(pair, at)),
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
    const id =
      best.size > 0 ? this.#nodes.held(scope, () => this.#nodes.otherColumn(pair, 'id')) : -1;
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
      code.get(room).get(local).memory('v128.store', this.#nodes.offsetOf(key));
    };
    for (const [at, sum] of sums) store(at, sum);
    for (const [key, { lowest, id }] of best) {
      store(bestPlane(pass.reductions, key, 'key'), lowest);
      store(bestPlane(pass.reductions, key, 'id'), id);
    }
    return code;
  }

  /**
   * Writes code that adds the present neighbor to a reduction. `seen` is the mask of the lanes that add the neighbor:
   * those that see it, or that choose it by its key.
   */
  #step({ code, locals }: Scope, at: number, sum: number, seen: number): void {
    const [name, ...operands] = this.#nodes.law.nodes[at] as readonly [Reduction, ...number[]];
    const of = locals.get(operands.at(-1)!)!;
    switch (name) {
      case 'count':
        code.get(sum).get(seen).constant(bitsOf(1)).op('v128.and', 'f32x4.add');
        break;
      case 'sum':
        // Adding 0 changes nothing: sums start at 0, so none is -0.
        code.get(sum).get(seen).get(of).op('v128.and', 'f32x4.add');
        break;
      case 'any':
        code.get(sum).get(seen).get(of).op('v128.and', 'v128.or');
        break;
      case 'minimum':
      case 'maximum':
        code
          .get(sum)
          .get(of)
          .op(name === 'minimum' ? 'f32x4.min' : 'f32x4.max');
        code.get(sum).get(seen).op('v128.bitselect');
        break;
      default:
        code.get(of).get(sum).get(seen).op('v128.bitselect');
    }
    code.set(sum);
  }

  /**
   * Returns whether a pass sees neighbors in all directions: whether the cosine that limits its view is the constant
   * -1. This is the case in most passes.
   */
  #looksAllAround({ set }: Pass): boolean {
    const [, , cosineAt] = this.#nodes.law.nodes[set] as readonly [string, number, number];
    const [name, value] = this.#nodes.law.nodes[cosineAt];
    return name === 'number' && value === -1;
  }

  /**
   * Writes code that prepares the test whether a neighbor is ahead. If the value of `cosine` is -1, all neighbors pass
   * this test.
   */
  #sight(scope: Scope, cosine: number): Sight {
    const allAround = this.#nodes.held(scope, () => {
      scope.code.get(cosine).constant(bitsOf(-1)).op('f32x4.eq');
    });
    return { cosine, allAround, ahead: this.#heading(scope) };
  }

  /** Writes code that computes the directions of the agents' velocities as unit vectors, or 0 for agents at rest. */
  #heading(scope: Scope): readonly number[] {
    const { code } = scope;
    const axes = (['velocity.x', 'velocity.y', 'velocity.z'] as const).map((column) =>
      this.#nodes.held(scope, () => this.#nodes.selfColumn(scope, column)),
    );
    const speed = this.#nodes.held(scope, () => {
      dot(code, axes, axes);
      code.op('f32x4.sqrt');
    });
    return axes.map((axis) =>
      this.#nodes.held(scope, () => {
        code.get(axis).get(speed).op('f32x4.div');
        code.get(speed).constant(0).op('f32x4.gt', 'v128.and');
      }),
    );
  }
}
