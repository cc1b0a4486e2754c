import { shortWay } from '../grid/torus.ts';
import { type ReadValue, write } from './agent-values.ts';
import type { Walk } from './pass.ts';

/** The area of a box (m^2) with these corners. */
export function areaOf([x1, y1, x2, y2]: readonly number[]): number {
  return Math.abs(x2 - x1) * Math.abs(y2 - y1);
}

/**
 * Returns a function that has a value only for agents in the box of a measure. Of the sides of the box, the lower ones
 * are in it, so boxes side by side count each agent once. On a torus, the box may reach over the seam.
 */
export function boxReader({ agents, measure }: Walk): ReadValue {
  const [x1, y1, x2, y2] = measure.numbers!;
  const { position } = agents.world.front;
  const { edge } = agents.world.plan.grid;
  const [lowX, lowY] = [Math.min(x1, x2), Math.min(y1, y2)];
  const [width, height] = [Math.abs(x2 - x1), Math.abs(y2 - y1)];
  return (_, i) => {
    const x = ahead(position.x[i] - lowX, edge[0]);
    const y = ahead(position.y[i] - lowY, edge[1]);
    return x >= 0 && x < width && y >= 0 && y < height;
  };
}

/** The offset ahead that is equivalent to `offset` on a torus. An `edge` of 0 means no torus. */
function ahead(offset: number, edge: number): number {
  return edge === 0 ? offset : offset - edge * Math.floor(offset / edge);
}

/**
 * Returns a function that reads the velocity of an agent across the segment of a measure, from the left side of the
 * segment to the right. Only agents in the strip around the segment, with its sides, have a value.
 * On a torus, each agent is at its place nearest to the middle of the segment. The sum of the values, divided by the
 * depth of the strip, is a flow; its mean over time is the flow that Edie defines for this region of space and time.
 *
 * source: Edie 1963, Discussion of traffic stream measurements and definitions
 */
export function stripReader({ agents, measure }: Walk): ReadValue {
  const [x1, y1, x2, y2, depth] = measure.numbers!;
  const { position, velocity } = agents.world.front;
  const { edge } = agents.world.plan.grid;
  const [alongX, alongY] = [x2 - x1, y2 - y1];
  const length = Math.sqrt(alongX * alongX + alongY * alongY);
  const [midX, midY] = [(x1 + x2) / 2, (y1 + y2) / 2];
  const [halfLength, halfDepth] = [length / 2, depth / 2];
  return (value, i) => {
    const x = shortWay(position.x[i] - midX, edge[0]);
    const y = shortWay(position.y[i] - midY, edge[1]);
    const along = (x * alongX + y * alongY) / length;
    const across = (x * alongY - y * alongX) / length;
    if (Math.abs(along) > halfLength || Math.abs(across) > halfDepth) return false;
    return write(value, (velocity.x[i] * alongY - velocity.y[i] * alongX) / length);
  };
}
