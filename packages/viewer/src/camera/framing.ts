import { Vector3 } from 'three';

/** The position of a camera, the point it looks at, and the direction that is up on the screen. */
export interface Framing {
  readonly eye: Vector3;
  readonly look: Vector3;
  readonly up: Vector3;
}

export interface Lens {
  /** The vertical field of view, in rad. */
  readonly fov: number;
  /** The width of the picture divided by its height. */
  readonly aspect: number;
}

export interface FramingOptions {
  /** The position of the camera on its arc from the near point (0) to the far point (1). Default: 0.03. */
  readonly along?: number;
  /**
   * The free space between the edge of the picture and the points `near` and `far`, from 0 to 1. The unit is half the
   * size of the picture. Default: 0.4.
   */
  readonly margin?: number;
  /** The direction that is up in the world. It need not be a unit vector. Default: +y. */
  readonly up?: Vector3;
}

/** If the points `near` and `far` are closer together than this (m), they count as one point. */
const COINCIDENT = 1e-4;
/** If the points `near` and `far` count as one point, the camera is this distance (m) behind that point. */
const STAND_OFF = 12;

/**
 * Places the camera so that the points `near` and `far` both stay in the picture, one above the other.
 *
 * The camera stands on a circular arc that ends at the two points. From everywhere on such an arc, the two ends appear
 * the same angle apart. Here, that angle is the field of view without the margin. So both points stay in the picture
 * from any point of the arc. Close to the end at `near`, the camera looks over the shoulder of the object at that
 * point.
 *
 * If a picture is taller than wide, the angle is computed from the width. An angle computed from the height would show
 * both points, but miss the agents that fly beside the line between them.
 */
export function frameTwoPoints(
  near: Vector3,
  far: Vector3,
  lens: Lens,
  options: FramingOptions = {},
): Framing {
  const along = options.along ?? 0.03;
  const margin = options.margin ?? 0.4;
  const chord = far.clone().sub(near);
  const distance = chord.length();
  const forward = distance < COINCIDENT ? new Vector3(0, 0, -1) : chord.divideScalar(distance);
  const up = uprightTo(forward, options.up ?? new Vector3(0, 1, 0));

  if (distance < COINCIDENT) {
    const eye = near
      .clone()
      .addScaledVector(forward, -STAND_OFF)
      .addScaledVector(up, STAND_OFF / 3);
    return { eye, look: near.clone(), up };
  }

  const halfTangent = Math.tan(lens.fov / 2) * Math.min(1, lens.aspect) * (1 - margin);
  const angle = 2 * Math.atan(halfTangent);
  const radius = distance / 2 / Math.sin(angle);
  const middle = near.clone().add(far).multiplyScalar(0.5);
  const center = middle.clone().addScaledVector(up, radius * Math.cos(angle));

  // Angle 0 is the top of the circle; the near and the far point lie at -(pi - angle) and +(pi - angle).
  const turn = (Math.PI - angle) * (2 * along - 1);
  const eye = center
    .addScaledVector(up, radius * Math.cos(turn))
    .addScaledVector(forward, radius * Math.sin(turn));

  // The view along the bisector puts the points equally far above and below the center.
  const toNear = near.clone().sub(eye).normalize();
  const toFar = far.clone().sub(eye).normalize();
  const look = eye.clone().addScaledVector(toNear.add(toFar), middle.distanceTo(eye) / 2);
  return { eye, look, up };
}

/**
 * Returns a unit vector along the part of `up` that is perpendicular to `forward`. If the two are parallel, returns
 * another direction that is perpendicular to `forward`.
 */
function uprightTo(forward: Vector3, up: Vector3): Vector3 {
  const square = (v: Vector3) => v.clone().addScaledVector(forward, -v.dot(forward));
  const upright = square(up.clone().normalize());
  if (upright.lengthSq() > 1e-8) return upright.normalize();
  const helper = Math.abs(forward.z) < 0.9 ? new Vector3(0, 0, 1) : new Vector3(1, 0, 0);
  return square(helper).normalize();
}
