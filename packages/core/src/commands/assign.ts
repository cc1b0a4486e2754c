import * as z from 'zod/mini';
import { show } from '../errors.ts';
import { isAssignable } from '../scenario/aim-keys.ts';
import { idList } from '../schema/number-lists.ts';
import { name } from '../schema/quantities.ts';
import { planIds } from '../world/ids.ts';
import {
  agentsOf,
  checkChosen,
  chosenKeys,
  encodeChosen,
  indicesWhere,
  speciesByIds,
} from './chosen-agents.ts';
import { defineCommand, type ReportProblem, type Scope } from './define-command.ts';
import { join } from './points.ts';
import { ASSIGNED, packWords } from './records.ts';
import { findNamed, indexOfNamed } from './references.ts';

const assignSchema = z.strictObject({
  type: z.literal('assign'),
  ...chosenKeys,
  target: z.optional(name),
  quarry: z.optional(z.number().check(z.int(), z.minimum(0), z.maximum(0xffffffff))),
  quarries: z.optional(idList),
  clear: z.optional(z.literal(true)),
});

type Species = Scope['species'][number];

const WHAT = ['target', 'quarry', 'quarries', 'clear'] as const;

/** The command `assign`. `values` has the region of the chosen agents, see encodeChosen. */
export const assign = defineCommand({
  schema: assignSchema,

  check(command, scope, report) {
    checkChosen(command, scope, report);
    const { ids, target, quarry, quarries } = command;
    const given = WHAT.filter((key) => command[key] !== undefined);
    if (given.length !== 1) {
      const found = given.length === 0 ? 'nothing to assign' : given.join(' and ');
      report('', found, 'exactly one of "target", "quarry", "quarries" and "clear"');
      return;
    }
    if (target !== undefined && findNamed('target', scope.targets, target, report) === undefined) {
      return;
    }
    if (quarry !== undefined && !isAgent([quarry], () => '.quarry', scope, report)) return;
    if (quarries !== undefined) {
      if (ids === undefined || quarries.length !== ids.length) {
        const found = ids === undefined ? '"quarries" without "ids"' : `${quarries.length} numbers`;
        const expected =
          ids === undefined
            ? '"ids" as well, or "quarry", which is the same for all agents'
            : `one for each id, ${ids.length} in all`;
        report('.quarries', found, expected);
        return;
      }
      if (!isAgent(quarries, (k) => `.quarries[${k}]`, scope, report)) return;
    }
    checkFollowing(command, scope, report);
  },

  encode(command, scene) {
    const { places, values } = encodeChosen(command, scene);
    const { target, quarry, quarries } = command;
    const [what, list]: [number, ArrayLike<number>] =
      target !== undefined
        ? [ASSIGNED.target, [indexOfNamed(scene.targets, target)]]
        : quarry !== undefined
          ? [ASSIGNED.quarry, [quarry]]
          : quarries !== undefined
            ? [ASSIGNED.quarries, quarries]
            : [ASSIGNED.nothing, []];
    const head = packWords('assign', { what, listed: list.length });
    return { places: join(Uint32Array, head, list, places), values };
  },
});

/** Returns whether all ids can belong to agents, and reports the ids that no agent can have. */
function isAgent(
  ids: ArrayLike<number>,
  pathOf: (k: number) => string,
  scope: Scope,
  report: ReportProblem,
): boolean {
  // If a species is not valid, the ids of agents are not known.
  if (scope.species.includes(undefined)) return true;
  const agents = agentsOf(scope);
  const { indexMask } = planIds(agents);
  const unknown = indicesWhere(ids, (id) => (id & indexMask) >>> 0 >= agents);
  for (const k of unknown) {
    report(pathOf(k), show(ids[k]), `the id of an agent, from 0 to ${agents - 1}`);
  }
  return unknown.length === 0;
}

/** Reports agents with no behavior that could use the assignment, and agents that are their own quarry. */
function checkFollowing(
  command: Parameters<typeof encodeChosen>[0] & {
    readonly quarry?: number | undefined;
    readonly quarries?: ArrayLike<number> | undefined;
    readonly target?: string | undefined;
  },
  scope: Scope,
  report: ReportProblem,
): void {
  const { ids, species: chosen, quarry, quarries, target } = command;
  const speciesOf = speciesByIds(scope);
  const canFollow = (species: Species, quarryOf: number | undefined): boolean => {
    // A species that is not valid is reported elsewhere.
    if (species === undefined) return true;
    const prey = quarryOf === undefined ? undefined : speciesOf(quarryOf);
    if (quarryOf !== undefined && prey === undefined) return true;
    return species.behaviors.some((behavior) => {
      if (!isAssignable(behavior)) return false;
      if (prey !== undefined) return behavior.quarry === prey.name;
      return target === undefined || behavior.quarry === undefined;
    });
  };
  const wanted = (quarryOf: number | undefined): string => {
    if (quarryOf !== undefined) {
      const of = show(speciesOf(quarryOf)!.name);
      return `a species with an assignable behavior whose quarry is ${of}`;
    }
    return `a species with an assignable behavior${target === undefined ? '' : ' that aims at a target'}`;
  };
  const quarryAt = (k: number): number | undefined => quarries?.[k] ?? quarry;
  if (ids !== undefined) {
    for (let k = 0; k < ids.length; k++) {
      const of = speciesOf(ids[k]);
      if (!canFollow(of, quarryAt(k))) {
        const found = `agent ${ids[k]}, of the species ${show(of!.name)}`;
        report(`.ids[${k}]`, found, wanted(quarryAt(k)));
        return;
      }
      if (ids[k] !== quarryAt(k)) continue;
      const path = quarries === undefined ? '.quarry' : `.quarries[${k}]`;
      report(path, `agent ${ids[k]}, which would be its own quarry`, 'another agent');
      return;
    }
    return;
  }
  if (chosen !== undefined) {
    const of = scope.species.find((species) => species?.name === chosen);
    if (!canFollow(of, quarry)) report('.species', show(chosen), wanted(quarry));
    return;
  }
  if (!scope.species.some((species) => canFollow(species, quarry))) {
    report('', '"assign"', `a scenario with ${wanted(quarry)}`);
  }
}
