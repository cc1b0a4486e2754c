import {
  type AimColumn,
  REDUCTIONS,
  type Reduction,
  type SelfColumn,
  type WorldValue,
} from './node.ts';
import { applyOperation, type Kind, OPERATIONS, type OperationName } from './operations.ts';

/** A node of an expression that is being built; `number` is that of a leaf that is known. */
export interface Part {
  readonly name: string;
  readonly kind: Kind | 'set';
  readonly operands: readonly Part[];
  /** What a leaf is of: a name, or a number. */
  readonly of?: string | number;
}

/** A number, or an expression of one. */
export type FloatLike = number | FloatNode;
/** A whole number, or an expression of one. */
export type UintLike = number | UintNode;
export type BoolLike = boolean | BoolNode;

/** An expression: what will be computed for each agent, as far as it cannot be computed at once. */
abstract class Node {
  readonly part: Part;

  constructor(part: Part) {
    this.part = part;
  }

  [Symbol.toPrimitive](): never {
    return refuseArithmetic();
  }
}

/** In `a + b` and `a < b` an expression would be NaN or false, for every agent. */
function refuseArithmetic(): never {
  throw new TypeError(
    'An expression of a law is no number yet: use its methods, such as add and lessThan, and select.',
  );
}

/** A number of each agent, f32. Every method rounds once for each operation it names. */
export class FloatNode extends Node {
  add(other: FloatLike): FloatNode {
    return floatOf('add', this, float(other));
  }
  sub(other: FloatLike): FloatNode {
    return floatOf('sub', this, float(other));
  }
  mul(other: FloatLike): FloatNode {
    return floatOf('mul', this, float(other));
  }
  /** Infinite, or NaN, where `other` is 0. */
  div(other: FloatLike): FloatNode {
    return floatOf('div', this, float(other));
  }
  min(other: FloatLike): FloatNode {
    return floatOf('min', this, float(other));
  }
  max(other: FloatLike): FloatNode {
    return floatOf('max', this, float(other));
  }
  /**
   * What is left of it by whole steps of `other`: this - other x floor(this / other). From 0 to `other` for any
   * sign of this; rounding may reach `other`.
   */
  mod(other: FloatLike): FloatNode {
    const step = float(other);
    return this.sub(step.mul(this.div(step).floor()));
  }
  negate(): FloatNode {
    return floatOf('neg', this);
  }
  abs(): FloatNode {
    return floatOf('abs', this);
  }
  /** NaN of what is negative. */
  sqrt(): FloatNode {
    return floatOf('sqrt', this);
  }
  floor(): FloatNode {
    return floatOf('floor', this);
  }
  ceil(): FloatNode {
    return floatOf('ceil', this);
  }
  /** -1, 0 or 1. */
  sign(): FloatNode {
    return select(this.lessThan(0), -1, select(this.greaterThan(0), 1, 0));
  }
  clamp(low: FloatLike, high: FloatLike): FloatNode {
    return this.max(low).min(high);
  }
  /** From this to `other` by `share`: this + share x (other - this). */
  mix(other: FloatLike, share: FloatLike): FloatNode {
    return this.add(float(share).mul(float(other).sub(this)));
  }
  /** 0 up to `low`, 1 from `high` on, and 3 t^2 - 2 t^3 between. */
  smoothstep(low: FloatLike, high: FloatLike): FloatNode {
    const t = this.sub(low).div(float(high).sub(low)).clamp(0, 1);
    return t.mul(t).mul(float(3).sub(t.mul(2)));
  }
  lessThan(other: FloatLike): BoolNode {
    return boolOf('less', this, float(other));
  }
  lessThanEqual(other: FloatLike): BoolNode {
    return boolOf('lessEqual', this, float(other));
  }
  greaterThan(other: FloatLike): BoolNode {
    return float(other).lessThan(this);
  }
  greaterThanEqual(other: FloatLike): BoolNode {
    return float(other).lessThanEqual(this);
  }
  equal(other: FloatLike): BoolNode {
    return boolOf('equal', this, float(other));
  }
  notEqual(other: FloatLike): BoolNode {
    return this.equal(other).not();
  }
  /** Its bits as IEEE 754 has them; of NaN always 0x7fc00000. */
  toBits(): UintNode {
    return uintOf('toBits', this);
  }
  /** Without its fraction; 0 for what is negative or NaN, 2^32 - 1 for what is too large. */
  toUint(): UintNode {
    return uintOf('toWhole', this);
  }
}

/** A whole number of each agent, u32: an id, a species, random bits. It wraps round at 2^32. */
export class UintNode extends Node {
  add(other: UintLike): UintNode {
    return uintOf('addWhole', this, uint(other));
  }
  sub(other: UintLike): UintNode {
    return uintOf('subWhole', this, uint(other));
  }
  mul(other: UintLike): UintNode {
    return uintOf('mulWhole', this, uint(other));
  }
  /** How often `other` goes into it: without a remainder. By 0 as by 1. */
  div(other: UintLike): UintNode {
    return uintOf('divWhole', this, uint(other));
  }
  /** What `div` leaves: from 0 up to `other`, `other` left out; of 0 it is 0. */
  mod(other: UintLike): UintNode {
    return uintOf('modWhole', this, uint(other));
  }
  bitAnd(other: UintLike): UintNode {
    return uintOf('andBits', this, uint(other));
  }
  bitOr(other: UintLike): UintNode {
    return uintOf('orBits', this, uint(other));
  }
  bitXor(other: UintLike): UintNode {
    return uintOf('xorBits', this, uint(other));
  }
  shiftLeft(bits: number): UintNode {
    return uintOf('shiftLeft', this, uint(bits));
  }
  shiftRight(bits: number): UintNode {
    return uintOf('shiftRight', this, uint(bits));
  }
  lessThan(other: UintLike): BoolNode {
    return boolOf('lessWhole', this, uint(other));
  }
  lessThanEqual(other: UintLike): BoolNode {
    return this.greaterThan(other).not();
  }
  greaterThan(other: UintLike): BoolNode {
    return uint(other).lessThan(this);
  }
  greaterThanEqual(other: UintLike): BoolNode {
    return this.lessThan(other).not();
  }
  equal(other: UintLike): BoolNode {
    return boolOf('equalWhole', this, uint(other));
  }
  notEqual(other: UintLike): BoolNode {
    return this.equal(other).not();
  }
  /** The number that has these bits. */
  fromBits(): FloatNode {
    return floatOf('fromBits', this);
  }
  /** The nearest f32: exact to 2^24. */
  toFloat(): FloatNode {
    return floatOf('toNumber', this);
  }
}

/** A truth of each agent. */
export class BoolNode extends Node {
  and(other: BoolLike): BoolNode {
    return boolOf('and', this, bool(other));
  }
  or(other: BoolLike): BoolNode {
    return boolOf('or', this, bool(other));
  }
  not(): BoolNode {
    return boolOf('not', this);
  }
}

/** Three numbers of each agent: m, m/s, N, or a direction. */
export class Vec3Node {
  readonly x: FloatNode;
  readonly y: FloatNode;
  readonly z: FloatNode;

  constructor(x: FloatNode, y: FloatNode, z: FloatNode) {
    this.x = x;
    this.y = y;
    this.z = z;
  }

  [Symbol.toPrimitive](): never {
    return refuseArithmetic();
  }

  add(other: Vec3Node): Vec3Node {
    return new Vec3Node(this.x.add(other.x), this.y.add(other.y), this.z.add(other.z));
  }
  sub(other: Vec3Node): Vec3Node {
    return new Vec3Node(this.x.sub(other.x), this.y.sub(other.y), this.z.sub(other.z));
  }
  mul(scale: FloatLike): Vec3Node {
    const by = float(scale);
    return new Vec3Node(this.x.mul(by), this.y.mul(by), this.z.mul(by));
  }
  div(divisor: FloatLike): Vec3Node {
    const by = float(divisor);
    return new Vec3Node(this.x.div(by), this.y.div(by), this.z.div(by));
  }
  negate(): Vec3Node {
    return new Vec3Node(this.x.negate(), this.y.negate(), this.z.negate());
  }
  /** Summed from the left. */
  dot(other: Vec3Node): FloatNode {
    return this.x.mul(other.x).add(this.y.mul(other.y)).add(this.z.mul(other.z));
  }
  cross(other: Vec3Node): Vec3Node {
    return new Vec3Node(
      this.y.mul(other.z).sub(this.z.mul(other.y)),
      this.z.mul(other.x).sub(this.x.mul(other.z)),
      this.x.mul(other.y).sub(this.y.mul(other.x)),
    );
  }
  lengthSquared(): FloatNode {
    return this.dot(this);
  }
  length(): FloatNode {
    return this.lengthSquared().sqrt();
  }
  /** In its direction, 1 long; 0 where it has no length. */
  normalize(): Vec3Node {
    return this.withLength(1);
  }
  /** In its direction, so long; 0 where it has no length. */
  withLength(length: FloatLike): Vec3Node {
    const own = this.length();
    return this.mul(select(own.greaterThan(0), float(length).div(own), 0));
  }
  /** From this to `other` by `share`. */
  mix(other: Vec3Node, share: FloatLike): Vec3Node {
    return this.add(other.sub(this).mul(share));
  }
}

/** A number, rounded to f32. */
export function float(value: FloatLike): FloatNode {
  if (value instanceof FloatNode) return value;
  if (typeof value !== 'number')
    throw new TypeError(`found ${typeNameOf(value)}, expected a number`);
  return new FloatNode({ name: 'number', kind: 'f32', operands: [], of: Math.fround(value) });
}

/** A whole number from 0 to 2^32 - 1. */
export function uint(value: UintLike): UintNode {
  if (value instanceof UintNode) return value;
  if (typeof value !== 'number' || value >>> 0 !== value) {
    const found = typeof value === 'number' ? String(value) : typeNameOf(value);
    throw new TypeError(`found ${found}, expected a whole number from 0 to 4294967295`);
  }
  return new UintNode({ name: 'whole', kind: 'u32', operands: [], of: value });
}

export function bool(value: BoolLike): BoolNode {
  if (value instanceof BoolNode) return value;
  if (typeof value !== 'boolean')
    throw new TypeError(`found ${typeNameOf(value)}, expected a truth`);
  return new BoolNode({ name: 'truth', kind: 'bool', operands: [], of: value ? 1 : 0 });
}

/** A vector of three numbers. */
export function vec3(x: FloatLike, y: FloatLike, z: FloatLike): Vec3Node {
  return new Vec3Node(float(x), float(y), float(z));
}

/** A vector by the names of its components. */
export function axes(of: (axis: 'x' | 'y' | 'z') => FloatNode): Vec3Node {
  return new Vec3Node(of('x'), of('y'), of('z'));
}

/** `yes` where the condition holds, else `no`. Both are computed for every agent. */
export function select(condition: BoolLike, yes: FloatLike, no: FloatLike): FloatNode;
export function select(condition: BoolLike, yes: UintNode, no: UintLike): UintNode;
export function select(condition: BoolLike, yes: Vec3Node, no: Vec3Node): Vec3Node;
export function select(
  condition: BoolLike,
  yes: FloatLike | UintNode | Vec3Node,
  no: FloatLike | UintLike | Vec3Node,
): FloatNode | UintNode | Vec3Node {
  const truth = bool(condition);
  if (yes instanceof Vec3Node) {
    if (!(no instanceof Vec3Node)) {
      throw new TypeError(`found ${typeNameOf(no)}, expected a vector, as the other one`);
    }
    return new Vec3Node(
      floatOf('select', truth, yes.x, no.x),
      floatOf('select', truth, yes.y, no.y),
      floatOf('select', truth, yes.z, no.z),
    );
  }
  if (yes instanceof UintNode) return uintOf('selectWhole', truth, yes, uint(no as UintLike));
  return floatOf('select', truth, float(yes), float(no as FloatLike));
}

/** What `value` is, in words for who writes a law. */
export function typeNameOf(value: unknown): string {
  if (value instanceof FloatNode) return 'an expression of a number';
  if (value instanceof UintNode) return 'an expression of a whole number';
  if (value instanceof BoolNode) return 'an expression of a truth';
  if (value instanceof Vec3Node) return 'an expression of a vector';
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`;
}

export function leaf(
  name: 'parameter' | 'world' | 'self' | 'aim' | 'second',
  of: string,
  kind: Kind,
): Part {
  return { name, kind, operands: [], of };
}

export function reduction(name: Reduction, set: Part, ...operands: Part[]): Part {
  return { name, kind: REDUCTIONS[name].result, operands: [set, ...operands] };
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

/** What is known of all operands is computed at once, by the arithmetic that the evaluator has. */
function operation(name: OperationName, operands: readonly Node[]): Part {
  const { result } = OPERATIONS[name];
  const parts = operands.map(({ part }) => part);
  if (parts.every(isKnown)) {
    const [a, b, c] = parts.map(({ of }) => of as number);
    return { name: LEAF_OF[result], kind: result, operands: [], of: applyOperation(name, a, b, c) };
  }
  return { name, kind: result, operands: parts };
}

function isKnown({ name }: Part): boolean {
  return name === 'number' || name === 'whole' || name === 'truth';
}

export type { AimColumn, SelfColumn, WorldValue };
