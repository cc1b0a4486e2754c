import { MAX_WORKERS } from './address.ts';

/**
 * The number of agents for which one more thread is worthwhile. With fewer agents, the other threads would be done
 * before the additional thread has begun.
 */
const AGENTS_EACH = 500;
/** On a machine with more cores than this, one core is left free for the page and for drawing. */
const FEW_CORES = 4;

/** The default number of threads, given the number of agents and the number of cores of the machine. */
export function suitingWorkers(agents: number, cores: number): number {
  const free = cores > FEW_CORES ? cores - 1 : cores;
  return Math.min(free, Math.max(2, Math.ceil(agents / AGENTS_EACH)));
}

/**
 * The highest number of threads that the page offers. It exceeds the number of cores, so that visitors can try more
 * threads than cores.
 */
export function mostWorkers(cores: number): number {
  return Math.min(MAX_WORKERS, Math.max(4, 2 * cores));
}
