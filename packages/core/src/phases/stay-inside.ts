import type { Bounds } from '../scenario/schema.ts';

/** A body that moves in the plan: its position (m) and its velocity (m/s). */
export interface Body {
  x: number;
  y: number;
  velocityX: number;
  velocityY: number;
}

/**
 * Moves the body back inside bounds that contain agents. A wall at the bounds may be beyond them, by a cell of a map or by
 * rounding.
 */
export function stayInside(body: Body, bounds: Bounds): void {
  if (bounds.type !== 'contain') return;
  const { min, max } = bounds;
  if (body.x < min[0]) [body.x, body.velocityX] = [min[0], Math.max(body.velocityX, 0)];
  if (body.x > max[0]) [body.x, body.velocityX] = [max[0], Math.min(body.velocityX, 0)];
  if (body.y < min[1]) [body.y, body.velocityY] = [min[1], Math.max(body.velocityY, 0)];
  if (body.y > max[1]) [body.y, body.velocityY] = [max[1], Math.min(body.velocityY, 0)];
}
