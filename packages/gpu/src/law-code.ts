import {
  type AimColumn,
  aimsOf,
  type DeclaredColumn,
  type DeclaredKinds,
  declaredKindsOf,
  guardedOf,
  type Kind,
  keyOf,
  kindOf,
  type NodeData,
  type OperationName,
  type OtherColumn,
  operandsOf,
  type Pass,
  rankOf,
  ranksOf,
  type SelfColumn,
  scheduleOf,
  type Unit,
  unitsOf,
  type WorkedLaw,
  type WorldValue,
} from '@skein/core/internal';
import { wgslBits, wgslNumber } from './wgsl.ts';

/**
 * Where the code of a law finds its data. Each function returns a WGSL expression of the type u32: the bits of a number,
 * a whole number, or not 0 for true. The expressions may use whatever variables the caller declares.
 */
export interface LawSources {
  readonly parameter: (name: string) => string;
  readonly world: (value: WorldValue) => string;
  /** A column of the agent. */
  readonly self: (column: SelfColumn | DeclaredColumn) => string;
  /** A column of the agent's first or second aim. The value does not matter if there is no aim. */
  readonly aim: (nth: 0 | 1, column: AimColumn) => string;
  /** A cell of a scalar field. `index` is an expression of the type u32. */
  readonly cell: (field: string, index: string) => string;
  /** A column of the neighbor for which `walk` runs its statements. Offsets are not asked for. */
  readonly other: (column: OtherColumn | DeclaredColumn) => string;
  /** The square, as f32, of the radius of a set, as `reachOf` returns it; -1 if the set reaches no neighbor. */
  readonly squaredReach: (set: number) => string;
  /** The cosine that limits the view of a set. */
  readonly cosine: (set: number) => string;
  /**
   * Returns a statement that runs other statements for each candidate neighbor, in stored order. Candidates are all
   * neighbors in reach that the behavior sees, and may be others farther away, but never the agent itself. Around the
   * statements, it declares the offset to the candidate: `offsetX`, `offsetY` and `offsetZ` of the type F.
   */
  readonly walk: (set: number, statements: string) => string;
}

/** The code of a law, for one agent. */
export interface LawWgsl {
  /** Statements that compute the results. All their names begin with `law`. */
  readonly statements: string;
  /** For each result of the law's `vector`, an expression of the type u32. */
  readonly results: readonly string[];
}

/**
 * Compiles a law to WGSL, over the functions of `arithmetic`. The code rounds wherever the evaluator rounds, so both
 * yield the same bits.
 */
export function wgslOfLaw(law: WorkedLaw, sources: LawSources): LawWgsl {
  return new Compiler(law, sources).compile();
}

const INFINITE = 0x7f800000;
/** The type of the values of each kind. */
const TYPE: Readonly<Record<Kind, string>> = { f32: 'F', u32: 'u32', bool: 'bool' };

class Compiler {
  readonly #law: WorkedLaw;
  readonly #sources: LawSources;
  readonly #kinds: DeclaredKinds;
  readonly #needed: ReadonlySet<number>;
  readonly #lines: string[] = [];
  #passes = 0;
  #hasHeading = false;

  constructor(law: WorkedLaw, sources: LawSources) {
    this.#law = law;
    this.#sources = sources;
    this.#kinds = declaredKindsOf(law.columns);
    this.#needed = neededBy(law);
  }

  compile(): LawWgsl {
    const { nodes, vector } = this.#law;
    const kept = new Set(vector);
    for (const { agents, passes } of scheduleOf(this.#law)) {
      const own = agents.filter((at) => this.#needed.has(at));
      for (const unit of unitsOf(nodes, own, kept)) this.#unit(unit);
      for (const pass of passes) this.#pass(pass);
    }
    return { statements: this.#lines.join('\n'), results: vector.map((at) => this.#bits(at)) };
  }

  #kind(at: number): Kind {
    return kindOf(this.#law.nodes[at], this.#kinds) as Kind;
  }

  #bits(at: number): string {
    const kind = this.#kind(at);
    if (kind === 'f32') return `fBits(${name(at)})`;
    return kind === 'bool' ? `select(0u, 1u, ${name(at)})` : name(at);
  }

  #unit(unit: Unit): void {
    if (typeof unit === 'number') {
      this.#lines.push(this.#define(unit));
      return;
    }
    const { condition, side, nodes } = unit;
    for (const at of nodes) this.#lines.push(`var ${name(at)}: ${TYPE[this.#kind(at)]};`);
    this.#lines.push(`if (${side === 'yes' ? '' : '!'}${name(condition)}) {`);
    for (const at of nodes) this.#lines.push(`${name(at)} = ${this.#value(at)};`);
    this.#lines.push('}');
  }

  #define(at: number): string {
    // Numbers are variables too: WGSL would refuse constant expressions that overflow.
    return `let ${name(at)} = ${this.#value(at)};`;
  }

  /** Returns the value of a node, as an expression over the values of its operands. */
  #value(at: number): string {
    const { nodes } = this.#law;
    const node = nodes[at];
    const sources = this.#sources;
    const loaded = (bits: string): string => ofBits(this.#kind(at), bits);
    switch (node[0]) {
      case 'number':
        return wgslNumber(Number(node[1]));
      case 'whole':
        return `${node[1]}u`;
      case 'truth':
        return String(node[1] === 1);
      case 'parameter':
        return loaded(sources.parameter(node[1]));
      case 'world':
        return loaded(sources.world(node[1]));
      case 'self':
        return loaded(sources.self(node[1]));
      case 'aim':
      case 'second':
        return loaded(this.#aim(node[0] === 'aim' ? 0 : 1, node[1]));
      case 'cell':
        return loaded(sources.cell(node[2], name(node[1])));
      case 'other':
        if (node[2].startsWith('offset.')) return `offset${node[2].at(-1)!.toUpperCase()}`;
        return loaded(sources.other(node[2]));
      default:
        return operationOf(node as OperationNode, nodes);
    }
  }

  #aim(nth: 0 | 1, column: AimColumn): string {
    const bits = this.#sources.aim(nth, column);
    if (column === 'found' || !aimsOf(this.#law)[nth].isOptional) return bits;
    return `select(0u, ${bits}, (${this.#sources.aim(nth, 'found')}) != 0u)`;
  }

  /** Writes a walk over the neighbors in a set, and what it makes of them. */
  #pass(pass: Pass): void {
    const { nodes } = this.#law;
    const id = this.#passes++;
    const lines = this.#lines;
    const { reductions } = pass;
    const ranks = ranksOf(nodes, pass);
    const keyed = (key: string | number): string => `${id}_${key}`;
    for (const at of reductions) {
      const none = initialOf(nodes[at]);
      if (none !== undefined) lines.push(`var ${name(at)} = ${none};`);
    }
    if (reductions.some((at) => nodes[at][0] === 'count')) lines.push(`var lawCount${id} = 0u;`);
    for (const key of pass.keys) {
      lines.push(`var lawLowest${keyed(key)} = fOf(${INFINITE}u);`, `var lawId${keyed(key)} = 0u;`);
    }
    for (const rank of ranks) {
      const one = keyed(rank);
      lines.push(`var lawKeys${one}: array<F, ${rank}>;`, `var lawIds${one}: array<u32, ${rank}>;`);
      lines.push(`for (var k = 0u; k < ${rank}u; k++) {`);
      lines.push(`lawKeys${one}[k] = fOf(${INFINITE}u);`, `lawIds${one}[k] = 0xffffffffu;`, '}');
    }
    const cosine = nodes[pass.set][2] as number;
    const isAround = nodes[cosine][0] === 'number' && nodes[cosine][1] === -1;
    if (!isAround) this.#heading();
    const isChoosing = pass.keys.length > 0 || ranks.length > 0;
    const { guard, before, after } = guardedOf(nodes, pass);
    const body = [
      'let lawSquared = fAdd(fAdd(fMul(offsetX, offsetX), fMul(offsetY, offsetY)), fMul(offsetZ, offsetZ));',
      `if (fLessEqual(lawSquared, fOf(${this.#sources.squaredReach(pass.set)}))) {`,
      ...(isAround ? [] : [...this.#sight(pass.set), 'if (lawIsSeen) {']),
      ...(isChoosing ? [`let lawOther = ${this.#sources.other('id')};`] : []),
      ...before.map((at) => this.#define(at)),
      ...(guard === undefined ? [] : [`if (${name(guard)}) {`]),
      ...after.map((at) => this.#define(at)),
      ...reduced(nodes, reductions, id),
      ...pass.keys.flatMap((key) => chosen(nodes, reductions, key, keyed(key))),
      ...ranks.flatMap((rank) => ranked(rank, keyed(rank))),
      ...(guard === undefined ? [] : ['}']),
      ...(isAround ? [] : ['}']),
      '}',
    ];
    lines.push(this.#sources.walk(pass.set, body.join('\n')));
    for (const at of reductions) {
      const rank = rankOf(nodes, at);
      if (nodes[at][0] === 'count') lines.push(`let ${name(at)} = fNumber(lawCount${id});`);
      if (rank === undefined) continue;
      const list = nodes[at][0] === 'rankId' ? 'lawIds' : 'lawKeys';
      lines.push(`let ${name(at)} = ${list}${keyed(rank)}[${rank - 1}];`);
    }
  }

  /** Returns statements that find whether a neighbor is ahead. One on the agent's spot is always seen. */
  #sight(set: number): readonly string[] {
    const cosine = this.#sources.cosine(set);
    return [
      'var lawIsSeen = true;',
      `if ((${cosine}) != ${wgslBits(-1)} && (fBits(lawSquared) << 1u) != 0u) {`,
      'let lawAlong = fAdd(fAdd(fMul(offsetX, lawHeading[0]), fMul(offsetY, lawHeading[1])), fMul(offsetZ, lawHeading[2]));',
      `lawIsSeen = fLess(fMul(fOf(${cosine}), fSqrt(lawSquared)), lawAlong);`,
      '}',
    ];
  }

  /** Writes the direction of the agent's velocity; 0 for an agent at rest. */
  #heading(): void {
    if (this.#hasHeading) return;
    this.#hasHeading = true;
    const [x, y, z] = (['x', 'y', 'z'] as const).map(
      (axis) => `fOf(${this.#sources.self(`velocity.${axis}`)})`,
    );
    this.#lines.push(
      `var lawHeading = array<F, 3>(${x}, ${y}, ${z});`,
      'let lawSpeed = fSqrt(fAdd(fAdd(fMul(lawHeading[0], lawHeading[0]), fMul(lawHeading[1], lawHeading[1])), fMul(lawHeading[2], lawHeading[2])));',
      'let lawMoves = fLess(fOf(0u), lawSpeed);',
      'for (var k = 0u; k < 3u; k++) {',
      'if (lawMoves) { lawHeading[k] = fDiv(lawHeading[k], lawSpeed); } else { lawHeading[k] = fOf(0u); }',
      '}',
    );
  }
}

function name(at: number): string {
  return `law${at}`;
}

function ofBits(kind: Kind, bits: string): string {
  if (kind === 'f32') return `fOf(${bits})`;
  return kind === 'bool' ? `((${bits}) != 0u)` : bits;
}

/** Returns the nodes that the results are made of. The caller computes the radii and views of sets. */
function neededBy({ nodes, vector }: WorkedLaw): ReadonlySet<number> {
  const needed = new Set(vector);
  for (const at of needed) {
    if (nodes[at][0] === 'neighbors') continue;
    for (const operand of operandsOf(nodes[at])) needed.add(operand);
  }
  return needed;
}

/** Returns the initial value of a reduction; undefined for one that becomes known after the walk. */
function initialOf([reduction]: NodeData): string | undefined {
  switch (reduction) {
    case 'count':
    case 'rankSquared':
    case 'rankId':
      return undefined;
    case 'minimum':
      return wgslNumber(Number.POSITIVE_INFINITY);
    case 'maximum':
      return wgslNumber(Number.NEGATIVE_INFINITY);
    case 'any':
      return 'false';
    default:
      return wgslNumber(0);
  }
}

/** Returns statements that add a neighbor to the reductions of all neighbors. */
function reduced(nodes: readonly NodeData[], reductions: readonly number[], id: number): string[] {
  const counts = reductions.some((at) => nodes[at][0] === 'count');
  const own = reductions.flatMap((at) => {
    const [reduction, , of] = nodes[at] as readonly [string, number, number];
    const [to, value] = [name(at), name(of)];
    switch (reduction) {
      case 'sum':
        return [`${to} = fAdd(${to}, ${value});`];
      case 'minimum':
        return [`${to} = fMin(${to}, ${value});`];
      case 'maximum':
        return [`${to} = fMax(${to}, ${value});`];
      case 'any':
        return [`${to} = ${to} || ${value};`];
      default:
        return [];
    }
  });
  return counts ? [`lawCount${id} += 1u;`, ...own] : own;
}

/** Returns statements that take the values of a neighbor if its key is the lowest so far. */
function chosen(
  nodes: readonly NodeData[],
  reductions: readonly number[],
  key: number | 'squared',
  id: string,
): string[] {
  const value = key === 'squared' ? 'lawSquared' : name(key);
  const own = reductions.filter((at) => keyOf(nodes[at]) === key);
  return [
    `if (fLess(${value}, lawLowest${id}) || (fEqual(${value}, lawLowest${id}) && lawOther < lawId${id})) {`,
    `lawLowest${id} = ${value};`,
    `lawId${id} = lawOther;`,
    ...own.map((at) => `${name(at)} = ${name(nodes[at].at(-1) as number)};`),
    '}',
  ];
}

/** Returns statements that put a neighbor among the nearest so far. */
function ranked(rank: number, id: string): string[] {
  const [keys, ids] = [`lawKeys${id}`, `lawIds${id}`];
  return [
    '{',
    `var k = ${rank}u;`,
    `while (k > 0u && (fLess(lawSquared, ${keys}[k - 1u]) || (fEqual(lawSquared, ${keys}[k - 1u]) && lawOther < ${ids}[k - 1u]))) {`,
    `if (k < ${rank}u) { ${keys}[k] = ${keys}[k - 1u]; ${ids}[k] = ${ids}[k - 1u]; }`,
    'k -= 1u;',
    '}',
    `if (k < ${rank}u) { ${keys}[k] = lawSquared; ${ids}[k] = lawOther; }`,
    '}',
  ];
}

type OperationNode = readonly [OperationName, ...operands: number[]];

/** Functions of `arithmetic` that are operations. */
const FUNCTIONS: Readonly<Partial<Record<OperationName, string>>> = {
  add: 'fAdd',
  sub: 'fSub',
  mul: 'fMul',
  div: 'fDiv',
  min: 'fMin',
  max: 'fMax',
  neg: 'fNeg',
  abs: 'fAbs',
  sqrt: 'fSqrt',
  floor: 'fFloor',
  ceil: 'fCeil',
  less: 'fLess',
  lessEqual: 'fLessEqual',
  equal: 'fEqual',
  toNumber: 'fNumber',
  toBits: 'fCanonical',
  fromBits: 'fOf',
  toWhole: 'fWhole',
  not: '!',
};

/** Operators that are operations. For whole numbers in WGSL too, a divisor of 0 counts as 1. */
const OPERATORS: Readonly<Partial<Record<OperationName, string>>> = {
  and: '&',
  or: '|',
  addWhole: '+',
  subWhole: '-',
  mulWhole: '*',
  divWhole: '/',
  modWhole: '%',
  andBits: '&',
  orBits: '|',
  xorBits: '^',
  lessWhole: '<',
  equalWhole: '==',
};

function operationOf([operation, ...operands]: OperationNode, nodes: readonly NodeData[]): string {
  const [a, b, c] = operands.map(name);
  const operator = OPERATORS[operation];
  if (operator !== undefined) return `${a} ${operator} ${b}`;
  switch (operation) {
    case 'select':
    case 'selectWhole':
      return `select(${c}, ${b}, ${a})`;
    case 'shiftLeft':
    case 'shiftRight': {
      const by = (nodes[operands[1]][1] as number) & 31;
      return `${a} ${operation === 'shiftLeft' ? '<<' : '>>'} ${by}u`;
    }
    default:
      return `${FUNCTIONS[operation]}(${operands.map(name).join(', ')})`;
  }
}
