import * as z from 'zod/mini';
import { show } from '../errors.ts';
import { capacityOf } from '../scenario/capacity-of.ts';
import { componentsOf, mergedColumns } from '../scenario/merged-columns.ts';
import { LIMITS } from '../schema/limits.ts';
import { vectorList } from '../schema/number-lists.ts';
import { name, vector, whole } from '../schema/quantities.ts';
import { checkBox, regionKeys } from './chosen-agents.ts';
import { checkColumnValue, columnNamed, columnValue } from './column-values.ts';
import {
  type CommandNumbers,
  defineCommand,
  type ReportProblem,
  type Scene,
  type Scope,
} from './define-command.ts';
import { checkInside, join, laidPoints, laidVectors } from './points.ts';
import { packWords, SPAWN, SPAWNED } from './records.ts';
import { findNamed, indexOfNamed } from './references.ts';

const spawnSchema = z.strictObject({
  type: z.literal('spawn'),
  species: name,
  count: z.optional(whole(1, LIMITS.agents)),
  position: z.optional(vector),
  positions: z.optional(vectorList),
  ...regionKeys,
  velocity: z.optional(vector),
  velocities: z.optional(vectorList),
  goal: z.optional(vector),
  goals: z.optional(vectorList),
  columns: z.optional(z.record(name, columnValue)),
});

type Spawn = z.output<typeof spawnSchema>;

/**
 * The command `spawn`. After its words, `places` has two numbers for each column. The first is the index of the column
 * in the plan. The second is the value of a u32 column, and 0 for other columns.
 *
 * `values` has the position, positions or region. Then come velocities (m/s), then goals (m), then the values of f32
 * and vec3 columns.
 */
export const spawn = defineCommand({
  schema: spawnSchema,

  check(command, scope, report) {
    const species = findNamed('species', scope.species, command.species, report);
    checkWhere(command, scope, report);
    const count = countOf(command);
    checkLists(command, count, report);
    for (const [column, value] of Object.entries(command.columns ?? {})) {
      const path = `.columns.${column}`;
      const known = columnNamed(path, column, scope, report);
      if (known !== undefined) checkColumnValue(path, value, known, report);
    }
    if (species === undefined) return;
    const capacity = capacityOf(species);
    if (count > capacity) {
      const expected = `at most ${capacity}, the capacity of "${species.name}"`;
      report(command.count === undefined ? '.positions' : '.count', String(count), expected);
    }
    for (const key of ['goal', 'goals'] as const) {
      if (command[key] === undefined || species.goals !== undefined) continue;
      report(`.${key}`, `${key} of "${species.name}"`, 'a species with goals');
    }
  },

  encode(command, scene) {
    const { velocity, velocities, goal, goals } = command;
    const columns = encodeColumns(command, scene);
    const what =
      ((velocity ?? velocities) ? SPAWNED.velocity : 0) |
      (velocities ? SPAWNED.velocities : 0) |
      ((goal ?? goals) ? SPAWNED.goal : 0) |
      (goals ? SPAWNED.goals : 0);
    const species = indexOfNamed(scene.species, command.species);
    const { where, values } = encodeWhere(command, scene);
    const words = packWords('spawn', { species, count: countOf(command), where, what });
    return {
      places: join(Uint32Array, words, columns.places),
      values: join(
        Float32Array,
        values,
        laidVectors(velocities ?? velocity ?? [], scene),
        laidVectors(goals ?? goal ?? [], scene),
        columns.values,
      ),
    };
  },
});

function countOf({ count, positions }: Spawn): number {
  return count ?? (positions === undefined ? 1 : Math.floor(positions.length / 3));
}

function checkWhere(command: Spawn, scope: Scope, report: ReportProblem): void {
  const keys = (['position', 'positions', 'box', 'sphere'] as const).filter(
    (key) => command[key] !== undefined,
  );
  if (keys.length === 0) report('', 'no start position', 'position, positions, box or sphere');
  for (const key of keys.slice(1))
    report(`.${key}`, `both ${keys[0]} and ${key}`, 'one of the two');
  const { position, positions, box, sphere } = command;
  if (position) checkInside(position, () => '.position', scope, report);
  if (positions) checkInside(positions, (k) => `.positions[${3 * k}]`, scope, report);
  const { goal, goals } = command;
  if (goal) checkInside(goal, () => '.goal', scope, report);
  if (goals) checkInside(goals, (k) => `.goals[${3 * k}]`, scope, report);
  if (box) {
    checkBox(box, report);
    checkInside(box.min, () => '.box.min', scope, report);
    checkInside(box.max, () => '.box.max', scope, report);
  }
  if (sphere) {
    const { center, radius } = sphere;
    const corners = [-radius, radius].flatMap((by) => center.map((v) => v + by));
    checkInside(corners, () => '.sphere', scope, report);
  }
}

/**
 * Reports a problem if a list of vectors does not have three numbers for each new agent. Also reports a problem if the
 * command gives both a list and a single vector for all new agents.
 */
function checkLists(command: Spawn, count: number, report: ReportProblem): void {
  for (const [one, each] of [
    ['position', 'positions'],
    ['velocity', 'velocities'],
    ['goal', 'goals'],
  ] as const) {
    const list = command[each];
    if (list === undefined) continue;
    if (list.length !== 3 * count) {
      const expected = `3 for each agent, ${3 * count} in all`;
      report(`.${each}`, `${show(list.length)} numbers`, expected);
    }
    if (one !== 'position' && command[one] !== undefined) {
      report(`.${each}`, `both ${one} and ${each}`, 'one of the two');
    }
  }
}

function encodeColumns({ columns = {} }: Spawn, scene: Scene): CommandNumbers {
  const merged = mergedColumns(scene);
  const places: number[] = [];
  const values: number[] = [];
  for (const [name, value] of Object.entries(columns)) {
    const index = merged.findIndex((column) => column.name === name);
    const { type } = merged[index];
    const numbers = componentsOf(type, value);
    places.push(index, type === 'u32' ? numbers[0] : 0);
    if (type !== 'u32') values.push(...Array.from(numbers));
  }
  return { places, values };
}

interface Where {
  readonly where: number;
  readonly values: ArrayLike<number>;
}

function encodeWhere({ position, positions, box, sphere }: Spawn, scene: Scene): Where {
  if (box !== undefined) return { where: SPAWN.box, values: [...box.min, ...box.max] };
  if (sphere !== undefined) {
    return { where: SPAWN.sphere, values: [...sphere.center, sphere.radius, 0, 0] };
  }
  const values = laidPoints(positions ?? position!, scene);
  return { where: positions ? SPAWN.positions : SPAWN.position, values };
}
