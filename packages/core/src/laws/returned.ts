import { canHoldOptions } from '../errors.ts';
import type { ColumnType } from '../schema/column-types.ts';
import type { LawColumns } from './column-nodes.ts';
import {
  AGENT,
  BoolNode,
  FloatNode,
  float,
  type Part,
  typeNameOf,
  UintNode,
  uint,
  Vec3Node,
} from './expressions.ts';
import { LAW_LIMITS, type LawResult } from './law.ts';
import { ExpressionError, LawError, lawName } from './law-error.ts';

/**
 * This file reads what the functions of a law return. `ask` calls such a function. Each reader throws a LawError that
 * names the function and the wrong part of its result.
 */

/** Expressions for the values of columns. A number has one expression, and a vector has three. */
export type ColumnParts = readonly { readonly column: string; readonly parts: readonly Part[] }[];

/** The expressions that a law returns for a birth. */
export interface BirthParts {
  readonly when: Part;
  readonly position: readonly Part[];
  readonly velocity: readonly Part[];
  /** The column values that the law gives to the child; undefined if it gives none. */
  readonly columns: ColumnParts | undefined;
}

/**
 * Reads the expressions that a law returns for the next values of columns. Keeps the order in which the law gives them.
 */
export function nextOf(name: string, columns: LawColumns, ask: () => unknown): ColumnParts {
  const law = lawName(name);
  return columnPartsOf(law, 'next', columns, asked(law, 'next', AN_OBJECT, ask));
}

/** Reads the boolean expression that a law returns from `ends`. The expression is true if the agent's life ends. */
export function endsOf(name: string, ask: () => unknown): Part {
  const law = lawName(name);
  return truthOf(law, 'ends', asked(law, 'ends', A_TRUTH, ask));
}

/** Reads the births that a law returns, in the order in which the law lists them. */
export function birthsOf(
  name: string,
  columns: LawColumns,
  ask: () => unknown,
): readonly BirthParts[] {
  const law = lawName(name);
  const found = asked(law, 'births', A_LIST, ask);
  if (!Array.isArray(found)) throw new LawError(law, 'births', typeNameOf(found), A_LIST);
  if (found.length < 1 || found.length > LAW_LIMITS.births) {
    throw new LawError(law, 'births', `a list of ${found.length}`, A_LIST);
  }
  return found.map((birth: unknown, k) => birthOf(law, `births.${k}`, columns, birth));
}

/** Reads what the function `deposit` of a law returns: a deposit for each scalar field, by name. Keeps their order. */
export function depositsOf(
  name: string,
  ask: () => unknown,
): readonly { readonly field: string; readonly part: Part }[] {
  const law = lawName(name);
  const found = asked(law, 'deposit', DEPOSITS, ask);
  if (!canHoldOptions(found)) throw new LawError(law, 'deposit', typeNameOf(found), DEPOSITS);
  return Object.entries(found as object).map(([field, value]: [string, unknown]) => {
    const [part] = partsOf(law, `deposit.${field}`, 'f32', value);
    return { field, part };
  });
}

const DEPOSITS = 'an object with an expression for the deposit into each field, by name';

const BIRTH_KEYS = ['when', 'position', 'velocity', 'columns'];

function birthOf(law: string, where: string, declared: LawColumns, birth: unknown): BirthParts {
  if (!canHoldOptions(birth)) throw new LawError(law, where, typeNameOf(birth), A_BIRTH);
  const unknown = Object.keys(birth as object).find((key) => !BIRTH_KEYS.includes(key));
  if (unknown !== undefined) {
    const expected = `one of ${BIRTH_KEYS.join(', ')}`;
    throw new LawError(law, `${where}.${unknown}`, 'an unknown key', expected);
  }
  const { when, position, velocity, columns } = birth as Readonly<Record<string, unknown>>;
  const vector = (key: string, value: unknown): readonly Part[] =>
    value === undefined ? [] : partsOf(law, `${where}.${key}`, 'vec3', value);
  return {
    when: truthOf(law, `${where}.when`, when),
    position: vector('position', position),
    velocity: vector('velocity', velocity),
    columns:
      columns === undefined ? undefined : columnPartsOf(law, `${where}.columns`, declared, columns),
  };
}

function truthOf(law: string, where: string, found: unknown): Part {
  if (!(found instanceof BoolNode)) throw new LawError(law, where, typeNameOf(found), A_TRUTH);
  refuseNeighbors(law, where, [found]);
  return found.part;
}

function columnPartsOf(
  law: string,
  within: string,
  columns: LawColumns,
  found: unknown,
): ColumnParts {
  if (!canHoldOptions(found)) throw new LawError(law, within, typeNameOf(found), AN_OBJECT);
  return Object.entries(found as object).map(([column, value]: [string, unknown]) => {
    const where = `${within}.${column}`;
    if (!Object.hasOwn(columns, column)) {
      const declared = Object.keys(columns);
      const expected =
        declared.length === 0
          ? 'no columns; the law declares none'
          : `one of ${declared.join(', ')}`;
      throw new LawError(law, where, 'no such column', expected);
    }
    return { column, parts: partsOf(law, where, columns[column].type, value) };
  });
}

function partsOf(law: string, where: string, type: ColumnType, value: unknown): readonly Part[] {
  const nodes = ((): readonly (FloatNode | UintNode)[] => {
    if (type === 'vec3' && value instanceof Vec3Node) return [value.x, value.y, value.z];
    if (type === 'u32' && value instanceof UintNode) return [value];
    if (type === 'f32' && value instanceof FloatNode) return [value];
    if (type === 'u32' && typeof value === 'number') {
      return [asked(law, where, OF_TYPE.u32, () => uint(value)) as UintNode];
    }
    if (type === 'f32' && typeof value === 'number') return [float(value)];
    throw new LawError(law, where, typeNameOf(value), OF_TYPE[type]);
  })();
  refuseNeighbors(law, where, nodes);
  return nodes.map(({ part }) => part);
}

const A_TRUTH = 'a boolean expression, such as the result of lessThan() or and()';
const A_LIST = `a list of 1 to ${LAW_LIMITS.births} births`;
const A_BIRTH = 'an object with "when", and optionally "position", "velocity" and "columns"';
const AN_OBJECT = 'an object with an expression for the value of each column, by name';
const OF_TYPE = {
  f32: 'an expression of a number',
  u32: 'an expression of a whole number, such as the result of toUint()',
  vec3: 'an expression of a vector',
} as const;

/** Calls a function of a law and returns its result. An error that the function throws becomes a LawError. */
function asked(law: string, result: string, expected: string, ask: () => unknown): unknown {
  try {
    return ask();
  } catch (error) {
    if (error instanceof LawError) throw error;
    throw error instanceof ExpressionError
      ? new LawError(law, placeOf(result, error), error.found, error.expected, error)
      : thrown(law, result, expected, error);
  }
}

/** Reads the force, velocity, or wanted direction that a law returns. */
export function vectorOf(
  name: string,
  result: LawResult | 'wants',
  steer: () => unknown,
): Vec3Node {
  const law = lawName(name);
  const found = asked(law, result, A_VECTOR, steer);
  if (!(found instanceof Vec3Node)) {
    throw new LawError(law, result, typeNameOf(found), A_VECTOR);
  }
  refuseNeighbors(law, result, [found.x, found.y, found.z]);
  return found;
}

function refuseNeighbors(
  law: string,
  where: string,
  nodes: readonly (FloatNode | UintNode | BoolNode)[],
): void {
  if (nodes.every(({ part: { scope } }) => scope === undefined || scope === AGENT)) return;
  const expected = 'a value of the agent itself, such as a sum over its neighbors';
  throw new LawError(law, where, 'a value of one neighbor, outside its function', expected);
}

const A_VECTOR = 'an expression of a vector';

function placeOf(result: string, { where }: ExpressionError): string {
  return where === '' ? result : `${result}: ${where}`;
}

/** If a function of a law throws an error, at most this many characters of the error's message are shown. */
const LONGEST_MESSAGE = 500;

function thrown(law: string, result: string, expected: string, error: unknown): LawError {
  const message = error instanceof Error ? error.message : String(error);
  const isLong = message.length > LONGEST_MESSAGE;
  const shown = JSON.stringify(isLong ? `${message.slice(0, LONGEST_MESSAGE)}...` : message);
  return new LawError(law, result, `the error ${shown}`, expected, error, `threw ${shown}`);
}
