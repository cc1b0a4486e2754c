import { normalizeInto, type Vector } from '../../math/direction.ts';
import { dot, length } from '../../math/vector.ts';
import type { SharedWorld } from '../../world/world.ts';
import type { Aim } from '../aim.ts';

const fround = Math.fround;

/** Unit vectors of a leader's body. */
export interface LeaderFrame {
  readonly forward: Vector;
  readonly up: Vector;
  readonly right: Vector;
}

export function createFrame(): LeaderFrame {
  return {
    forward: new Float32Array(3),
    up: new Float32Array(3),
    right: new Float32Array(3),
  };
}

/**
 * Writes the frame of what an agent is aimed at: forward is where its body faces in a world that keeps
 * headings, else where it moves; it stands upright and does not bank. False, and the frame of the world
 * with x forward, for one at rest without a heading.
 */
export function frameInto(frame: LeaderFrame, world: SharedWorld, aim: Aim): boolean {
  const faces = world.plan.extras.heading && aim.agent >= 0;
  const { heading } = world.front;
  const x = faces ? heading.x[aim.agent] : aim.velocityX;
  const y = faces ? heading.y[aim.agent] : aim.velocityY;
  const z = faces ? heading.z[aim.agent] : aim.velocityZ;
  normalizeInto(frame.forward, x, y, z);
  uprightInto(frame, world.plan.dimensions);
  return length(x, y, z) > 0;
}

/** Gives a frame whose forward is known an up near +y, or near +z for one that heads there. */
export function uprightInto({ forward, up, right }: LeaderFrame, dimensions: number): void {
  const upright = dimensions === 3 && Math.abs(forward[1]) < 0.999;
  const y = upright ? 1 : 0;
  const z = upright ? 0 : 1;
  const [fx, fy, fz] = forward as unknown as [number, number, number];
  const along = dot(0, y, z, fx, fy, fz);
  normalizeInto(
    up,
    fround(-fround(along * fx)),
    fround(y - fround(along * fy)),
    fround(z - fround(along * fz)),
  );
  const [ux, uy, uz] = up as unknown as [number, number, number];
  right[0] = fround(fround(fy * uz) - fround(fz * uy));
  right[1] = fround(fround(fz * ux) - fround(fx * uz));
  right[2] = fround(fround(fx * uy) - fround(fy * ux));
}
