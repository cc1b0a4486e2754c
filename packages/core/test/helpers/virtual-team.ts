import { runPhase } from '../../src/tick/phase-kernels.ts';
import { isNeeded, type Phase, PIPELINE } from '../../src/tick/pipeline.ts';
import { renewMemory } from '../../src/tick/renew-memory.ts';
import { partOf, publish } from '../../src/tick/tick.ts';
import { drainEvents } from '../../src/world/event-ring.ts';
import { GRAIN, setWorkers } from '../../src/world/slice.ts';
import { refresh, type World } from '../../src/world/world.ts';
import { shuffled } from './random-of.ts';

/**
 * Steps a world once as a team of threads may: between two barriers each worker goes through its
 * phases alone, in an order that is drawn again for each stretch. It reveals a missing barrier
 * where one worker reads what another wrote, which stepping phase by phase would hide. Slices are cut again in
 * most steps, empty ones too, since times decide that in a team of threads.
 */
export function stepAsTeam(world: World, workers: number, random: () => number): void {
  refresh(world);
  world.host.commands.write(world);
  setWorkers(world, workers);
  moveCuts(world, workers, random);
  let stretch: Phase[] = [];
  for (const phase of phasesIn(world)) {
    stretch.push(phase);
    if (!phase.barrier && phase.runs !== 'once') continue;
    for (const worker of shuffled(workers, random)) {
      for (const one of stretch) {
        const [begin, end] = partOf(world, one, workers, worker);
        runPhase(world, one, begin, end, worker);
      }
      if (phase.runs === 'once') break;
    }
    stretch = [];
  }
  publish(world);
  drainEvents(world);
}

/** The same after a thread was lost: breaks a tick off in the middle of a phase, and does it again in new memory. */
export function stepAsTeamAgain(world: World, workers: number, random: () => number): void {
  refresh(world);
  world.host.commands.write(world);
  setWorkers(world, workers);
  const phases = phasesIn(world);
  const last = Math.floor(random() * phases.length);
  for (const [k, phase] of phases.slice(0, last + 1).entries()) {
    for (const worker of shuffled(workers, random)) {
      // In the last phase some workers are lost.
      if (k === last && random() < 0.5) continue;
      const [begin, end] = partOf(world, phase, workers, worker);
      runPhase(world, phase, begin, end, worker);
      if (phase.runs === 'once') break;
    }
  }
  const { buffer } = world.handle.memory;
  renewMemory(world);
  // No read of the old memory goes unnoticed.
  new Uint8Array(buffer).fill(0xff);
  stepAsTeam(world, workers, random);
}

/** The phases of a tick of this world. */
function phasesIn({ plan }: World): readonly Phase[] {
  const all: readonly Phase[] = PIPELINE;
  return all.filter((phase) => isNeeded(phase, plan));
}

function moveCuts({ control, count }: World, workers: number, random: () => number): void {
  if (random() < 0.3) return;
  // Mostly even, at times nearly all in one slice.
  const skew = random() < 0.5 ? 1 : 4;
  const grains = Math.ceil(count / GRAIN);
  const cuts = Array.from({ length: workers - 1 }, () =>
    Math.min(count, GRAIN * Math.round(random() ** skew * grains)),
  );
  control.cut.set(
    cuts.sort((a, b) => a - b),
    1,
  );
}
