import * as z from 'zod/mini';
import { show } from '../errors.ts';
import { vectorList } from '../schema/number-lists.ts';
import { vector } from '../schema/quantities.ts';
import {
  type Chosen,
  checkChosen,
  checkPerAgent,
  chosenKeys,
  encodeChosen,
  indicesWhere,
  speciesByIds,
} from './chosen-agents.ts';
import { defineCommand, type ReportProblem, type Scope } from './define-command.ts';
import { checkInside, join, laidVectors } from './points.ts';
import { packWords } from './records.ts';

const goSchema = z.strictObject({
  type: z.literal('go'),
  ...chosenKeys,
  position: z.optional(vector),
  positions: z.optional(vectorList),
});

/** The command `go`. `values` has the region of the chosen agents, see encodeChosen, then the goals (m). */
export const go = defineCommand({
  schema: goSchema,

  check(command, scope, report) {
    checkChosen(command, scope, report);
    checkPerAgent({ one: 'position', each: 'positions' }, command, report);
    if (command.position === undefined && command.positions === undefined) {
      report('.position', 'nothing', '"position", or "positions" with "ids"');
    }
    checkGoals(command, scope, report);
    const { position, positions } = command;
    if (position) checkInside(position, () => '.position', scope, report);
    if (positions) checkInside(positions, (k) => `.positions[${3 * k}]`, scope, report);
  },

  encode(command, scene) {
    const { places, values } = encodeChosen(command, scene);
    const { position, positions } = command;
    const goals = laidVectors(positions ?? position!, scene);
    return {
      places: join(Uint32Array, packWords('go', { isEach: positions ? 1 : 0 }), places),
      values: join(Float32Array, values, goals),
    };
  },
});

/** Reports the chosen agents whose species has no goals. */
function checkGoals(
  { ids, species: name }: Chosen,
  { species }: Scope,
  report: ReportProblem,
): void {
  const without = (species: Scope['species'][number]): boolean =>
    species !== undefined && species.goals === undefined;
  const expected = 'a species with goals';
  if (ids !== undefined) {
    const speciesOf = speciesByIds({ species });
    for (const k of indicesWhere(ids, (id) => without(speciesOf(id)))) {
      report(`.ids[${k}]`, `agent ${ids[k]}, of a species without goals`, expected);
    }
  } else if (name !== undefined) {
    if (without(species.find((species) => species?.name === name))) {
      report('.species', show(name), expected);
    }
  } else if (species.every(without)) report('', '"go"', 'a scenario with a species that has goals');
}
