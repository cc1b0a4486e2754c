import { createRandom, type ModelStart, onto, type PlainModel } from './start.ts';

export interface Slime {
  /** The speed of all agents (m/s), and the time of a step (s). */
  readonly speed: number;
  readonly dt: number;
  /** How far ahead an agent senses (m), and the angle between its middle and its outer sensors (rad). */
  readonly reach: number;
  readonly spread: number;
  /** The angle by which an agent turns in a step (rad). */
  readonly turn: number;
  /**
   * `share` is the fraction of a cell's value that the cell passes on to each neighbor in a step. `keep` is the
   * fraction that remains after decay.
   */
  readonly share: number;
  readonly keep: number;
  /** The amount that an agent adds to its cell in a step. */
  readonly amount: number;
}

/**
 * Creates a plain program for a slime mold. Its agents sense a trail at three points, turn, add to the trail in their
 * cell, and move. The trail is a field with one cell per square meter; `edge` is a whole number of cells.
 */
export function plainPhysarum(
  { count, edge, x, y, vx, vy }: ModelStart,
  { speed, reach, spread, turn, dt, share, keep, amount }: Slime,
  seed = 7,
): PlainModel & { readonly trail: () => Float32Array } {
  const random = createRandom(seed);
  let trail = new Float32Array(edge * edge);
  let next = new Float32Array(edge * edge);
  const [spreadC, spreadS] = [Math.cos(spread), Math.sin(spread)];
  const [turnC, turnS] = [Math.cos(turn), Math.sin(turn)];

  /** Interpolates the field linearly between the centers of the cells. */
  function sense(px: number, py: number): number {
    const [u, v] = [onto(px - 0.5, edge), onto(py - 0.5, edge)];
    // Rounding may give `edge` for a number just below 0.
    const [left, low] = [Math.floor(u) % edge, Math.floor(v) % edge];
    const [right, high] = [left + 1 === edge ? 0 : left + 1, low + 1 === edge ? 0 : low + 1];
    const [s, t] = [u - Math.floor(u), v - Math.floor(v)];
    const below = trail[left + edge * low] * (1 - s) + trail[right + edge * low] * s;
    const above = trail[left + edge * high] * (1 - s) + trail[right + edge * high] * s;
    return below * (1 - t) + above * t;
  }

  function moveOne(i: number): void {
    const length = Math.hypot(vx[i], vy[i]);
    const [ax, ay] = length > 0 ? [vx[i] / length, vy[i] / length] : [1, 0];
    const middle = sense(x[i] + ax * reach, y[i] + ay * reach);
    const [lx, ly] = [ax * spreadC - ay * spreadS, ax * spreadS + ay * spreadC];
    const left = sense(x[i] + lx * reach, y[i] + ly * reach);
    const [rx, ry] = [ax * spreadC + ay * spreadS, ay * spreadC - ax * spreadS];
    const right = sense(x[i] + rx * reach, y[i] + ry * reach);
    const coin = random() < 0.5 ? 1 : -1;
    // Toward the strongest of the three; if the middle is the weakest, to either side.
    let sign = left > right ? 1 : right > left ? -1 : 0;
    if (middle > left && middle > right) sign = 0;
    else if (middle < left && middle < right) sign = coin;
    const [c, s] = sign === 0 ? [1, 0] : [turnC, turnS * sign];
    vx[i] = (ax * c - ay * s) * speed;
    vy[i] = (ax * s + ay * c) * speed;
    const [column, row] = [Math.floor(x[i]), Math.floor(y[i])];
    // Rounding may move a position just below the edge up to the edge.
    next[Math.min(edge - 1, column) + edge * Math.min(edge - 1, row)] += amount;
    x[i] = onto(x[i] + vx[i] * dt, edge);
    y[i] = onto(y[i] + vy[i] * dt, edge);
  }

  function spreadTrail(): void {
    for (let row = 0; row < edge; row++) {
      const own = edge * row;
      const [down, up] = [edge * (row === 0 ? edge - 1 : row - 1), edge * ((row + 1) % edge)];
      for (let column = 0; column < edge; column++) {
        const west = column === 0 ? edge - 1 : column - 1;
        const east = column + 1 === edge ? 0 : column + 1;
        const value = trail[own + column];
        const beside =
          trail[own + west] + trail[own + east] + trail[down + column] + trail[up + column];
        next[own + column] = (value + share * (beside - 4 * value)) * keep;
      }
    }
  }

  return {
    x,
    y,
    trail: () => trail,
    step() {
      spreadTrail();
      for (let i = 0; i < count; i++) moveOne(i);
      [trail, next] = [next, trail];
    },
  };
}
