import { withMemory } from '../no-memory.ts';
import { checkAtBoundary } from '../world/hold.ts';
import { innerOf, type World } from '../world/public-world.ts';
import { refresh } from '../world/world.ts';
import type { Measure } from './measure.ts';
import { measureInTurns, measurePart } from './measure-in-turns.ts';
import { measuresOf } from './read-measures.ts';

/**
 * Measures the current state of a world on the calling thread. `team.measure` uses all threads and gives the same bits.
 *
 * @param measures texts, or results of `readMeasures` for the scenario of this world
 * @returns one number per measure; NaN when there is nothing to measure, such as the mean speed of no agents
 * @throws MeasureError in the same cases as `readMeasures`; WorldError WORLD_BUSY while workers step the world,
 * NO_MEMORY when an allocation fails
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
