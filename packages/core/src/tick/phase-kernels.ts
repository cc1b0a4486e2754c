import { bin } from '../phases/bin.ts';
import { listDeposits, sortDeposits } from '../phases/deposits.ts';
import { countBirths, writeBirths } from '../phases/emit.ts';
import { hashFront } from '../phases/hash.ts';
import { hashFields } from '../phases/hash-fields.ts';
import { integrate } from '../phases/integrate.ts';
import type { Kernel } from '../phases/kernel.ts';
import { launch } from '../phases/launch.ts';
import { stageOffspring } from '../phases/offspring.ts';
import { listParents } from '../phases/parents.ts';
import { plantTrees } from '../phases/plant-trees.ts';
import { prefixSum } from '../phases/prefix-sum.ts';
import { report } from '../phases/report.ts';
import { scatter } from '../phases/scatter.ts';
import { settle } from '../phases/settle.ts';
import { steer } from '../phases/steer.ts';
import { stepFields } from '../phases/step-fields.ts';
import { transit } from '../phases/transit.ts';
import { twinsOver } from '../simd/kernel-twins.ts';
import { compileLaws } from '../simd/law-module.ts';
import { kernelsOver } from '../simd/module.ts';
import type { SharedWorld } from '../world/world.ts';
import type { Phase, PhaseName } from './pipeline.ts';

/** The kernel of each phase in TypeScript. */
export const KERNELS: Readonly<Record<PhaseName, Kernel>> = {
  hash: hashFront,
  hashFields,
  plantTrees,
  steer,
  integrate,
  listDeposits,
  listParents,
  stageOffspring,
  launch,
  countBirths,
  bin,
  sortDeposits,
  prefixSum,
  stepFields,
  writeBirths,
  scatter,
  transit,
  report,
  settle,
};

/**
 * Makes a world ready to be stepped by this thread: with SIMD, compiles the kernels over its memory, unless this thread
 * has them already. The first phase would do it, too.
 */
export function readyKernels(world: SharedWorld): asserts world is SharedWorld & Ready {
  if (world.twins !== undefined) return;
  const { plan, memory } = world;
  const wasm = kernelsOver(memory);
  // Also the search for the nearest agent.
  const simd = wasm && twinsOver(world, wasm, compileLaws(plan, memory.shared));
  Object.assign(world, simd ?? { twins: {} });
}

type Ready = { twins: NonNullable<SharedWorld['twins']> };

/** Runs a worker's part of a phase with the kernel of this world. */
export function runPhase(
  world: SharedWorld,
  { name }: Phase,
  begin: number,
  end: number,
  worker: number,
): void {
  readyKernels(world);
  (world.twins[name] ?? KERNELS[name])(world, begin, end, worker);
}
