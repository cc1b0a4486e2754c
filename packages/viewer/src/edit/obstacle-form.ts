import type { CommandInput } from '@skein/core';
import { f32Number, type StandingObstacle } from '@skein/core/describe';
import type { Triple } from './edit.ts';

/** An obstacle in the form in which a command describes it. */
export type ObstacleForm = NonNullable<Extract<CommandInput, { type: 'obstacle' }>['obstacle']>;

/** The types of obstacles that the visitor can place. */
export type FormType = ObstacleForm['type'];

type Vector = readonly number[];

/**
 * Describes an obstacle in its current state, so that a command can create it again. The numbers are exact to the last
 * bit where the type of the obstacle allows that.
 */
export function formOf(standing: StandingObstacle, dimensions: 2 | 3): ObstacleForm {
  const { type, keep, radius, extent, points, velocity, angularVelocity, rotation } = standing;
  const center = standing.center.map(f32Number);
  const flat = (vector: Vector) => vector.slice(0, dimensions);
  const offset = (sign: 1 | -1) =>
    flat(center.map((value, axis) => added(value, sign * f32Number(extent[axis]))));
  const isTurned = rotation[3] !== 1;
  const common = {
    ...(keep === 'inside' && { keep }),
    ...(velocity.some((v) => v !== 0) && { velocity: flat(velocity.map(f32Number)) }),
  };
  const turning = {
    ...(isTurned && { rotation: rotation.map(f32Number) }),
    ...(angularVelocity.some((v) => v !== 0) && {
      angularVelocity: angularVelocity.map(f32Number),
    }),
  };
  if (type === 'sphere') {
    return { type, center: flat(center), radius: f32Number(radius), ...common };
  }
  if (type === 'box') return { type, min: offset(-1), max: offset(1), ...turning, ...common };
  if (type === 'capsule') {
    const ends = { from: offset(-1), to: offset(1) };
    return { type, ...ends, radius: f32Number(radius), ...turning, ...common };
  }
  if (type === 'plane') {
    const sign = keep === 'inside' ? -1 : 1;
    const normal = flat(extent.map((value) => sign * f32Number(value) + 0));
    return { type, point: flat(center), normal, ...common };
  }
  const corners = points.map(([x, y]) => [
    added(center[0], f32Number(x)),
    added(center[1], f32Number(y)),
  ]);
  return { type, points: corners, ...turning, ...common };
}

/**
 * Adds two numbers, and removes the digits that come from rounding errors. The sum keeps 12 digits, far more than an
 * f32 has.
 */
function added(a: number, b: number): number {
  return Number((a + b).toPrecision(12));
}

/** The center of an obstacle, in m. For a plane, this is the key `point` of the plane. */
export function centerOf(form: ObstacleForm): Triple {
  const middle = (a: Vector, b: Vector) => a.map((value, axis) => (value + b[axis]) / 2);
  if (form.type === 'sphere') return triple(form.center);
  if (form.type === 'plane') return triple(form.point);
  if (form.type === 'box') return triple(middle(form.min, form.max));
  if (form.type === 'capsule') return triple(middle(form.from, form.to));
  return middleOfArea(form.points);
}

/** The center of a polygon's area, about which the polygon turns and is scaled. */
function middleOfArea(points: readonly Vector[]): Triple {
  const [ox, oy] = points[0];
  let [area, x, y] = [0, 0, 0];
  for (let k = 1; k + 1 < points.length; k++) {
    const [bx, by] = [points[k][0] - ox, points[k][1] - oy];
    const [cx, cy] = [points[k + 1][0] - ox, points[k + 1][1] - oy];
    const part = bx * cy - by * cx;
    area += part;
    x += (bx + cx) * part;
    y += (by + cy) * part;
  }
  return [added(ox, x / (3 * area)), added(oy, y / (3 * area)), 0];
}

/** The obstacle, moved by `by` (m). */
export function moved(form: ObstacleForm, by: Vector): ObstacleForm {
  return mapPoints(form, (point) => point.map((value, axis) => value + by[axis]), 1);
}

/** The obstacle, scaled about its center. A plane stays as it is. */
export function scaled(form: ObstacleForm, factor: number): ObstacleForm {
  const center = centerOf(form);
  const scale = (point: Vector) =>
    point.map((value, axis) => center[axis] + (value - center[axis]) * factor);
  return form.type === 'plane' ? form : mapPoints(form, scale, factor);
}

/** The obstacle with all its coordinates and lengths rounded by `round`. */
export function roundedForm(form: ObstacleForm, round: (value: number) => number): ObstacleForm {
  const numbers = mapPoints(form, (point) => point.map(round), 1);
  return 'radius' in numbers ? { ...numbers, radius: round(numbers.radius) } : numbers;
}

function mapPoints(
  form: ObstacleForm,
  map: (point: Vector) => number[],
  factor: number,
): ObstacleForm {
  if (form.type === 'sphere') {
    return { ...form, center: map(form.center), radius: form.radius * factor };
  }
  if (form.type === 'plane') return { ...form, point: map(form.point) };
  if (form.type === 'box') return { ...form, min: map(form.min), max: map(form.max) };
  if (form.type === 'capsule') {
    return { ...form, from: map(form.from), to: map(form.to), radius: form.radius * factor };
  }
  return { ...form, points: form.points.map(map) };
}

function triple([x, y, z = 0]: Vector): Triple {
  return [x, y, z];
}
