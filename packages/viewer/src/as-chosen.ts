import type { Scenario } from '@skein/core';
import type { Choices } from './address.ts';
import { withCounts } from './laws/count-slider.ts';
import { withRoom } from './laws/with-room.ts';
import { withSpare } from './scene-room.ts';

/** Returns the scenario with the spare capacity and the numbers of agents that the visitor has chosen. */
export function asChosen(
  scenario: Scenario,
  { counts = {}, many = {}, spare }: Pick<Choices, 'counts' | 'many' | 'spare'>,
): Scenario {
  return withSpare(withRoom(withCounts(scenario, counts), many), spare);
}
