import { withMemory } from '../no-memory.ts';
import { checkAtBoundary } from '../world/hold.ts';
import { innerOf, type World } from '../world/public-world.ts';
import { refresh } from '../world/world.ts';
import type { Measure } from './measure.ts';
import { measureInTurns, measurePart } from './measure-in-turns.ts';
import { measuresOf } from './read-measures.ts';

/**
 * Measures the present state on the calling thread; `team.measure` does it on all threads, with the same bits.
 *
 * @param measures as texts, or as `readMeasures` reads them for the scenario of this world
 * @returns a number per measure; NaN where there is nothing to measure, as the mean speed of no agents
 * @throws MeasureError as `readMeasures` does; WorldError WORLD_BUSY while workers step it; NO_MEMORY
 */
export function measure(world: World, measures: readonly (string | Measure)[]): Float64Array {
  const inner = innerOf(world);
  checkAtBoundary(inner, 'measure');
  refresh(inner);
  const read = measuresOf(measures, inner.scenario);
  return withMemory('measure a world', () => {
    const turns = measureInTurns(inner, read);
    let turn = turns.next();
    while (!turn.done) turn = turns.next([measurePart(inner, { ...turn.value, workers: 1 }, 0)]);
    return turn.value;
  });
}
