import { kernels } from '@skein/core';
import { innerOf } from '@skein/core/internal';
import { agreed } from '../agreement.ts';
import { PhaseTimer } from '../phase-timer.ts';
import { ratios, summarize } from '../statistics.ts';
import type { Suite } from '../suite.ts';
import { inTurns } from '../turns.ts';
import { boids } from '../workload.ts';

/**
 * The number of ticks before the measurement. During these ticks, code gets compiled. With many agents, fewer ticks are
 * enough.
 */
const WARM_UP_TICKS = 30;
const WARM_UP_TICKS_WHEN_MANY = 3;

export const suite: Suite = {
  description: 'the TypeScript kernel against the SIMD kernel, per phase, on the calling thread',
  chart: {
    kind: 'line',
    x: 'agents',
    y: 'median',
    series: ['phase'],
    log: ['x'],
    title: 'Time of the TypeScript kernel / time of the SIMD kernel',
  },
  async *run({ quick, signal, notice }) {
    if (!kernels().includes('simd')) {
      notice('no SIMD kernel: WebAssembly SIMD cannot run here');
      return;
    }
    for (const agents of quick ? [1000, 10_000] : [1000, 10_000, 100_000]) {
      const scenario = boids({ agents, neighbors: 30 });
      const ts = new PhaseTimer(scenario, 'ts');
      const simd = new PhaseTimer(scenario, 'simd');
      const turns = quick ? 9 : 15;
      const warmUp = agents > 10_000 ? WARM_UP_TICKS_WHEN_MANY : WARM_UP_TICKS;
      const [tsTick, simdTick] = await inTurns([ts, simd], { turns, warmUp, signal });
      const hash = agreed({ ts: ts.hash, simd: simd.hash });
      const measured = new Map([['whole tick', [tsTick!, simdTick!] as const]]);
      for (const phase of Object.keys(innerOf(simd.world).twins ?? {})) {
        // The phase does not run if no behavior searches for the nearest agent.
        if (!simd.phases.has(phase)) continue;
        const of = (timer: PhaseTimer) => timer.phases.get(phase)!.slice(warmUp);
        measured.set(phase, [of(ts), of(simd)]);
      }
      for (const [phase, [tsMs, simdMs]] of measured) {
        yield {
          labels: { agents, phase },
          unit: 'ts/simd',
          samples: ratios(tsMs, simdMs),
          figures: { 'ts ms': summarize(tsMs), 'simd ms': summarize(simdMs) },
          hash,
        };
      }
    }
  },
};
