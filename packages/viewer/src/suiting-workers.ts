/** Fewer agents are stepped sooner than another thread has begun. */
const AGENTS_EACH = 500;
/** With more cores than these one is left to the page and what draws it. */
const FEW_CORES = 4;

/** How many threads suit so many agents by default. */
export function suitingWorkers(agents: number, cores: number): number {
  const free = cores > FEW_CORES ? cores - 1 : cores;
  return Math.min(free, Math.max(2, Math.ceil(agents / AGENTS_EACH)));
}
