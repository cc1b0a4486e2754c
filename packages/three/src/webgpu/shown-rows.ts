import { Vector2 } from 'three';
import { instanceIndex, uint, uniformArray } from 'three/tsl';
import type { Node } from 'three/webgpu';
import { MAX_RUNS, type Run } from '../points/visible-runs.ts';

/** An instance number that is never reached. */
const NEVER = 0x7fffffff;

/** Draws several runs of rows (indices in the columns) in one call. The shader computes the row of each instance. */
export class ShownRows {
  /**
   * Two numbers for each run of rows. `x` is the index of the first instance that draws a row of the run. The row of
   * an instance in the run is the sum of the instance's index and `y`.
   */
  readonly #runs = Array.from({ length: MAX_RUNS }, () => new Vector2(NEVER, 0));
  readonly row: Node<'uint'>;

  constructor() {
    const runs = uniformArray<'uvec2'>(this.#runs, 'uvec2');
    const steps = this.#runs.map((_, k) => runs.element(k) as unknown as Node<'uvec2'>);
    const ahead = steps.reduce<Node<'uint'>>(
      (found, step) => instanceIndex.greaterThanEqual(step.x).select(step.y, found),
      uint(0),
    );
    this.row = instanceIndex.add(ahead).toVar();
  }

  /**
   * Sets which rows to draw, as runs of consecutive rows. Returns the total number of rows, which is the number of
   * instances.
   */
  show(runs: readonly Run[]): number {
    let instances = 0;
    this.#runs.forEach((one, k) => {
      const run = runs[k];
      if (run === undefined) one.set(NEVER, 0);
      else {
        one.set(instances, run.start - instances);
        instances += run.count;
      }
    });
    return instances;
  }
}
