import { ExpressionError } from './law-error.ts';
import {
  type AimColumn,
  REDUCTIONS,
  type Reduction,
  type SelfColumn,
  type WorldValue,
} from './node.ts';
import { applyOperation, type Kind, OPERATIONS, type OperationName } from './operations.ts';

/** A node of an expression that is being built. */
export interface Part {
  readonly name: string;
  readonly kind: Kind | 'set';
  readonly operands: readonly Part[];
  /** The content of a leaf, which is a name or a number. */
  readonly of?: string | number;
  /** The agent or the neighbor to which the value belongs. Absent if the value is the same for all agents. */
  readonly scope?: Scope | undefined;
}

/**
 * The owner of a value: `AGENT`, or a symbol for a neighbor. Each call of a reduction, such as `sum`, makes its own
 * symbol for the neighbor.
 */
export type Scope = symbol;

export const AGENT: Scope = Symbol('agent');

/** A number, or an expression that yields one. */
export type FloatLike = number | FloatNode;
/** A whole number, or an expression that yields one. */
export type UintLike = number | UintNode;
export type BoolLike = boolean | BoolNode;

/**
 * An expression that is evaluated for each agent. Parts that are constant are computed when the expression is built.
 */
abstract class Node {
  readonly part: Part;

  constructor(part: Part) {
    this.part = part;
    Object.freeze(this);
  }

  [Symbol.toPrimitive](hint: string): never {
    return refuseArithmetic(hint);
  }
}

/**
 * Throws an error for arithmetic on expressions. Without this error, `a + b` would be NaN and `a < b` false for every
 * agent.
 */
function refuseArithmetic(hint: string): never {
  throw new ExpressionError(
    '',
    hint === 'string' ? 'an expression in a text' : 'an operator such as + or < on an expression',
    'a method of the expression, such as add or lessThan, or the function select',
  );
}

/**
 * An f32 number with a value for each agent. A method does exactly the operations that its description names. It rounds
 * to f32 after each operation.
 */
export class FloatNode extends Node {
  add(other: FloatLike): FloatNode {
    return floatOf('add', this, number('add', other));
  }
  sub(other: FloatLike): FloatNode {
    return floatOf('sub', this, number('sub', other));
  }
  mul(other: FloatLike): FloatNode {
    return floatOf('mul', this, number('mul', other));
  }
  /** Divides by `other`. The result is infinite or NaN if `other` is 0. */
  div(other: FloatLike): FloatNode {
    return floatOf('div', this, number('div', other));
  }
  min(other: FloatLike): FloatNode {
    return floatOf('min', this, number('min', other));
  }
  max(other: FloatLike): FloatNode {
    return floatOf('max', this, number('max', other));
  }
  /**
   * The remainder of the division by `other`: `this - other * floor(this / other)`. Even if `this` is negative, the
   * result is from 0 to `other`. It can equal `other` because of rounding.
   */
  mod(other: FloatLike): FloatNode {
    const step = number('mod', other);
    return this.sub(step.mul(this.div(step).floor()));
  }
  negate(): FloatNode {
    return floatOf('neg', this);
  }
  abs(): FloatNode {
    return floatOf('abs', this);
  }
  /** The square root; NaN for a negative number. */
  sqrt(): FloatNode {
    return floatOf('sqrt', this);
  }
  floor(): FloatNode {
    return floatOf('floor', this);
  }
  ceil(): FloatNode {
    return floatOf('ceil', this);
  }
  /** The sign: -1, 0 or 1. */
  sign(): FloatNode {
    return select(this.lessThan(0), -1, select(this.greaterThan(0), 1, 0));
  }
  clamp(low: FloatLike, high: FloatLike): FloatNode {
    return this.max(number('clamp', low)).min(number('clamp', high));
  }
  /** Interpolates between this number (share 0) and the number `other` (share 1): this + share * (other - this). */
  mix(other: FloatLike, share: FloatLike): FloatNode {
    return this.add(number('mix', share).mul(number('mix', other).sub(this)));
  }
  /**
   * A smooth step. The result is 0 up to `low`, and 1 from `high` on. In between, it is 3 t^2 - 2 t^3. Here t goes from
   * 0 to 1.
   */
  smoothstep(low: FloatLike, high: FloatLike): FloatNode {
    const begin = number('smoothstep', low);
    const t = this.sub(begin).div(number('smoothstep', high).sub(begin)).clamp(0, 1);
    return t.mul(t).mul(float(3).sub(t.mul(2)));
  }
  lessThan(other: FloatLike): BoolNode {
    return boolOf('less', this, number('lessThan', other));
  }
  lessThanEqual(other: FloatLike): BoolNode {
    return boolOf('lessEqual', this, number('lessThanEqual', other));
  }
  greaterThan(other: FloatLike): BoolNode {
    return number('greaterThan', other).lessThan(this);
  }
  greaterThanEqual(other: FloatLike): BoolNode {
    return number('greaterThanEqual', other).lessThanEqual(this);
  }
  equal(other: FloatLike): BoolNode {
    return boolOf('equal', this, number('equal', other));
  }
  notEqual(other: FloatLike): BoolNode {
    return this.equal(number('notEqual', other)).not();
  }
  /** The bits of the number in IEEE 754. For NaN they are always 0x7fc00000. */
  toBits(): UintNode {
    return uintOf('toBits', this);
  }
  /**
   * Rounds the number down to a whole number. Negative numbers and NaN become 0. Numbers that are too large become
   * 2^32 - 1.
   */
  toUint(): UintNode {
    return uintOf('toWhole', this);
  }
}

/**
 * A whole number (u32) with a value for each agent, such as an id, a species or random bits. Arithmetic wraps around at
 * 2^32.
 */
export class UintNode extends Node {
  add(other: UintLike): UintNode {
    return uintOf('addWhole', this, whole('add', other));
  }
  sub(other: UintLike): UintNode {
    return uintOf('subWhole', this, whole('sub', other));
  }
  mul(other: UintLike): UintNode {
    return uintOf('mulWhole', this, whole('mul', other));
  }
  /** The quotient, rounded down to a whole number. Division by 0 yields the dividend. */
  div(other: UintLike): UintNode {
    return uintOf('divWhole', this, whole('div', other));
  }
  /** The remainder of the division by `other`, from 0 to `other` - 1. Division by 0 gives the remainder 0. */
  mod(other: UintLike): UintNode {
    return uintOf('modWhole', this, whole('mod', other));
  }
  bitAnd(other: UintLike): UintNode {
    return uintOf('andBits', this, whole('bitAnd', other));
  }
  bitOr(other: UintLike): UintNode {
    return uintOf('orBits', this, whole('bitOr', other));
  }
  bitXor(other: UintLike): UintNode {
    return uintOf('xorBits', this, whole('bitXor', other));
  }
  shiftLeft(bits: number): UintNode {
    return uintOf('shiftLeft', this, shiftBits('shiftLeft', bits));
  }
  shiftRight(bits: number): UintNode {
    return uintOf('shiftRight', this, shiftBits('shiftRight', bits));
  }
  lessThan(other: UintLike): BoolNode {
    return boolOf('lessWhole', this, whole('lessThan', other));
  }
  lessThanEqual(other: UintLike): BoolNode {
    return this.greaterThan(whole('lessThanEqual', other)).not();
  }
  greaterThan(other: UintLike): BoolNode {
    return whole('greaterThan', other).lessThan(this);
  }
  greaterThanEqual(other: UintLike): BoolNode {
    return this.lessThan(whole('greaterThanEqual', other)).not();
  }
  equal(other: UintLike): BoolNode {
    return boolOf('equalWhole', this, whole('equal', other));
  }
  notEqual(other: UintLike): BoolNode {
    return this.equal(whole('notEqual', other)).not();
  }
  /** The f32 number that has the bits of this whole number. */
  fromBits(): FloatNode {
    return floatOf('fromBits', this);
  }
  /** Converts to the nearest f32. The result is exact up to 2^24. */
  toFloat(): FloatNode {
    return floatOf('toNumber', this);
  }
}

/** A boolean with a value for each agent. */
export class BoolNode extends Node {
  and(other: BoolLike): BoolNode {
    return boolOf('and', this, truth('and', other));
  }
  or(other: BoolLike): BoolNode {
    return boolOf('or', this, truth('or', other));
  }
  not(): BoolNode {
    return boolOf('not', this);
  }
}

/** Three numbers for each agent, such as a position, a velocity, a force or a direction. */
export class Vec3Node {
  readonly x: FloatNode;
  readonly y: FloatNode;
  readonly z: FloatNode;

  constructor(x: FloatNode, y: FloatNode, z: FloatNode) {
    this.x = x;
    this.y = y;
    this.z = z;
    Object.freeze(this);
  }

  [Symbol.toPrimitive](hint: string): never {
    return refuseArithmetic(hint);
  }

  add(other: Vec3Node): Vec3Node {
    const { x, y, z } = vector('add', other);
    return new Vec3Node(this.x.add(x), this.y.add(y), this.z.add(z));
  }
  sub(other: Vec3Node): Vec3Node {
    const { x, y, z } = vector('sub', other);
    return new Vec3Node(this.x.sub(x), this.y.sub(y), this.z.sub(z));
  }
  mul(scale: FloatLike): Vec3Node {
    const by = number('mul', scale);
    return new Vec3Node(this.x.mul(by), this.y.mul(by), this.z.mul(by));
  }
  div(divisor: FloatLike): Vec3Node {
    const by = number('div', divisor);
    return new Vec3Node(this.x.div(by), this.y.div(by), this.z.div(by));
  }
  negate(): Vec3Node {
    return new Vec3Node(this.x.negate(), this.y.negate(), this.z.negate());
  }
  /** The dot product. Products are added from left to right. */
  dot(other: Vec3Node): FloatNode {
    const { x, y, z } = vector('dot', other);
    return this.x.mul(x).add(this.y.mul(y)).add(this.z.mul(z));
  }
  cross(other: Vec3Node): Vec3Node {
    const { x, y, z } = vector('cross', other);
    return new Vec3Node(
      this.y.mul(z).sub(this.z.mul(y)),
      this.z.mul(x).sub(this.x.mul(z)),
      this.x.mul(y).sub(this.y.mul(x)),
    );
  }
  lengthSquared(): FloatNode {
    return this.dot(this);
  }
  length(): FloatNode {
    return this.lengthSquared().sqrt();
  }
  /** The unit vector in the direction of this vector; 0 for a vector of length 0. */
  normalize(): Vec3Node {
    return this.withLength(1);
  }
  /** The vector of the given length in the direction of this vector; 0 for a vector of length 0. */
  withLength(length: FloatLike): Vec3Node {
    const own = this.length();
    return this.mul(select(own.greaterThan(0), number('withLength', length).div(own), 0));
  }
  /** Interpolates between this vector (share 0) and the vector `other` (share 1): `this + share * (other - this)`. */
  mix(other: Vec3Node, share: FloatLike): Vec3Node {
    return this.add(vector('mix', other).sub(this).mul(number('mix', share)));
  }
}

/** Makes an expression of a number, rounded to f32. */
export function float(value: FloatLike): FloatNode {
  return number('float', value);
}

/** Makes an expression of a whole number from 0 to 2^32 - 1. */
export function uint(value: UintLike): UintNode {
  return whole('uint', value);
}

export function bool(value: BoolLike): BoolNode {
  return truth('bool', value);
}

/**
 * Converts an argument of a method or function to an expression. `where` is the name of that method or function, for
 * errors.
 */
export function number(where: string, value: FloatLike): FloatNode {
  if (value instanceof FloatNode) return value;
  if (typeof value !== 'number') throw new ExpressionError(where, typeNameOf(value), 'a number');
  return new FloatNode({ name: 'number', kind: 'f32', operands: [], of: Math.fround(value) });
}

export function whole(where: string, value: UintLike): UintNode {
  if (value instanceof UintNode) return value;
  if (typeof value !== 'number' || value >>> 0 !== value) {
    const found = typeof value === 'number' ? String(value) : typeNameOf(value);
    throw new ExpressionError(where, found, 'a whole number from 0 to 4294967295');
  }
  return new UintNode({ name: 'whole', kind: 'u32', operands: [], of: value });
}

export function truth(where: string, value: BoolLike): BoolNode {
  if (value instanceof BoolNode) return value;
  if (typeof value !== 'boolean') throw new ExpressionError(where, typeNameOf(value), 'a boolean');
  return new BoolNode({ name: 'truth', kind: 'bool', operands: [], of: value ? 1 : 0 });
}

function vector(where: string, value: Vec3Node): Vec3Node {
  if (value instanceof Vec3Node) return value;
  throw new ExpressionError(where, typeNameOf(value), 'a vector');
}

/** Checks and returns the number of bits of a shift. The number must be a constant. */
function shiftBits(where: string, bits: number): UintNode {
  const by: unknown = bits;
  const known = by instanceof UintNode && by.part.name === 'whole' ? by.part.of : by;
  if (typeof known === 'number' && known >>> 0 === known && known < 32) return whole(where, known);
  const found = typeof known === 'number' ? String(known) : typeNameOf(by);
  throw new ExpressionError(where, found, 'a plain number from 0 to 31');
}

/** Makes a vector of three numbers. */
export function vec3(x: FloatLike, y: FloatLike, z: FloatLike): Vec3Node {
  return new Vec3Node(number('vec3', x), number('vec3', y), number('vec3', z));
}

/** Makes a vector. The function `of` returns each component. */
export function axes(of: (axis: 'x' | 'y' | 'z') => FloatNode): Vec3Node {
  return new Vec3Node(of('x'), of('y'), of('z'));
}

/** Returns `yes` for agents for which the condition is true, and otherwise `no`. Both are computed for every agent. */
export function select(condition: BoolLike, yes: FloatLike, no: FloatLike): FloatNode;
export function select(condition: BoolLike, yes: UintNode, no: UintLike): UintNode;
export function select(condition: BoolLike, yes: Vec3Node, no: Vec3Node): Vec3Node;
export function select(
  condition: BoolLike,
  yes: FloatLike | UintNode | Vec3Node,
  no: FloatLike | UintLike | Vec3Node,
): FloatNode | UintNode | Vec3Node {
  const holds = truth('select', condition);
  if (yes instanceof Vec3Node) {
    const { x, y, z } = vector('select', no as Vec3Node);
    return new Vec3Node(
      floatOf('select', holds, yes.x, x),
      floatOf('select', holds, yes.y, y),
      floatOf('select', holds, yes.z, z),
    );
  }
  if (yes instanceof UintNode) {
    return uintOf('selectWhole', holds, yes, whole('select', no as UintLike));
  }
  if (typeof yes === 'number' && yes >>> 0 === yes && no instanceof UintNode) {
    const found = `the number ${yes}, but the other value is an expression that gives a whole number`;
    throw new ExpressionError('select', found, `uint(${yes})`);
  }
  return floatOf('select', holds, number('select', yes), number('select', no as FloatLike));
}

/** Returns the type of a value, in words that the author of a law understands. */
export function typeNameOf(value: unknown): string {
  if (value instanceof FloatNode) return 'an expression of a number';
  if (value instanceof UintNode) return 'an expression of a whole number';
  if (value instanceof BoolNode) return 'a boolean expression';
  if (value instanceof Vec3Node) return 'an expression of a vector';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return value instanceof Promise ? 'a promise' : TYPE_NAMES[typeof value];
}

const TYPE_NAMES = {
  undefined: 'nothing',
  object: 'an object',
  boolean: 'a boolean',
  number: 'a number',
  bigint: 'a bigint',
  string: 'a text',
  symbol: 'a symbol',
  function: 'a function',
} as const;

export function leaf(
  name: 'parameter' | 'world' | 'self' | 'aim' | 'second',
  of: string,
  kind: Kind,
): Part {
  const isShared = name === 'parameter' || name === 'world';
  return { name, kind, operands: [], of, scope: isShared ? undefined : AGENT };
}

export function reduction(name: Reduction, set: Part, ...operands: Part[]): Part {
  return { name, kind: REDUCTIONS[name].result, operands: [set, ...operands], scope: AGENT };
}

function floatOf(name: OperationName, ...operands: Node[]): FloatNode {
  return new FloatNode(operation(name, operands));
}

function uintOf(name: OperationName, ...operands: Node[]): UintNode {
  return new UintNode(operation(name, operands));
}

function boolOf(name: OperationName, ...operands: Node[]): BoolNode {
  return new BoolNode(operation(name, operands));
}

const LEAF_OF = { f32: 'number', u32: 'whole', bool: 'truth' } as const;

/**
 * Makes an expression of an operation. If all operands are constants, the result is computed at once, with the
 * arithmetic of the evaluator.
 */
function operation(name: OperationName, operands: readonly Node[]): Part {
  const { result } = OPERATIONS[name];
  const parts = operands.map(({ part }) => part);
  if (parts.every(isKnown)) {
    const [a, b, c] = parts.map(({ of }) => of as number);
    return { name: LEAF_OF[result], kind: result, operands: [], of: applyOperation(name, a, b, c) };
  }
  return { name, kind: result, operands: parts, scope: scopeOf(parts) };
}

/**
 * Returns the scope of a value that is made of several parts. Parts that belong to two different neighbors cannot be
 * combined.
 */
export function scopeOf(parts: readonly Part[]): Scope | undefined {
  let found: Scope | undefined;
  for (const { scope } of parts) {
    if (scope === undefined || scope === found) continue;
    if (found === undefined || found === AGENT) found = scope;
    else if (scope !== AGENT) throw new ExpressionError('', 'values of two neighbors', OF_ONE);
  }
  return found;
}

const OF_ONE =
  'values of one neighbor, because a reduction passes one neighbor at a time to its function';

function isKnown({ name }: Part): boolean {
  return name === 'number' || name === 'whole' || name === 'truth';
}

export type { AimColumn, SelfColumn, WorldValue };
