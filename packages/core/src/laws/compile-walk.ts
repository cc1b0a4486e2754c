/**
 * Compiles walks over the candidate neighbors of a cluster. A cluster is a group of four agents, one in each lane. A
 * walk serves one pass of a law, or passes of several laws that look about as far.
 */
import {
  bitsOf,
  dot,
  type LawPlaces,
  type NodeCompiler,
  type PairScope,
  type Scope,
} from './compile-nodes.ts';
import { type Guarded, guardedOf, MANY } from './guard.ts';
import { kindOf, type NodeData, type Reduction } from './node.ts';
import { bestPlane, FRAME, FRAME_BYTES, PAIRS_BYTES, rankPlane, ranksOf } from './plane-plan.ts';
import { isReduction, type Key, keyOf, operandsOf, type Pass, rankOf } from './schedule.ts';
import { Code } from './wasm-code.ts';

/** A pass of a law that takes part in a walk. */
export interface Walker {
  readonly nodes: NodeCompiler;
  readonly pass: Pass;
  /** Whether the walk meets species that the behavior does not see. */
  readonly sorts: boolean;
}

/**
 * The parameters of a walk, all i32. `frame` and `cluster` are addresses. The frames of the walkers follow each other
 * from `frame` on. `list` and `listEnd` are the start and end of the list of candidates. The list holds byte offsets.
 * For the cluster's first agent, `at` is its byte offset in a column, and `offset` is its byte offset in a plane of a
 * law's scratch memory.
 */
const WALK = ['frame', 'list', 'listEnd', 'cluster', 'at', 'offset'] as const;

/**
 * Byte offsets of the parts of a cluster of four agents: their x, y and z (m), wrapped around a torus if needed, and
 * the mask of the lanes in use.
 */
const CLUSTER = { x: 0, y: 16, z: 32, used: 48 } as const;

const POSITION = ['position.x', 'position.y', 'position.z'] as const;

/** The maximum number of reductions that one adding loop updates. With more, their sums would not stay in registers. */
const SUMS = 6;
/** The maximum number of candidates in a piece. */
const PIECE = 128;

/** A reduction in a form that all walkers share: which pairs count, and the value of each. */
interface Summand {
  readonly walker: number;
  readonly at: number;
  readonly name: Reduction;
  /** If there is a condition, only pairs count for which the node `at` is equal to `holds`. */
  readonly condition: { readonly at: number; readonly holds: boolean } | undefined;
  /** The node of the value; undefined for a reduction that counts. */
  readonly of: number | undefined;
}

interface Member extends Walker {
  readonly scope: Scope;
  /** The nodes from which reductions take values, and the pair nodes that have to be computed for them. */
  readonly roots: readonly number[];
  readonly needed: ReadonlySet<number>;
  /** For each node that a pair needs, the number of its value. Equal values of all walkers have one number. */
  readonly values: Map<number, number>;
}

/** Locals with the vectors that decide which neighbors a walker sees. Without `cosine`, it sees all around. */
interface Look {
  readonly range: number;
  readonly cosine?: number;
  readonly allAround?: number;
}

/** What decides in the loop which neighbors are seen: locals with the agents' places and the looks of the walkers. */
interface Sight {
  readonly place: readonly number[];
  readonly own: number;
  readonly looks: readonly Look[];
  /** The difference of heights up to which agents are seen, if there are walkers. */
  readonly band: number | undefined;
  /** The directions of the agents, if some walkers look ahead. */
  readonly heading: readonly number[] | undefined;
}

/** A part of the record of a measured pair: its byte offset, and code that leaves the part on the stack. */
interface Part {
  readonly offset: number;
  readonly push: () => void;
}

/**
 * The records of a piece, in locals: the present record, where the records end, and the place in the list of
 * candidates. `record` is the number of bytes of a record. `place` is where a record holds its candidate, or -1 if the
 * records are those of all candidates.
 */
interface Records {
  readonly at: number;
  readonly to: number;
  readonly from: number;
  readonly record: number;
  readonly place: number;
}

/** How the adding loop finds the term that a pair adds to a reduction. `mask` is absent if the term is masked already. */
interface Term {
  readonly summand: Summand;
  readonly mask: string | undefined;
  /** Names of the parts whose product is the value; otherwise the node of a value that needs no record. */
  readonly parts: readonly string[];
}

/**
 * What is promised about how far and which way the walkers look. The numbers that decide this can be changed by
 * commands, so a walk is compiled for each case that can occur.
 */
export interface Looks {
  /** Whether all walkers look equally far, and the same way. */
  readonly areAlike: boolean;
  /** Whether all walkers see all around. */
  readonly areAround: boolean;
}

/** Returns the cases of looks that can occur. The last one promises nothing that can change. */
export function casesOf(walkers: readonly Walker[]): readonly Looks[] {
  return (walkers.length === 1 ? [true] : [true, false]).flatMap((areAlike) =>
    (walkers.every(looksAllAround) ? [true] : [true, false]).map((areAround) => {
      return { areAlike, areAround };
    }),
  );
}

/** Returns the case that some looks are. `reach` is in m. */
export function caseOf(looks: readonly { reach: number; cosine: number }[]): Looks {
  const [{ reach, cosine }] = looks;
  return {
    areAlike: looks.every((look) => look.reach === reach && look.cosine === cosine),
    areAround: looks.every((look) => look.cosine === -1),
  };
}

/** Returns the name of the function of a walk for a case of looks. */
export function nameOfCase(name: string, { areAlike, areAround }: Looks): string {
  return `${name}${areAlike ? ' alike' : ''}${areAround ? ' around' : ''}`;
}

/** Compiles a walk for a case of looks. */
export function compileWalk(name: string, walkers: readonly Walker[], looks: Looks): Code {
  return new WalkCompiler(nameOfCase(name, looks), walkers, looks).compile();
}

/**
 * Returns whether the cosine that limits the view of a walker is the constant -1. It then sees neighbors in all
 * directions.
 */
function looksAllAround({ nodes, pass }: Walker): boolean {
  const { nodes: all } = nodes.law;
  const [name, value] = all[all[pass.set][2] as number];
  return name === 'number' && value === -1;
}

class WalkCompiler {
  readonly #code: Code;
  readonly #members: readonly Member[];
  readonly #areAlike: boolean;
  readonly #areAround: boolean;
  readonly #summands: readonly Summand[];
  readonly #guarded: Guarded | undefined;
  /** Whether pairs are measured in one loop, and added in another. */
  readonly #isSplit: boolean;
  readonly #numbers = new Map<string, number>();
  /** The local of each value that is known where code is being written. */
  readonly #localOf = new Map<number, number>();
  readonly #columnAt = new Map<string, number>();
  /** For each walker, the local of the mask of the lanes that see the present neighbor. */
  #seen: readonly number[] = [];
  /** The locals of masks with conditions, by name. */
  readonly #masks = new Map<string, number>();

  constructor(name: string, walkers: readonly Walker[], { areAlike, areAround }: Looks) {
    this.#code = new Code(name, WALK.length);
    this.#areAlike = areAlike;
    this.#areAround = areAround;
    this.#summands = walkers.flatMap(({ nodes, pass }, walker) =>
      pass.reductions
        .filter((at) => rankOf(nodes.law.nodes, at) === undefined)
        .map((at) => summandOf(nodes.law.nodes, pass, walker, at)),
    );
    const [{ nodes, pass }] = walkers;
    this.#guarded = walkers.length === 1 ? guardedOf(nodes.law.nodes, pass) : undefined;
    this.#isSplit =
      this.#summands.length >= MANY &&
      pass.keys.length === 0 &&
      ranksOf(nodes.law.nodes, pass).length === 0;
    this.#members = walkers.map((walker, k) => this.#memberOf(walker, k));
  }

  compile(): Code {
    const code = this.#code;
    const [list, listEnd] = [WALK.indexOf('list'), WALK.indexOf('listEnd')];
    for (const member of this.#members) this.#holdOuter(member);
    this.#holdColumns();
    const sight = this.#sight();
    // Like the loop over agents, the loops exit only at their ends.
    code.open('block').get(list).get(listEnd).op('i32.ge_u').branch('brIf', 0);
    if (this.#isSplit) this.#inPieces(sight, list, listEnd);
    else this.#inOneLoop(sight, list, listEnd);
    code.op('end');
    return code;
  }

  #memberOf(walker: Walker, k: number): Member {
    const code = this.#code;
    const framed = new Map<string, number>();
    // The words of a frame are loaded where they are first needed. That is always before the loop.
    const parameter = (one: string): number => {
      const own = WALK.indexOf(one as (typeof WALK)[number]);
      const known = own >= 0 ? own : framed.get(one);
      if (known !== undefined) return known;
      const local = code.local('i32');
      code.get(0).memory('i32.load', placeInFrame(k, one)).set(local);
      framed.set(one, local);
      return local;
    };
    const scratch = code.local('i32');
    code.get(0).memory('i32.load', placeInFrame(k, 'scratch'));
    code.get(parameter('offset')).op('i32.add').set(scratch);
    const fieldAt = walker.nodes.fieldAddresses(code, () => parameter('table'));
    const scope = { code, parameter, at: parameter('at'), scratch, locals: new Map(), fieldAt };
    const roots = this.#rootsOf(walker, k);
    return { ...walker, scope, roots, needed: neededBy(walker, roots), values: new Map() };
  }

  /** Returns the nodes that must be known of a pair before it can be added. */
  #rootsOf({ nodes, pass }: Walker, k: number): readonly number[] {
    const own = this.#summands.filter(({ walker }) => walker === k);
    const roots = own.flatMap(({ condition, of, name }) => {
      const sight = condition === undefined ? [] : [condition.at];
      if (of === undefined) return sight;
      if (!this.#isSplit || name === 'any') return [...sight, of];
      // The adding loop computes products with an offset, and loads columns again.
      const product = name === 'sum' ? productOf(nodes.law.nodes, of) : undefined;
      if (product !== undefined) return [...sight, product.factor];
      return isStored(nodes.law.nodes[of], nodes) ? sight : [...sight, of];
    });
    const keys = pass.keys.filter((key) => key !== 'squared');
    return [
      ...roots,
      ...keys,
      ...(this.#guarded?.guard === undefined ? [] : [this.#guarded.guard]),
    ];
  }

  /** Loads what pairs need of the agents themselves, and numbers the values of pairs. */
  #holdOuter(member: Member): void {
    const { nodes, roots, needed, scope, values } = member;
    const all = nodes.law.nodes;
    const k = this.#members.indexOf(member);
    const inside = new Set(member.pass.pairs);
    const hold = (at: number): void => {
      if (inside.has(at) || kindOf(all[at]) === 'set' || scope.locals.has(at)) return;
      const isShared = operandsOf(all[at]).length === 0 && all[at][0] !== 'parameter';
      const key = isShared && !isReduction(all[at]) ? `the ${all[at].join(' ')}` : `${at} of ${k}`;
      const value = this.#numberOf(key);
      const local = this.#localOf.get(value) ?? nodes.held(scope, () => nodes.push(scope, at));
      this.#localOf.set(value, local);
      values.set(at, value);
      scope.locals.set(at, local);
    };
    for (const at of roots) hold(at);
    for (const at of needed) for (const operand of operandsOf(all[at])) hold(operand);
    for (const at of needed) {
      const node = all[at];
      const own = node[0] === 'other' || node[0] === 'cell' ? [node.at(-1)] : [];
      const operands = node[0] === 'other' ? [] : operandsOf(node).map((one) => values.get(one));
      values.set(at, this.#numberOf([node[0], ...own, ...operands].join(' ')));
    }
  }

  #numberOf(key: string): number {
    const number = this.#numbers.get(key) ?? this.#numbers.size;
    this.#numbers.set(key, number);
    return number;
  }

  /** Loads the addresses of columns once. Engines read shared memory again at each access. */
  #holdColumns(): void {
    const code = this.#code;
    const { nodes, scope } = this.#members[0];
    const { columns, species } = nodes.places;
    const read = new Set<string>(POSITION);
    for (const { nodes, pass, needed, sorts } of this.#members) {
      for (const at of [...needed, ...this.#storedIn(pass, nodes)]) {
        const node = nodes.law.nodes[at];
        if (node[0] !== 'other') continue;
        if (node[2] in columns) read.add(node[2]);
        if (node[2] in species) read.add('species').add('record');
      }
      if (pass.keys.length > 0 || ranksOf(nodes.law.nodes, pass).length > 0) read.add('id');
      if (sorts) read.add('species');
    }
    for (const column of read) {
      const local = code.local('i32');
      if (column === 'record') {
        code.get(scope.parameter('ofSpecies')).get(scope.parameter('species'));
        code.whole(nodes.places.record).op('i32.mul', 'i32.sub').set(local);
      } else {
        const place = columns[column as keyof LawPlaces['columns']];
        code.get(scope.parameter('table')).memory('i32.load', place).set(local);
      }
      this.#columnAt.set(column, local);
    }
    for (const { sorts, scope } of this.#members) if (sorts) scope.parameter('mask');
  }

  /** Loads the cluster, and how far and which way the walkers look. */
  #sight(): Sight {
    const code = this.#code;
    const [{ nodes, scope }] = this.#members;
    const [x, y, z, used] = [CLUSTER.x, CLUSTER.y, CLUSTER.z, CLUSTER.used].map((offset) =>
      nodes.held(scope, () => {
        code.get(scope.parameter('cluster')).memory('v128.load', offset);
      }),
    );
    const own = nodes.held(scope, () => {
      code.get(scope.at).op('i32x4.splat').constants([0, 4, 8, 12]).op('i32x4.add');
    });
    const numberOf = (k: number, name: string): number =>
      nodes.held(scope, () => {
        code.get(0).memory('v128.load32_splat', placeInFrame(k, name));
      });
    // No squared distance is below -1, so lanes that are not in use see no neighbors.
    const rangeOf = (k: number): number => {
      const range = numberOf(k, 'squaredReach');
      code.get(range).constant(bitsOf(-1)).get(used).op('v128.bitselect').set(range);
      return range;
    };
    const place = [x, y, z];
    const lookOf = (member: Member, k: number): Look => {
      const range = rangeOf(k);
      if (this.#areAround || looksAllAround(member)) return { range };
      const cosine = numberOf(k, 'cosine');
      const allAround = nodes.held(scope, () => {
        code.get(cosine).constant(bitsOf(-1)).op('f32x4.eq');
      });
      return { range, cosine, allAround };
    };
    // All walkers have the same role, and so the same species.
    const band = nodes.constants.hasWalkers ? numberOf(0, 'band') : undefined;
    const looks = this.#areAlike ? [lookOf(this.#members[0], 0)] : this.#members.map(lookOf);
    if (looks.every(({ cosine }) => cosine === undefined)) {
      return { place, own, looks, band, heading: undefined };
    }
    return { place, own, looks, band, heading: this.#heading() };
  }

  /** Writes code that computes the directions of the agents' velocities as unit vectors, or 0 for agents at rest. */
  #heading(): readonly number[] {
    const code = this.#code;
    const [{ nodes, scope }] = this.#members;
    const axes = (['velocity.x', 'velocity.y', 'velocity.z'] as const).map((column) =>
      nodes.held(scope, () => nodes.selfColumn(scope, column)),
    );
    const speed = nodes.held(scope, () => {
      dot(code, axes, axes);
      code.op('f32x4.sqrt');
    });
    return axes.map((axis) =>
      nodes.held(scope, () => {
        code.get(axis).get(speed).op('f32x4.div');
        code.get(speed).constant(0).op('f32x4.gt', 'v128.and');
      }),
    );
  }

  /** The nodes that the adding loop loads from columns. */
  #storedIn({ pairs }: Pass, nodes: NodeCompiler): readonly number[] {
    return this.#isSplit ? pairs.filter((at) => isStored(nodes.law.nodes[at], nodes)) : [];
  }

  /** Writes a loop that takes one candidate after another, and adds it to all reductions. */
  #inOneLoop(sight: Sight, list: number, listEnd: number): void {
    const code = this.#code;
    const guarded = this.#guarded;
    const [first] = this.#members;
    const sums = this.#loadSums(this.#summands);
    const best = this.#loadBest(first);
    const ranks = this.#loadRanks(first);
    const pair = this.#pairScope();
    code.open('loop');
    this.#see(pair, sight, list, listEnd);
    for (const member of this.#members)
      this.#work(pair, member, guarded?.before ?? member.pass.pairs);
    code.open('block');
    if (guarded?.guard !== undefined) this.#skipUnguarded(first, guarded.guard);
    if (guarded !== undefined) this.#work(pair, first, guarded.after);
    this.#choose(pair, first, best);
    this.#rank(pair, first, ranks);
    this.#summands.forEach((summand, nth) => {
      const key = keyOf(this.#members[summand.walker].nodes.law.nodes[summand.at]);
      const mask = key === undefined ? this.#maskOf(summand) : best.get(key)!.wins;
      const { locals } = this.#members[summand.walker].scope;
      this.#step(summand.name, sums[nth], mask, () => code.get(locals.get(summand.of!)!));
    });
    code.op('end').get(list).get(listEnd).op('i32.lt_u').branch('brIf', 0).op('end');
    this.#storeSums(this.#summands, sums);
    for (const [key, { lowest, id }] of best) {
      this.#store(first, bestPlane(first.pass.reductions, key, 'key'), lowest);
      this.#store(first, bestPlane(first.pass.reductions, key, 'id'), id);
    }
    this.#storeRanks(first, ranks);
  }

  /** Writes code that leaves the present block if the guard holds for no lane that sees the neighbor. */
  #skipUnguarded({ scope }: Member, guard: number): void {
    this.#code.get(this.#seen[0]).get(scope.locals.get(guard)!);
    this.#code.op('v128.and', 'v128.any_true', 'i32.eqz').branch('brIf', 0);
  }

  /** Writes two loops over each piece of the list. One measures the pairs, the other adds them to the reductions. */
  #inPieces(sight: Sight, list: number, listEnd: number): void {
    const code = this.#code;
    const light = this.#summands.filter((summand) => this.#isLight(summand));
    const heavy = this.#summands.filter((summand) => !this.#isLight(summand));
    const pair = this.#pairScope();
    const { parts, terms } = this.#recordOf(heavy, pair);
    const guarded = this.#guarded;
    const isGuarded = guarded?.guard !== undefined;
    const keepsPlace = this.#canSkip() || isGuarded;
    const record = 16 * (parts.size + (keepsPlace ? 1 : 0));
    const most = Math.min(PIECE, Math.floor(PAIRS_BYTES / record));
    const pairs = this.#members[0].scope.parameter('pairs');
    const [pieceEnd, candidates, from, to, at] = [0, 0, 0, 0, 0].map(() => code.local('i32'));
    code
      .open('loop')
      .get(list)
      .whole(4 * most)
      .op('i32.add')
      .tee(pieceEnd)
      .get(listEnd);
    code.get(pieceEnd).get(listEnd).op('i32.lt_u', 'select').set(pieceEnd);
    code.get(list).set(candidates).get(pairs).set(to);

    const counts = this.#loadSums(light);
    code.open('loop');
    this.#see(pair, sight, candidates, pieceEnd);
    const [first] = this.#members;
    for (const member of this.#members)
      this.#work(pair, member, guarded?.before ?? member.pass.pairs);
    code.open('block');
    if (isGuarded) this.#skipUnguarded(first, guarded.guard!);
    if (guarded !== undefined) this.#work(pair, first, guarded.after);
    light.forEach((summand, nth) => {
      const mask = this.#maskOf(summand);
      const { locals } = this.#members[summand.walker].scope;
      this.#step(summand.name, counts[nth], mask, () => code.get(locals.get(summand.of!)!));
    });
    for (const { offset, push } of parts.values()) {
      // Code for the mask may come first, so the address is pushed after the value.
      const value = this.#members[0].nodes.held(this.#members[0].scope, push);
      code.get(to).get(value).memory('v128.store', offset);
    }
    if (keepsPlace)
      code
        .get(to)
        .get(pair.candidate)
        .memory('i32.store', record - 16);
    code.get(to).whole(record).op('i32.add').set(to).op('end');
    code.get(candidates).get(pieceEnd).op('i32.lt_u').branch('brIf', 0).op('end');
    this.#storeSums(light, counts);

    // A guard may have left out all pairs of the piece.
    code.open('block').get(pairs).get(to).op('i32.ge_u').branch('brIf', 0);
    for (let nth = 0; nth < terms.length; nth += SUMS) {
      code.get(pairs).set(at).get(list).set(from);
      const place = keepsPlace ? record - 16 : -1;
      this.#add(terms.slice(nth, nth + SUMS), parts, pair, { at, to, from, record, place });
    }
    code.op('end').get(pieceEnd).tee(list).get(listEnd).op('i32.lt_u').branch('brIf', 0).op('end');
  }

  /** Writes a loop that adds the measured pairs of a piece to some reductions. */
  #add(
    terms: readonly Term[],
    parts: ReadonlyMap<string, Part>,
    pair: PairScope,
    { at, to, from, record, place }: Records,
  ): void {
    const code = this.#code;
    const summands = terms.map(({ summand }) => summand);
    const sums = this.#loadSums(summands);
    code.open('loop');
    if (terms.some(({ parts }) => parts.length === 0)) {
      if (place >= 0) code.get(at).memory('i32.load', place).set(pair.candidate);
      else
        code
          .get(from)
          .memory('i32.load')
          .set(pair.candidate)
          .get(from)
          .whole(4)
          .op('i32.add')
          .set(from);
    }
    const loaded = new Map<string, number>();
    const load = (name: string): void => {
      const local = loaded.get(name) ?? code.local();
      if (loaded.has(name)) code.get(local);
      else code.get(at).memory('v128.load', parts.get(name)!.offset).tee(local);
      loaded.set(name, local);
    };
    terms.forEach(({ summand, mask, parts: own }, nth) => {
      const { nodes, scope } = this.#members[summand.walker];
      const pushMask = mask === undefined ? undefined : () => load(mask);
      this.#step(summand.name, sums[nth], pushMask, () => {
        if (own.length === 0) nodes.compute({ ...pair, ...scope }, summand.of!);
        own.forEach((part, k) => {
          load(part);
          if (k > 0) code.op('f32x4.mul');
        });
      });
    });
    code.get(at).whole(record).op('i32.add').tee(at).get(to).op('i32.lt_u').branch('brIf', 0);
    code.op('end');
    this.#storeSums(summands, sums);
  }

  /** Declares the locals of the present pair. Laws find the squared distance here, and need not compute it again. */
  #pairScope(): PairScope {
    const code = this.#code;
    const [{ scope }] = this.#members;
    const pair = {
      ...scope,
      candidate: code.local('i32'),
      species: code.local('i32'),
      records: this.#columnAt.get('record') ?? -1,
      offset: [code.local(), code.local(), code.local()],
      squared: code.local(),
      columnAt: this.#columnAt,
    };
    const squares = pair.offset.map((local, axis) => {
      const value = this.#numberOf(`other offset.${'xyz'[axis]}`);
      this.#localOf.set(value, local);
      return this.#numberOf(`mul ${value} ${value}`);
    });
    const flat = this.#numberOf(`add ${squares[0]} ${squares[1]}`);
    const isFlat = this.#members[0].nodes.constants.dimensions === 2;
    const squared = isFlat ? flat : this.#numberOf(`add ${flat} ${squares[2]}`);
    this.#localOf.set(squared, pair.squared);
    return pair;
  }

  /** Whether candidates can be of species that no walker sees. */
  #canSkip(): boolean {
    return this.#members.every(({ sorts }) => sorts);
  }

  /** Writes code that takes the next candidate of the list, and computes who sees it. */
  #see(pair: PairScope, sight: Sight, list: number, listEnd: number): void {
    const code = this.#code;
    const { candidate, species, offset, squared } = pair;
    const speciesAt = this.#columnAt.get('species');
    this.#masks.clear();
    if (this.#canSkip()) code.open('loop');
    code.get(list).memory('i32.load').set(candidate).get(list).whole(4).op('i32.add').set(list);
    if (speciesAt !== undefined) {
      code.get(speciesAt).get(candidate).whole(2).op('i32.shr_u', 'i32.add');
      code.memory('i32.load8_u').set(species);
    }
    const sees = this.#members.map(({ sorts, scope }) => {
      if (!sorts) return undefined;
      const local = code.local('i32');
      code.get(scope.parameter('mask')).get(species).op('i32.shr_u').whole(1).op('i32.and');
      code.set(local);
      return local;
    });
    if (this.#canSkip()) {
      // Skips candidates that no walker sees, up to the last candidate.
      sees.forEach((local, nth) => {
        code.get(local!);
        if (nth > 0) code.op('i32.or');
      });
      code.op('i32.eqz').get(list).get(listEnd).op('i32.lt_u', 'i32.and').branch('brIf', 0);
      code.op('end');
    }
    offset.forEach((to, axis) => {
      code.get(this.#columnAt.get(POSITION[axis])!).get(candidate).op('i32.add');
      code.memory('v128.load32_splat').get(sight.place[axis]).op('f32x4.sub').set(to);
    });
    dot(code, offset, offset);
    code.set(squared);
    const itself = code.local();
    code.get(candidate).op('i32x4.splat').get(sight.own).op('i32x4.eq').set(itself);
    if (sight.band !== undefined) {
      // Agents of other heights are left out like the agent itself.
      code.get(offset[2]).op('f32x4.abs').get(sight.band).op('f32x4.gt').get(itself);
      code.op('v128.or').set(itself);
    }
    const within = ({ range }: Look): number => {
      const local = code.local();
      code.get(squared).get(range).op('f32x4.le').get(itself).op('v128.andnot').set(local);
      return local;
    };
    const seen = sight.looks.map(within);
    if (sight.heading !== undefined) this.#seeAhead(pair, seen, sight.looks, sight.heading);
    this.#seen = this.#members.map((_, k) => {
      const own = seen[this.#areAlike ? 0 : k];
      if (sees[k] === undefined) return own;
      const local = code.local();
      code.get(own).whole(0).get(sees[k]!).op('i32.sub', 'i32x4.splat', 'v128.and').set(local);
      return local;
    });
  }

  /** Writes code that removes neighbors that are not ahead. */
  #seeAhead(
    { offset, squared }: PairScope,
    seen: readonly number[],
    looks: readonly Look[],
    heading: readonly number[],
  ): void {
    const code = this.#code;
    const [along, distance] = [code.local(), code.local()];
    dot(code, offset, heading);
    code.set(along).get(squared).op('f32x4.sqrt').set(distance);
    // Who is on the agent's spot is in no direction, and is always seen.
    const onSpot = code.local();
    code.get(squared).constant(0).op('f32x4.eq').set(onSpot);
    looks.forEach(({ cosine, allAround }, k) => {
      if (cosine === undefined || allAround === undefined) return;
      code.get(along).get(cosine).get(distance).op('f32x4.mul', 'f32x4.gt').get(allAround);
      code.op('v128.or').get(onSpot).op('v128.or').get(seen[k]).op('v128.and').set(seen[k]);
    });
  }

  /** Writes code that computes those of the given pair nodes that the walk needs. */
  #work(
    pair: PairScope,
    { nodes, needed, scope, values }: Member,
    places: readonly number[],
  ): void {
    for (const at of places) {
      if (!needed.has(at)) continue;
      const value = values.get(at)!;
      const known = this.#localOf.get(value);
      const local = known ?? nodes.held(scope, () => nodes.compute({ ...pair, ...scope }, at));
      this.#localOf.set(value, local);
      scope.locals.set(at, local);
    }
  }

  /** Returns the local of the mask of the pairs that count in a reduction. */
  #maskOf(summand: Summand): number {
    const code = this.#code;
    const seen = this.#seen[summand.walker];
    if (summand.condition === undefined) return seen;
    const name = this.#maskName(summand);
    const known = this.#masks.get(name);
    if (known !== undefined) return known;
    const { at, holds } = summand.condition;
    const local = code.local();
    code.get(seen).get(this.#members[summand.walker].scope.locals.get(at)!);
    code.op(holds ? 'v128.and' : 'v128.andnot').set(local);
    this.#masks.set(name, local);
    return local;
  }

  #maskName({ walker, condition }: Summand): string {
    const { sorts, values } = this.#members[walker];
    const look = this.#areAlike && !sorts ? 'all' : `${walker}`;
    if (condition === undefined) return `seen by ${look}`;
    return `seen by ${look} if ${values.get(condition.at)} is ${condition.holds}`;
  }

  /** Whether the measuring loop can update a reduction, because it takes no vector from each pair but a mask. */
  #isLight({ name, of, walker }: Summand): boolean {
    return (
      name === 'any' ||
      name === 'count' ||
      of === undefined ||
      !this.#members[walker].pass.pairs.includes(of)
    );
  }

  /** Decides what the record of a measured pair holds, and how reductions use it. */
  #recordOf(heavy: readonly Summand[], pair: PairScope) {
    const code = this.#code;
    const parts = new Map<string, Part>();
    const part = (name: string, push: () => void): string => {
      if (!parts.has(name)) parts.set(name, { offset: 16 * parts.size, push });
      return name;
    };
    const terms = heavy.map((summand): Term => {
      const { nodes, scope, values } = this.#members[summand.walker];
      const all = nodes.law.nodes;
      const of = summand.of!;
      const mask = this.#maskName(summand);
      const masked = (at: number): string =>
        part(`${values.get(at)} ${mask}`, () => {
          const own = this.#maskOf(summand);
          code.get(scope.locals.get(at)!).get(own).op('v128.and');
        });
      const offset = (axis: number): string =>
        part(`offset ${axis}`, () => code.get(pair.offset[axis]));
      const isSum = summand.name === 'sum';
      const product = isSum ? productOf(all, of) : undefined;
      if (product !== undefined) {
        return { summand, mask: undefined, parts: [offset(product.axis), masked(product.factor)] };
      }
      const [axis, column] = [axisOf(all[of]), isStored(all[of], nodes)];
      if (isSum && axis < 0 && !column) return { summand, mask: undefined, parts: [masked(of)] };
      part(mask, () => code.get(this.#maskOf(summand)));
      if (axis >= 0) return { summand, mask, parts: [offset(axis)] };
      if (column) return { summand, mask, parts: [] };
      const own = part(`${values.get(of)}`, () => code.get(scope.locals.get(of)!));
      return { summand, mask, parts: [own] };
    });
    // Terms that load columns come last, so that terms of the same parts share a loop.
    return {
      parts,
      terms: terms.sort((a, b) => Number(a.parts.length === 0) - Number(b.parts.length === 0)),
    };
  }

  /**
   * Writes code that adds a value to a reduction. `mask` is the mask of the lanes that add it, or code that leaves the
   * mask on the stack; it is absent if the value of other lanes is 0.
   */
  #step(
    name: Reduction,
    sum: number,
    mask: number | (() => void) | undefined,
    value: () => void,
  ): void {
    const code = this.#code;
    const pushMask = typeof mask === 'number' ? () => void code.get(mask) : mask;
    switch (name) {
      case 'count':
        // Counts are whole numbers in the loop. A lane of the mask is -1 if it counts.
        code.get(sum);
        pushMask!();
        code.op('i32x4.sub');
        break;
      case 'sum':
        // Adding 0 changes nothing: sums start at 0, so none is -0.
        code.get(sum);
        value();
        if (pushMask !== undefined) {
          pushMask();
          code.op('v128.and');
        }
        code.op('f32x4.add');
        break;
      case 'any':
        code.get(sum);
        value();
        pushMask!();
        code.op('v128.and', 'v128.or');
        break;
      case 'minimum':
      case 'maximum':
        code.get(sum);
        value();
        code.op(name === 'minimum' ? 'f32x4.min' : 'f32x4.max').get(sum);
        pushMask!();
        code.op('v128.bitselect');
        break;
      default:
        value();
        code.get(sum);
        pushMask!();
        code.op('v128.bitselect');
    }
    code.set(sum);
  }

  #loadSums(summands: readonly Summand[]): number[] {
    return summands.map(({ walker, at, name }) => {
      const { nodes, scope } = this.#members[walker];
      return nodes.held(scope, () => {
        nodes.load(scope, at);
        if (name === 'count') this.#code.op('i32x4.trunc_sat_f32x4_u');
      });
    });
  }

  #storeSums(summands: readonly Summand[], sums: readonly number[]): void {
    summands.forEach(({ walker, at, name }, nth) => {
      if (name === 'count') this.#code.get(sums[nth]).op('f32x4.convert_i32x4_u').set(sums[nth]);
      this.#store(this.#members[walker], at, sums[nth]);
    });
  }

  #store({ nodes, scope }: Member, key: number | string, local: number): void {
    this.#code.get(scope.scratch).get(local).memory('v128.store', nodes.offsetOf(key));
  }

  #loadBest({ nodes, pass, scope }: Member): ReadonlyMap<Key, Best> {
    const load = (key: Key, of: 'key' | 'id'): number =>
      nodes.held(scope, () => nodes.load(scope, bestPlane(pass.reductions, key, of)));
    return new Map(
      pass.keys.map((key) => {
        return [key, { lowest: load(key, 'key'), id: load(key, 'id'), wins: this.#code.local() }];
      }),
    );
  }

  /** Writes code that compares the present neighbor with the best neighbor so far, for each key. */
  #choose(pair: PairScope, { nodes, scope }: Member, best: ReadonlyMap<Key, Best>): void {
    if (best.size === 0) return;
    const code = this.#code;
    const own = nodes.held(scope, () => nodes.otherColumn(pair, 'id'));
    for (const [key, { lowest, id, wins }] of best) {
      const value = key === 'squared' ? pair.squared : scope.locals.get(key)!;
      code.get(value).get(lowest).op('f32x4.lt');
      code.get(value).get(lowest).op('f32x4.eq').get(own).get(id);
      code.op('i32x4.lt_u', 'v128.and', 'v128.or').get(this.#seen[0]).op('v128.and').set(wins);
      code.get(value).get(lowest).get(wins).op('v128.bitselect').set(lowest);
      code.get(own).get(id).get(wins).op('v128.bitselect').set(id);
    }
  }

  #loadRanks({ nodes, pass, scope }: Member): readonly Ranked[] {
    return ranksOf(nodes.law.nodes, pass).map((rank) => {
      const load = (of: 'key' | 'id'): number[] =>
        Array.from({ length: rank }, (_, place) =>
          nodes.held(scope, () => {
            nodes.load(scope, rankPlane(pass.reductions, rank, place, of));
          }),
        );
      return { rank, keys: load('key'), ids: load('id') };
    });
  }

  /** Writes code that puts the present neighbor among the nearest so far. Most neighbors are farther than all of them. */
  #rank(pair: PairScope, { nodes, scope }: Member, ranks: readonly Ranked[]): void {
    if (ranks.length === 0) return;
    const code = this.#code;
    const own = nodes.held(scope, () => nodes.otherColumn(pair, 'id'));
    const [key, id, sooner, moved] = [code.local(), code.local(), code.local(), code.local()];
    /** Leaves the mask of the lanes on the stack in which (key, id) comes before the neighbor at a place. */
    const pushSooner = (oneKey: number, oneId: number, { keys, ids }: Ranked, place: number) => {
      code.get(oneKey).get(keys[place]).op('f32x4.lt');
      code.get(oneKey).get(keys[place]).op('f32x4.eq').get(oneId).get(ids[place]);
      code.op('i32x4.lt_u', 'v128.and', 'v128.or');
    };
    for (const ranked of ranks) {
      const { keys, ids, rank } = ranked;
      code.open('block');
      pushSooner(pair.squared, own, ranked, rank - 1);
      code.get(this.#seen[0]).op('v128.and').tee(sooner).op('v128.any_true', 'i32.eqz');
      code.branch('brIf', 0);
      // In the other lanes, the last neighbor takes its own place again.
      code
        .get(pair.squared)
        .get(keys[rank - 1])
        .get(sooner)
        .op('v128.bitselect')
        .set(key);
      code
        .get(own)
        .get(ids[rank - 1])
        .get(sooner)
        .op('v128.bitselect')
        .set(id);
      for (let place = 0; place < rank; place++) {
        pushSooner(key, id, ranked, place);
        code.set(sooner);
        for (const [list, next] of [
          [keys, key],
          [ids, id],
        ] as const) {
          code.get(list[place]).set(moved);
          code.get(next).get(moved).get(sooner).op('v128.bitselect').set(list[place]);
          code.get(moved).get(next).get(sooner).op('v128.bitselect').set(next);
        }
      }
      code.op('end');
    }
  }

  #storeRanks(member: Member, ranks: readonly Ranked[]): void {
    const { nodes, pass } = member;
    const all = nodes.law.nodes;
    for (const { rank, keys, ids } of ranks) {
      for (let place = 0; place < rank; place++) {
        this.#store(member, rankPlane(pass.reductions, rank, place, 'key'), keys[place]);
        this.#store(member, rankPlane(pass.reductions, rank, place, 'id'), ids[place]);
      }
      for (const at of pass.reductions) {
        if (rankOf(all, at) !== rank) continue;
        this.#store(member, at, (all[at][0] === 'rankId' ? ids : keys)[rank - 1]);
      }
    }
  }
}

/** The locals of the `rank` nearest neighbors so far, the nearest first: their squared distances (m^2), and their ids. */
interface Ranked {
  readonly rank: number;
  readonly keys: readonly number[];
  readonly ids: readonly number[];
}

/** The locals of the neighbor with the lowest key so far: its key, its id, and the mask of the lanes that change it. */
interface Best {
  readonly lowest: number;
  readonly id: number;
  readonly wins: number;
}

function placeInFrame(walker: number, name: string): number {
  return FRAME_BYTES * walker + 4 * FRAME.indexOf(name as (typeof FRAME)[number]);
}

/**
 * Writes a reduction as a summand. In a sum, a value that a condition selects is replaced by a condition on the pairs,
 * because adding 0 changes nothing.
 */
function summandOf(
  nodes: readonly NodeData[],
  { pairs }: Pass,
  walker: number,
  at: number,
): Summand {
  const [name, , ...operands] = nodes[at] as readonly [Reduction, number, ...number[]];
  const of = operands.at(-1);
  const plain: Summand = { walker, at, name, condition: undefined, of };
  // A value of the agent itself is known as a whole, but not what it is made of.
  if (name !== 'sum' || !pairs.includes(of!)) return plain;
  const counted = (summand: Summand): Summand => {
    const [kind, value] = nodes[summand.of!];
    return kind === 'number' && value === 1
      ? { ...summand, name: 'count', of: undefined }
      : summand;
  };
  const [select, condition, yes, no] = nodes[of!] as readonly [string, number, number, number];
  if (select !== 'select') return plain;
  const isZero = (one: number): boolean =>
    nodes[one][0] === 'number' && Number(nodes[one][1]) === 0;
  if (isZero(no)) return counted({ ...plain, condition: { at: condition, holds: true }, of: yes });
  if (isZero(yes)) return counted({ ...plain, condition: { at: condition, holds: false }, of: no });
  return plain;
}

/** Returns the pair nodes that the given nodes are made of. Operands come first. */
function neededBy({ nodes, pass }: Walker, roots: readonly number[]): ReadonlySet<number> {
  const { nodes: all } = nodes.law;
  const pairs = new Set(pass.pairs);
  const needed = new Set(roots.filter((at) => pairs.has(at)));
  for (const at of needed)
    for (const one of operandsOf(all[at])) if (pairs.has(one)) needed.add(one);
  return new Set(pass.pairs.filter((at) => needed.has(at)));
}

/** The axis of the offset that a node reads; -1 for any other node. */
function axisOf([name, , column]: NodeData): number {
  return name === 'other' ? ['offset.x', 'offset.y', 'offset.z'].indexOf(String(column)) : -1;
}

/**
 * If a value is the product of an offset and a factor, returns the axis of the offset and the node of the factor. The
 * offset of a candidate is always finite, see assembly/neighbor-walk.ts. Its product with 0 is 0, so a factor of 0 takes a
 * pair out of a sum.
 */
function productOf(nodes: readonly NodeData[], at: number) {
  const [name, a, factor] = nodes[at] as readonly [string, number, number];
  const axis = name === 'mul' ? axisOf(nodes[a]) : -1;
  return axis < 0 ? undefined : { axis, factor };
}

/** Whether a node reads a column of the neighbor from memory. */
function isStored(node: NodeData, { places }: NodeCompiler): boolean {
  return node[0] === 'other' && node[2] in places.columns;
}
