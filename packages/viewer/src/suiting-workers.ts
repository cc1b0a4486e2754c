/** Agents per thread: fewer agents are stepped before another thread would have started. */
const AGENTS_EACH = 500;
/** With more cores than this, one core is left free for the page and the drawing. */
const FEW_CORES = 4;

/** The default number of threads for this many agents. */
export function suitingWorkers(agents: number, cores: number): number {
  const free = cores > FEW_CORES ? cores - 1 : cores;
  return Math.min(free, Math.max(2, Math.ceil(agents / AGENTS_EACH)));
}
