import { show } from '../errors.ts';
import { NAME } from '../schema/quantities.ts';
import { axes, FloatNode, type Part, scopeOf, typeNameOf, Vec3Node } from './expressions.ts';
import { ExpressionError } from './law-error.ts';

/** A scalar field of the world. Its values are those of the present tick. */
export interface Field {
  /** The value at a position (m), interpolated between the centers of cells. Default position: that of the agent. */
  at(position?: Vec3Node): FloatNode;
  /**
   * The gradient at a position (m), with its components along x, y and z (1/m). Default position: that of the agent.
   */
  gradient(position?: Vec3Node): Vec3Node;
}

/** The axes along which a gradient has components. */
const PARTS = ['x', 'y', 'z'] as const;

/** Makes the expressions that read a scalar field. The position of the agent is given as `here`. */
export function fieldOf(name: string, here: Vec3Node): Field {
  if (typeof name !== 'string' || !NAME.test(name)) {
    throw new ExpressionError('field', show(name), 'the name of a field');
  }
  const read = (where: string, position: Vec3Node, of: string): FloatNode => {
    if (!(position instanceof Vec3Node)) {
      throw new ExpressionError(where, typeNameOf(position), 'a vector');
    }
    const operands = PARTS.map((axis) => position[axis].part);
    const part: Part = { name: 'field', kind: 'f32', operands, of, scope: scopeOf(operands) };
    return new FloatNode(part);
  };
  return Object.freeze({
    at: (position: Vec3Node = here) => read('field.at', position, name),
    gradient: (position: Vec3Node = here) =>
      axes((axis) => read('field.gradient', position, `${name}.${axis}`)),
  });
}

/**
 * Returns whether a string has the form of a field name, or of a field name with an axis of the gradient, such as
 * "trail.x".
 */
export function isFieldPart(of: string): boolean {
  const [field, axis, ...rest] = of.split('.');
  const isAxis = axis === undefined || (PARTS as readonly string[]).includes(axis);
  return NAME.test(field) && isAxis && rest.length === 0;
}
