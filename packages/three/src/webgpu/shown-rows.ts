import { Vector2 } from 'three';
import { instanceIndex, uint, uniformArray } from 'three/tsl';
import type { Node } from 'three/webgpu';
import { MAX_RUNS, type Run } from '../points/visible-runs.ts';

/** No instance comes so late. */
const NEVER = 0x7fffffff;

/** Rows in runs with gaps between them, which instances are drawn of in one call: a shader finds the row of its instance. */
export class ShownRows {
  /** Of each run: its first instance, and how far its rows are ahead of them. */
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

  /** Takes over the runs; returns how many instances they are. */
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
