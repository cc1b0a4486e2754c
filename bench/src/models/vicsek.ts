import { Cells } from './cells.ts';
import { createRandom, type ModelStart, onto, type PlainModel } from './start.ts';

/**
 * Creates a plain program for the Vicsek model. Each agent takes the mean course of all agents within 1 m, with noise,
 * and moves along the course that it had before. `courses` are unit vectors, `speed` is in m per step, and `noise` is the
 * width of the range of random turns, in rad.
 */
export function plainVicsek(
  { count, edge, x, y }: ModelStart,
  courses: readonly (readonly number[])[],
  { speed, noise, seed = 7 }: { readonly speed: number; readonly noise: number; seed?: number },
): PlainModel {
  const cells = new Cells(count, edge, 1);
  const random = createRandom(seed);
  let cx = Float32Array.from(courses, ([one]) => one);
  let cy = Float32Array.from(courses, ([, one]) => one);
  let [nextX, nextY] = [new Float32Array(count), new Float32Array(count)];

  function turnOne(i: number): void {
    const { start, agents, around, shiftX, shiftY } = cells;
    cells.lookAround(x[i], y[i]);
    let [sumX, sumY] = [0, 0];
    for (let n = 0; n < around.length; n++) {
      const cell = around[n];
      for (let k = start[cell]; k < start[cell + 1]; k++) {
        const j = agents[k];
        const dx = x[j] + shiftX[n] - x[i];
        const dy = y[j] + shiftY[n] - y[i];
        if (dx * dx + dy * dy > 1) continue;
        sumX += cx[j];
        sumY += cy[j];
      }
    }
    const length = Math.hypot(sumX, sumY) || 1;
    const error = (random() - 0.5) * noise;
    const [c, s] = [Math.cos(error) / length, Math.sin(error) / length];
    nextX[i] = sumX * c - sumY * s;
    nextY[i] = sumY * c + sumX * s;
  }

  return {
    x,
    y,
    step() {
      cells.sort(x, y);
      // Agents are processed cell by cell, so that their neighbors are in the cache.
      for (let k = 0; k < count; k++) turnOne(cells.agents[k]);
      for (let i = 0; i < count; i++) {
        x[i] = onto(x[i] + cx[i] * speed, edge);
        y[i] = onto(y[i] + cy[i] * speed, edge);
      }
      [cx, cy, nextX, nextY] = [nextX, nextY, cx, cy];
    },
  };
}
