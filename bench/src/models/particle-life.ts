import { Cells } from './cells.ts';
import { type ModelStart, onto, type PlainModel } from './start.ts';

export interface Pulls {
  readonly matrix: readonly (readonly number[])[];
  readonly damping: number;
  readonly dt: number;
  readonly radius: number;
  /** The distance within which all particles repel each other, as a fraction of the radius. */
  readonly core: number;
  readonly push: number;
}

/**
 * Creates a plain program for particle life: particles of several species that attract or repel each other according to
 * a matrix.
 */
export function plainParticleLife(
  { count, edge, x, y, vx, vy, species }: ModelStart,
  { matrix, damping, dt, radius, core, push }: Pulls,
): PlainModel {
  const cells = new Cells(count, edge, radius);
  const kinds = matrix.length;
  const pull = Float32Array.from(matrix.flat());
  const [fx, fy] = [new Float32Array(count), new Float32Array(count)];

  function pullOne(i: number): void {
    const { start, agents, around, shiftX, shiftY } = cells;
    cells.lookAround(x[i], y[i]);
    const line = kinds * species[i];
    let [sumX, sumY] = [0, 0];
    for (let n = 0; n < around.length; n++) {
      const cell = around[n];
      for (let k = start[cell]; k < start[cell + 1]; k++) {
        const j = agents[k];
        const dx = x[j] + shiftX[n] - x[i];
        const dy = y[j] + shiftY[n] - y[i];
        const squared = dx * dx + dy * dy;
        if (squared > radius * radius || squared === 0) continue;
        const distance = Math.sqrt(squared);
        const share = distance / radius;
        const size =
          share < core
            ? (share / core - 1) * push
            : pull[line + species[j]] * (1 - Math.abs(2 * share - 1 - core) / (1 - core));
        sumX += (dx / distance) * size;
        sumY += (dy / distance) * size;
      }
    }
    fx[i] = sumX;
    fy[i] = sumY;
  }

  return {
    x,
    y,
    step() {
      cells.sort(x, y);
      // Agents are processed cell by cell, so that their neighbors are in the cache.
      for (let k = 0; k < count; k++) pullOne(cells.agents[k]);
      for (let i = 0; i < count; i++) {
        vx[i] += (fx[i] - damping * vx[i]) * dt;
        vy[i] += (fy[i] - damping * vy[i]) * dt;
        x[i] = onto(x[i] + vx[i] * dt, edge);
        y[i] = onto(y[i] + vy[i] * dt, edge);
      }
    },
  };
}
