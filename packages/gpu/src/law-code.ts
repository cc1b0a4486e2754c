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
import { AXES, wgslBits, wgslNumber, wgslSquared } from './wgsl.ts';

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
}

/** What a law does with each neighbor in a set. */
export interface LawLook {
  readonly set: number;
  /**
   * Statements for each candidate neighbor, in stored order. Candidates are all neighbors in reach that the behavior
   * sees, and may be others farther away, but never the agent itself. Around the statements, the caller declares the
   * offset to the candidate, `offsetX`, `offsetY` and `offsetZ`, and its square `offsetSquared`, of the type F.
   */
  readonly statements: string;
}

/** A part of a law that ends with looks around. Looks do not depend on each other, so they can share one walk. */
export interface LawStep {
  /** Statements before the looks. */
  readonly statements: string;
  readonly looks: readonly LawLook[];
}

/** The code of a law, for one agent. All names that it declares begin with a prefix. */
export interface LawWgsl {
  /** Declarations of the variables that the parts of the code share. */
  readonly declarations: string;
  readonly steps: readonly LawStep[];
  /** Statements after all looks, which compute the results. */
  readonly statements: string;
  /** For each result of the law's `vector`, an expression of the type u32. */
  readonly results: readonly string[];
  /** Whether looks need the variable `heading`, which `wgslHeading` declares. */
  readonly hasSight: boolean;
}

/**
 * Compiles a law to WGSL, over the functions of `arithmetic`. The code rounds wherever the evaluator rounds, so both
 * yield the same bits.
 */
export function wgslOfLaw(law: WorkedLaw, sources: LawSources, prefix = 'law'): LawWgsl {
  return new Compiler(law, sources, prefix).compile();
}

/** Declares `heading`, the direction of an agent's velocity; 0 for an agent at rest. */
export function wgslHeading(velocity: (axis: 'x' | 'y' | 'z') => string): string {
  const [x, y, z] = AXES.map((axis) => `fOf(${velocity(axis)})`);
  return `
var heading = array<F, 3>(${x}, ${y}, ${z});
{
let speed = fSqrt(${wgslSquared('heading[0]', 'heading[1]', 'heading[2]')});
let moves = fLess(fConst(0u), speed);
for (var k = 0u; k < 3u; k++) {
if (moves) { heading[k] = fDiv(heading[k], speed); } else { heading[k] = fConst(0u); }
}
}`;
}

const INFINITE = 0x7f800000;
/** The type of the values of each kind. */
const TYPE: Readonly<Record<Kind, string>> = { f32: 'F', u32: 'u32', bool: 'bool' };

class Compiler {
  readonly #law: WorkedLaw;
  readonly #sources: LawSources;
  readonly #prefix: string;
  readonly #kinds: DeclaredKinds;
  readonly #needed: ReadonlySet<number>;
  readonly #declarations: string[] = [];
  /** The nodes whose values the parts of the code share. */
  readonly #shared = new Set<number>();
  /** The constants that the present part of the code has declared. */
  #constants = new Set<number>();
  #lines: string[] = [];
  #passes = 0;
  #hasSight = false;

  constructor(law: WorkedLaw, sources: LawSources, prefix: string) {
    this.#law = law;
    this.#sources = sources;
    this.#prefix = prefix;
    this.#kinds = declaredKindsOf(law.columns);
    this.#needed = neededBy(law);
  }

  compile(): LawWgsl {
    const { nodes, vector } = this.#law;
    const kept = new Set(vector);
    const schedule = scheduleOf(this.#law);
    const steps: LawStep[] = [];
    for (const [level, { agents, passes }] of schedule.entries()) {
      const own = agents.filter((at) => this.#needed.has(at) && !isConstant(nodes[at]));
      if (level < schedule.length - 1) for (const at of own) this.#share(at);
      for (const unit of unitsOf(nodes, own, kept)) this.#unit(unit);
      if (level === schedule.length - 1) break;
      const plans = passes.map((pass) => ({ pass, id: this.#passes++ }));
      for (const { pass, id } of plans) this.#begin(pass, id);
      const statements = this.#part();
      const looks = plans.map(({ pass, id }) => this.#look(pass, id));
      steps.push({ statements, looks });
      for (const { pass, id } of plans) this.#end(pass, id);
    }
    const results = vector.map((at) => this.#bits(at));
    return {
      ...{ statements: this.#part(), steps, results },
      ...{ declarations: this.#declarations.join('\n'), hasSight: this.#hasSight },
    };
  }

  /** Returns the lines so far, and begins another part of the code. */
  #part(): string {
    const lines = this.#lines;
    this.#lines = [];
    this.#constants = new Set();
    return lines.join('\n');
  }

  #share(at: number): void {
    this.#shared.add(at);
    this.#declarations.push(`var ${this.#name(at)}: ${TYPE[this.#kind(at)]};`);
  }

  #name(at: number): string {
    return `${this.#prefix}${at}`;
  }

  #kind(at: number): Kind {
    return kindOf(this.#law.nodes[at], this.#kinds) as Kind;
  }

  #bits(at: number): string {
    const kind = this.#kind(at);
    this.#declare([at]);
    if (kind === 'f32') return `fBits(${this.#name(at)})`;
    return kind === 'bool' ? `select(0u, 1u, ${this.#name(at)})` : this.#name(at);
  }

  /** Declares the constants among some nodes, in each part of the code that uses them. */
  #declare(list: readonly number[]): void {
    for (const at of list) {
      if (!isConstant(this.#law.nodes[at]) || this.#constants.has(at)) continue;
      this.#constants.add(at);
      this.#lines.push(`let ${this.#name(at)} = ${this.#value(at)};`);
    }
  }

  #unit(unit: Unit): void {
    const { nodes } = this.#law;
    if (typeof unit === 'number') {
      this.#declare(operandsOf(nodes[unit]));
      this.#lines.push(this.#define(unit));
      return;
    }
    const { condition, side, nodes: own } = unit;
    this.#declare([condition, ...own.flatMap((at) => operandsOf(nodes[at]))]);
    for (const at of own) {
      if (!this.#shared.has(at)) {
        this.#lines.push(`var ${this.#name(at)}: ${TYPE[this.#kind(at)]};`);
      }
    }
    this.#lines.push(`if (${side === 'yes' ? '' : '!'}${this.#name(condition)}) {`);
    for (const at of own) this.#lines.push(`${this.#name(at)} = ${this.#value(at)};`);
    this.#lines.push('}');
  }

  #define(at: number): string {
    // Numbers are variables too: WGSL would refuse constant expressions that overflow.
    return `${this.#shared.has(at) ? '' : 'let '}${this.#name(at)} = ${this.#value(at)};`;
  }

  /** Returns the value of a node, as an expression over the values of its operands. */
  #value(at: number): string {
    const { nodes } = this.#law;
    const node = nodes[at];
    const sources = this.#sources;
    const name = (one: number): string => this.#name(one);
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
        return operationOf(node as OperationNode, nodes, name);
    }
  }

  #aim(nth: 0 | 1, column: AimColumn): string {
    const bits = this.#sources.aim(nth, column);
    if (column === 'found' || !aimsOf(this.#law)[nth].isOptional) return bits;
    return `select(0u, ${bits}, (${this.#sources.aim(nth, 'found')}) != 0u)`;
  }

  /** Sets the variables of a look before the walk. */
  #begin({ reductions, keys }: Pass, id: number): void {
    const { nodes } = this.#law;
    const lines = this.#lines;
    for (const at of reductions) {
      this.#share(at);
      const none = initialOf(nodes[at]);
      if (none !== undefined) lines.push(`${this.#name(at)} = ${none};`);
    }
    const own = (name: string, type: string, value: string): void => {
      this.#declarations.push(`var ${name}: ${type};`);
      lines.push(`${name} = ${value};`);
    };
    if (this.#counts(reductions)) own(this.#count(id), 'u32', '0u');
    for (const key of keys) {
      const { lowest, other } = this.#keyed(id, key);
      own(lowest, 'F', `fConst(${INFINITE}u)`);
      own(other, 'u32', '0u');
    }
    for (const rank of ranksOf(nodes, { reductions })) {
      const { keys: list, ids } = this.#ranked(id, rank);
      this.#declarations.push(
        `var ${list}: array<F, ${rank}>;`,
        `var ${ids}: array<u32, ${rank}>;`,
      );
      lines.push(`for (var k = 0u; k < ${rank}u; k++) {`);
      lines.push(`${list}[k] = fConst(${INFINITE}u);`, `${ids}[k] = 0xffffffffu;`, '}');
    }
  }

  #counts(reductions: readonly number[]): boolean {
    return reductions.some((at) => this.#law.nodes[at][0] === 'count');
  }

  #count(id: number): string {
    return `${this.#prefix}Count${id}`;
  }

  #keyed(id: number, key: number | 'squared') {
    const own = `${id}_${key}`;
    return { lowest: `${this.#prefix}Lowest${own}`, other: `${this.#prefix}Id${own}` };
  }

  #ranked(id: number, rank: number) {
    const own = `${id}_${rank}`;
    return { keys: `${this.#prefix}Keys${own}`, ids: `${this.#prefix}Ids${own}` };
  }

  #look(pass: Pass, id: number): LawLook {
    const { nodes } = this.#law;
    const { reductions } = pass;
    const ranks = ranksOf(nodes, pass);
    const cosine = nodes[pass.set][2] as number;
    const isAround = nodes[cosine][0] === 'number' && nodes[cosine][1] === -1;
    if (!isAround) this.#hasSight = true;
    const isChoosing = pass.keys.length > 0 || ranks.length > 0;
    const { guard, before, after } = guardedOf(nodes, pass);
    const lines = this.#lines;
    lines.push(`if (fLessEqual(offsetSquared, fOf(${this.#sources.squaredReach(pass.set)}))) {`);
    if (!isAround) lines.push(...this.#sight(pass.set), 'if (isSeen) {');
    this.#declare([
      ...[...before, ...after].flatMap((at) => operandsOf(nodes[at])),
      ...reductions.flatMap((at) => operandsOf(nodes[at])),
    ]);
    if (isChoosing) lines.push(`let otherId = ${this.#sources.other('id')};`);
    for (const at of before) lines.push(this.#define(at));
    if (guard !== undefined) lines.push(`if (${this.#name(guard)}) {`);
    for (const at of after) lines.push(this.#define(at));
    lines.push(...this.#reduced(reductions, id));
    for (const key of pass.keys) lines.push(...this.#chosen(reductions, key, id));
    for (const rank of ranks) lines.push(...ranked(rank, this.#ranked(id, rank)));
    if (guard !== undefined) lines.push('}');
    if (!isAround) lines.push('}');
    lines.push('}');
    return { set: pass.set, statements: this.#part() };
  }

  /** Writes what is known after the walk. */
  #end({ reductions }: Pass, id: number): void {
    const { nodes } = this.#law;
    for (const at of reductions) {
      const rank = rankOf(nodes, at);
      if (nodes[at][0] === 'count') {
        this.#lines.push(`${this.#name(at)} = fNumber(${this.#count(id)});`);
      }
      if (rank === undefined) continue;
      const { keys, ids } = this.#ranked(id, rank);
      const list = nodes[at][0] === 'rankId' ? ids : keys;
      this.#lines.push(`${this.#name(at)} = ${list}[${rank - 1}];`);
    }
  }

  /** Returns statements that find whether a neighbor is ahead. One on the agent's spot is always seen. */
  #sight(set: number): readonly string[] {
    const cosine = this.#sources.cosine(set);
    return [
      'var isSeen = true;',
      `if ((${cosine}) != ${wgslBits(-1)} && (fBits(offsetSquared) << 1u) != 0u) {`,
      'let along = fAdd(fAdd(fMul(offsetX, heading[0]), fMul(offsetY, heading[1])), fMul(offsetZ, heading[2]));',
      `isSeen = fLess(fMul(fOf(${cosine}), fSqrt(offsetSquared)), along);`,
      '}',
    ];
  }

  /** Returns statements that add a neighbor to the reductions of all neighbors. */
  #reduced(reductions: readonly number[], id: number): readonly string[] {
    const own = reductions.flatMap((at) => {
      const [reduction, , of] = this.#law.nodes[at] as readonly [string, number, number];
      const [to, value] = [this.#name(at), this.#name(of)];
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
    return this.#counts(reductions) ? [`${this.#count(id)} += 1u;`, ...own] : own;
  }

  /** Returns statements that take the values of a neighbor if its key is the lowest so far. */
  #chosen(reductions: readonly number[], key: number | 'squared', id: number): readonly string[] {
    const { nodes } = this.#law;
    const { lowest, other } = this.#keyed(id, key);
    const value = key === 'squared' ? 'offsetSquared' : this.#name(key);
    const own = reductions.filter((at) => keyOf(nodes[at]) === key);
    return [
      `if (fLess(${value}, ${lowest}) || (fEqual(${value}, ${lowest}) && otherId < ${other})) {`,
      `${lowest} = ${value};`,
      `${other} = otherId;`,
      ...own.map((at) => `${this.#name(at)} = ${this.#name(nodes[at].at(-1) as number)};`),
      '}',
    ];
  }
}

function isConstant([name]: NodeData): boolean {
  return name === 'number' || name === 'whole' || name === 'truth';
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

/** Returns statements that put a neighbor among the nearest so far. */
function ranked(
  rank: number,
  { keys, ids }: { readonly keys: string; readonly ids: string },
): readonly string[] {
  return [
    '{',
    `var k = ${rank}u;`,
    `while (k > 0u && (fLess(offsetSquared, ${keys}[k - 1u]) || (fEqual(offsetSquared, ${keys}[k - 1u]) && otherId < ${ids}[k - 1u]))) {`,
    `if (k < ${rank}u) { ${keys}[k] = ${keys}[k - 1u]; ${ids}[k] = ${ids}[k - 1u]; }`,
    'k -= 1u;',
    '}',
    `if (k < ${rank}u) { ${keys}[k] = offsetSquared; ${ids}[k] = otherId; }`,
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

function operationOf(
  [operation, ...operands]: OperationNode,
  nodes: readonly NodeData[],
  name: (at: number) => string,
): string {
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
