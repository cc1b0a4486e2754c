import { show } from '../errors.ts';
import { planeNamesOf } from '../schema/column-types.ts';
import { isFieldPart } from './field-nodes.ts';
import { type AimKind, LAW_LIMITS, type Law } from './law.ts';
import { LawError, lawName } from './law-error.ts';
import { type LawForm, lawSchema } from './law-schema.ts';
import {
  AIM_COLUMNS,
  type DeclaredKinds,
  declaredKindsOf,
  kindOf,
  MAX_NEAREST,
  type NodeData,
  type NodeKind,
  OTHER_COLUMNS,
  REDUCTIONS,
  SELF_COLUMNS,
  UNWRITABLE,
  WORLD_VALUES,
} from './node.ts';
import { OPERATIONS, type OperationName } from './operations.ts';
import { scheduleOf } from './schedule.ts';

type RawNode = readonly (string | number)[];

/**
 * Checks a law that comes from outside: its form, and each of its nodes.
 *
 * @throws LawError LAW_INVALID if the law is refused. The error names the law and the node or key. It also says what
 * was found and what was expected
 */
export function readLaw(input: unknown): Law {
  return checkNodes(checkForm(input));
}

/**
 * Checks the nodes of a law that has the right form.
 *
 * @throws LawError LAW_INVALID with the node, what was found and what was expected
 */
export function checkNodes(law: LawForm): Law {
  checkParameterNames(law);
  const nodes = new NodeCheck(law);
  law.nodes.forEach((node, index) => {
    nodes.check(node, index);
  });
  nodes.checkResult();
  checkWalks(law as unknown as Law);
  return law as unknown as Law;
}

/**
 * Refuses a law that would make too much code. Each walk over neighbors has its own copy of the nodes that it needs. So
 * even a law with few nodes can make much code.
 */
function checkWalks(law: Law): void {
  const passes = scheduleOf(law).flatMap((level) => level.passes);
  const walked = passes.reduce((sum, { pairs }) => sum + pairs.length, 0);
  if (walked <= LAW_LIMITS.walked) return;
  const found = `${walked} nodes that are computed per neighbor, in ${passes.length} walks over neighbors`;
  throw new LawError(lawName(law.name), 'nodes', found, `at most ${LAW_LIMITS.walked} such nodes`);
}

/** Keys that a behavior can have, whatever its law is. Parameters cannot have these names. */
const KEYS: readonly string[] = ['type', 'species', 'states'];
/**
 * For each kind of aim that a law can have: the additional keys of the law's behaviors. A behavior with an aim acts
 * only if the distance to the aim is between `from` and `to`.
 */
const KEYS_OF_AIM: Readonly<Record<AimKind, readonly string[]>> = {
  none: [],
  one: ['target', 'quarry', 'choose', 'sight', 'from', 'to', 'assignable'],
  two: ['target', 'quarry', 'second', 'choose', 'sight', 'from', 'to', 'assignable'],
  goal: ['from', 'to'],
  path: ['path', 'prediction', 'from', 'to'],
  waypoint: ['path', 'switchDistance', 'end', 'from', 'to'],
};

function checkParameterNames({ name: law, aim, parameters, births }: LawForm): void {
  const keys = [...KEYS, ...(births === undefined ? [] : ['offspring']), ...KEYS_OF_AIM[aim]];
  const name = Object.keys(parameters).find((parameter) => keys.includes(parameter));
  if (name === undefined) return;
  const where = aim === 'none' ? '' : ` in a law with aim "${aim}"`;
  const expected = `a name other than ${keys.join(', ')}${where}`;
  throw new LawError(lawName(law), `parameters.${name}`, show(name), expected);
}

function checkForm(input: unknown): LawForm {
  const parsed = lawSchema.safeParse(input, { reportInput: true });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const law = lawName((input as { name?: unknown } | null | undefined)?.name);
  const path = issue.path.join('.');
  if (issue.code === 'unrecognized_keys') {
    const [key] = issue.keys;
    throw new LawError(law, path === '' ? key : `${path}.${key}`, 'an unknown key', issue.message);
  }
  // The reason why a key is refused is one level deeper.
  const { message } = issue.code === 'invalid_key' ? issue.issues[0] : issue;
  throw new LawError(law, path, show(issue.input), message);
}

/** The scope of a node that belongs to the agent, and not to a neighbor in a set. */
const OF_AGENT = -1;

class NodeCheck {
  readonly #law: LawForm;
  readonly #kinds: NodeKind[] = [];
  /**
   * The scope of each node. A `neighbors` node makes a set of neighbors. If a node belongs to a neighbor in this set,
   * its scope is the index of the `neighbors` node. All other nodes have the scope OF_AGENT.
   */
  readonly #scopes: number[] = [];
  /** The nodes whose values are the same for all agents of a behavior. */
  readonly #uniform = new Set<number>();
  readonly #needed = new Set<number>();
  readonly #declared: DeclaredKinds;
  readonly #seen = new Map<string, number>();
  #sets = 0;
  #reductions = 0;
  #readings = 0;

  constructor(law: LawForm) {
    this.#law = law;
    this.#declared = declaredKindsOf(law.columns);
  }

  check(node: RawNode, index: number): void {
    const key = node.join(' ');
    const same = this.#seen.get(key);
    if (same !== undefined) this.#refuse(index, `the same as node ${same}`, 'each node once');
    this.#seen.set(key, index);
    this.#scopes.push(this.#scopeOf(node, index));
    this.#kinds.push(kindOf(node as unknown as NodeData, this.#declared));
    if (this.#isUniform(node)) this.#uniform.add(index);
  }

  #isUniform([name, ...operands]: RawNode): boolean {
    if (['number', 'whole', 'truth', 'parameter', 'world'].includes(String(name))) return true;
    const isOperation = Object.hasOwn(OPERATIONS, name);
    return isOperation && operands.every((at) => this.#uniform.has(at as number));
  }

  /**
   * Checks the results, after all nodes are checked. No result may be a value of a neighbor, and every node must be
   * needed for a result.
   */
  checkResult(): void {
    const { vector, wants = [], nodes } = this.#law;
    [...vector, ...wants].forEach((at, k) => {
      const kind = this.#kinds[at];
      if (kind !== 'f32' || this.#scopes[at] !== OF_AGENT) {
        const whose = this.#scopes[at] === OF_AGENT ? '' : ' of a neighbor';
        const found =
          kind === undefined ? `node ${at} of ${nodes.length}` : `node ${at}: ${kind}${whose}`;
        const where = k < vector.length ? `vector.${k}` : `wants.${k - vector.length}`;
        this.#fail(where, found, 'a number node of the agent itself');
      }
      this.#needed.add(at);
    });
    this.#checkColumns('next', this.#law.next);
    this.#checkLives();
    for (const [field, at] of Object.entries(this.#law.deposit ?? {})) {
      this.#checkOwn(`deposit.${field}`, at, 'f32');
    }
    const spare = nodes.findIndex((_, index) => !this.#needed.has(index));
    if (spare >= 0) this.#refuse(spare, 'a node that no result needs', 'no such node');
  }

  /**
   * Checks the nodes of column values. Each node must be of the kind that its column needs, and must belong to the
   * agent itself, not to a neighbor.
   */
  #checkColumns(within: string, values: LawForm['next'] = {}): void {
    const { columns = {} } = this.#law;
    for (const [name, places] of Object.entries(values)) {
      const where = `${within}.${name}`;
      const column = Object.hasOwn(columns, name) ? columns[name] : undefined;
      if (column === undefined) {
        const declared = Object.keys(columns);
        const expected =
          declared.length === 0
            ? 'no columns; the law declares none'
            : `one of ${declared.join(', ')}`;
        this.#fail(where, 'no such column', expected);
      }
      const nodes = [places].flat();
      const planes = planeNamesOf(name, column.type);
      if (nodes.length !== planes.length) {
        this.#fail(where, `${nodes.length} nodes`, `${planes.length}`);
      }
      for (const at of nodes) this.#checkOwn(where, at, column.type === 'u32' ? 'u32' : 'f32');
    }
  }

  /** Checks the node that decides whether an agent's life ends, and the nodes of births. */
  #checkLives(): void {
    const { ends, births = [] } = this.#law;
    if (ends !== undefined) this.#checkOwn('ends', ends, 'bool');
    births.forEach(({ when, position = [], velocity = [], columns }, k) => {
      this.#checkOwn(`births.${k}.when`, when, 'bool');
      for (const at of position) this.#checkOwn(`births.${k}.position`, at, 'f32');
      for (const at of velocity) this.#checkOwn(`births.${k}.velocity`, at, 'f32');
      this.#checkColumns(`births.${k}.columns`, columns);
    });
  }

  /** Checks that a node has the wanted kind, and belongs to the agent alone. */
  #checkOwn(where: string, at: number, wanted: NodeKind): void {
    if (this.#kinds[at] !== wanted || this.#scopes[at] !== OF_AGENT) {
      const found = this.#kinds[at] === undefined ? '' : `: ${this.#kinds[at]}`;
      this.#fail(
        where,
        `node ${at}${found}`,
        `a node of kind ${wanted} that belongs to the agent itself`,
      );
    }
    this.#needed.add(at);
  }

  /**
   * Checks the operands of a node, and returns the scope of the node. If the node belongs to a neighbor, the scope is
   * the index of the `neighbors` node. Otherwise it is OF_AGENT.
   */
  #scopeOf(node: RawNode, index: number): number {
    const [name, ...rest] = node;
    switch (name) {
      case 'number':
        return this.#number(rest, index);
      case 'whole':
        this.#expect(index, rest, isWhole, 'a whole number from 0 to 4294967295');
        return OF_AGENT;
      case 'truth':
        this.#expect(index, rest, (value) => value === 0 || value === 1, '0 or 1');
        return OF_AGENT;
      case 'parameter':
        return this.#named(index, rest, this.#law.parameters);
      case 'world':
        return this.#named(index, rest, WORLD_VALUES);
      case 'self':
        return this.#named(index, rest, { ...SELF_COLUMNS, ...this.#declared });
      case 'aim':
        if (this.#law.aim === 'none') this.#refuse(index, 'an aim', 'a law with an aim');
        return this.#named(index, rest, AIM_COLUMNS);
      case 'second':
        if (this.#law.aim !== 'two') {
          this.#refuse(index, 'a second aim', 'a law with aim "two"');
        }
        return this.#named(index, rest, AIM_COLUMNS);
      case 'neighbors':
        if (++this.#sets > LAW_LIMITS.sets) {
          const found = this.#count((one) => one === 'neighbors');
          this.#refuse(index, `${found} sets of neighbors`, `at most ${LAW_LIMITS.sets}`);
        }
        this.#operands(index, rest, ['f32', 'f32']);
        if (rest.every((at) => this.#uniform.has(at as number))) return OF_AGENT;
        return this.#refuse(
          index,
          'a radius or cosine that differs between agents',
          'a value that is the same for all agents',
        );
      case 'field':
        return this.#reading(index, rest);
      case 'other':
        this.#operands(index, rest.slice(0, 1), ['set']);
        this.#named(index, rest.slice(1), { ...OTHER_COLUMNS, ...this.#declared });
        return rest[0] as number;
      default:
        return this.#reductionOrOperation(index, String(name), rest);
    }
  }

  /**
   * Checks a node that reads a field. The position must be three numbers. Each number belongs to the agent or to a
   * neighbor. If several numbers belong to neighbors, these neighbors must be of the same set.
   */
  #reading(index: number, rest: RawNode): number {
    if (++this.#readings > LAW_LIMITS.readings) {
      const found = this.#count((name) => name === 'field');
      this.#refuse(index, `${found} readings of fields`, `at most ${LAW_LIMITS.readings}`);
    }
    const of = rest[3];
    if (rest.length !== 4 || typeof of !== 'string' || !isFieldPart(of)) {
      this.#refuse(index, rest.slice(3).map(show).join(', '), 'the name of a field');
    }
    const scopes = this.#operands(index, rest.slice(0, 3), ['f32', 'f32', 'f32']);
    return this.#commonScope(index, scopes);
  }

  #reductionOrOperation(index: number, name: string, rest: RawNode): number {
    if (Object.hasOwn(REDUCTIONS, name)) {
      this.#reduce(index);
      const { operands } = REDUCTIONS[name as keyof typeof REDUCTIONS];
      const [, ...scopes] = this.#operands(index, rest, ['set', ...operands]);
      const [set] = rest as readonly number[];
      if (name.startsWith('rank')) this.#rankIsKnown(index, rest);
      const other = scopes.find((scope) => scope !== OF_AGENT && scope !== set);
      if (other === undefined) return OF_AGENT;
      this.#refuse(
        index,
        `a value of a neighbor from the set that node ${other} makes`,
        `a value of a neighbor from the set that node ${set} makes`,
      );
    }
    if (!Object.hasOwn(OPERATIONS, name)) {
      this.#refuse(index, show(this.#law.nodes[index][0]), 'an operation that this version knows');
    }
    const operands = OPERATIONS[name as OperationName].operands;
    if (name === 'shiftLeft' || name === 'shiftRight') this.#shiftIsKnown(index, rest);
    return this.#commonScope(index, this.#operands(index, rest, operands));
  }

  /** Returns the scope of a node, given the scopes of its operands. */
  #commonScope(index: number, scopes: readonly number[]): number {
    const sets = scopes.filter((scope) => scope !== OF_AGENT);
    if (sets.some((set) => set !== sets[0])) {
      this.#refuse(index, 'neighbors of two sets', 'neighbors of one set');
    }
    return sets[0] ?? OF_AGENT;
  }

  #rankIsKnown(index: number, [, at]: RawNode): void {
    const [name, rank] = this.#law.nodes[at as number] ?? [];
    if (name === 'whole' && (rank as number) >= 1 && (rank as number) <= MAX_NEAREST) return;
    const found = name === 'whole' ? `the rank ${rank}` : `a rank computed by node ${show(at)}`;
    this.#refuse(index, found, `a constant from 1 to ${MAX_NEAREST}`);
  }

  #shiftIsKnown(index: number, [, at]: RawNode): void {
    const [name, bits] = this.#law.nodes[at as number] ?? [];
    if (name === 'whole' && (bits as number) < 32) return;
    this.#refuse(
      index,
      `a shift by the computed value of node ${show(at)}`,
      'a shift by a constant from 0 to 31',
    );
  }

  #reduce(index: number): void {
    if (++this.#reductions <= LAW_LIMITS.reductions) return;
    const found = this.#count((name) => Object.hasOwn(REDUCTIONS, name));
    this.#refuse(index, `${found} reductions`, `at most ${LAW_LIMITS.reductions}`);
  }

  #count(isCounted: (name: string) => boolean): number {
    return this.#law.nodes.filter(([name]) => isCounted(String(name))).length;
  }

  /** Checks that the operands are earlier nodes of the given kinds. Returns their scopes. */
  #operands(index: number, rest: RawNode, kinds: readonly NodeKind[]): number[] {
    if (rest.length !== kinds.length) {
      this.#refuse(index, `${rest.length} operands`, `${kinds.length}`);
    }
    return rest.map((at, k) => {
      if (!isWhole(at) || at >= index) {
        this.#refuse(index, `operand ${show(at)}`, 'the number of an earlier node');
      }
      if (this.#kinds[at] !== kinds[k]) {
        this.#refuse(index, `node ${at}: ${this.#kinds[at]}`, `a node of kind ${kinds[k]}`);
      }
      this.#needed.add(at);
      return this.#scopes[at];
    });
  }

  #number(rest: RawNode, index: number): number {
    const isF32 = (value: string | number): boolean =>
      typeof value === 'number'
        ? Number.isFinite(value) && Math.fround(value) === value && !Object.is(value, -0)
        : (UNWRITABLE as readonly string[]).includes(value);
    this.#expect(index, rest, isF32, `an f32, or one of ${UNWRITABLE.join(', ')}`);
    return OF_AGENT;
  }

  #named(index: number, rest: RawNode, names: Readonly<Record<string, unknown>>): number {
    const known = Object.keys(names);
    const expected =
      known.length === 0 ? 'no such node; the law declares none' : `one of ${known.join(', ')}`;
    const isKnown = (value: string | number) =>
      typeof value === 'string' && Object.hasOwn(names, value);
    this.#expect(index, rest, isKnown, expected);
    return OF_AGENT;
  }

  #expect(
    index: number,
    rest: RawNode,
    isSound: (value: string | number) => boolean,
    expected: string,
  ): void {
    if (rest.length !== 1 || !isSound(rest[0]))
      this.#refuse(index, rest.map(show).join(', '), expected);
  }

  #refuse(index: number, found: string, expected: string): never {
    return this.#fail(`nodes.${index} (${show(this.#law.nodes[index][0])})`, found, expected);
  }

  #fail(where: string, found: string, expected: string): never {
    throw new LawError(lawName(this.#law.name), where, found, expected);
  }
}

function isWhole(value: string | number): value is number {
  return typeof value === 'number' && value >>> 0 === value && !Object.is(value, -0);
}
