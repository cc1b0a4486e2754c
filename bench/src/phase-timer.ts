import { createWorld, type KernelName, type Scenario, stateHash, type World } from '@skein/core';
import { tickSliced } from '@skein/core/internal';
import type { Contender } from './turns.ts';

/** Steps a world on the calling thread, one tick per sample, and measures the time of each phase. */
export class PhaseTimer implements Contender {
  readonly world: World;
  /**
   * The keys are the names of the phases, in the order of the pipeline. Each value lists the times of a phase, in ms:
   * one time for each sample.
   */
  readonly phases = new Map<string, number[]>();

  constructor(scenario: Scenario, kernel: KernelName) {
    this.world = createWorld(scenario, { kernel, maxWorkers: 1 });
  }

  sample(): number {
    const begin = performance.now();
    let last = begin;
    tickSliced(this.world, [0], (phase) => {
      const now = performance.now();
      const samples = this.phases.get(phase) ?? [];
      samples.push(now - last);
      this.phases.set(phase, samples);
      last = now;
    });
    return last - begin;
  }

  get hash(): string {
    return stateHash(this.world);
  }
}
