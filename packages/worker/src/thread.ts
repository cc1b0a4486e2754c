import {
  attachWorld,
  runParticles,
  runPaths,
  runThread,
  type SharedWorld,
  type WorldHandle,
} from '@skein/core/thread';
import { runBehind } from './behind.ts';
import { actOut } from './faults.ts';
import type { Outcome, Part, ThreadApi } from './protocol.ts';

const now = () => performance.now();

/**
 * The worker's side, the same for both hosts. The world is attached once per thread: views of a
 * large memory are not made anew for every segment.
 * `exit` ends the thread without a word; only injected faults call it.
 */
export function createThread(exit: () => never): ThreadApi {
  let world: SharedWorld | undefined;

  function attach(handle: WorldHandle): void {
    world = attachWorld(handle);
  }

  function run({ worker, spins, particles, paths, behind, fault }: Part): Outcome {
    if (world === undefined) throw new Error('a part came before the world was attached');
    const inject = fault && actOut(fault, world, exit);
    if (particles !== undefined) {
      runParticles(world, particles, worker, inject);
      return 'done';
    }
    if (paths !== undefined) return runPaths(world, paths, worker, inject);
    const outcome = runThread(world, { worker, spins, now, inject });
    return behind === undefined ? outcome : runBehind(world, outcome, behind, worker, inject);
  }

  return { attach, run };
}
