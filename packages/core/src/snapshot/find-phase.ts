import type { Command, Scenario } from '../scenario/schema.ts';
import { DECLARED } from '../tick/phase-access.ts';
import { columnsIn } from '../tick/phase-columns.ts';
import { isNeeded, type PhaseName } from '../tick/pipeline.ts';
import { tickSliced } from '../tick/tick.ts';
import { columnPlanes } from '../world/column-planes.ts';
import { SCRATCH_ROWS, type State } from '../world/layout.ts';
import type { KernelName, Plan } from '../world/plan.ts';
import type { World } from '../world/world.ts';
import { planeViews } from './planes.ts';
import { restoreWorld } from './restore-world.ts';
import { type RowDifference, valueIn } from './state-difference.ts';

/** A step of a world. */
export interface Step {
  readonly scenario: Scenario;
  /** The tick at which the step begins, and its state. */
  readonly tick: number;
  readonly state: State;
  /** The commands of this tick, without those of the scenario. */
  readonly commands: readonly Command[];
  readonly kernel: KernelName | 'auto';
}

/** The values of an agent or of an element after each phase of a step. The last value is that of the next state. */
type Course = readonly { readonly phase: PhaseName; readonly values: readonly number[] }[];

/** The values that phases compute for an agent before they are sorted into the next state. */
const STAGED = SCRATCH_ROWS.filter(
  ([name, , per]) =>
    name === 'force' ||
    (name.startsWith('staged') && ((per as string) === 'agent' || per.endsWith('Agent'))),
);

/**
 * Does two steps again, phase by phase, and finds the first phase after which what led to the difference differs.
 * Undefined if the steps do not lead to this difference.
 */
export function findPhase(a: Step, b: Step, difference: RowDifference): PhaseName | undefined {
  const ours = courseOf(a, difference);
  const theirs = courseOf(b, difference);
  if (!Object.is(endOf(ours), difference.found)) return undefined;
  if (!Object.is(endOf(theirs), difference.expected)) return undefined;
  return ours.find(({ values }, k) =>
    values.some((value, at) => !Object.is(value, theirs[k].values[at])),
  )?.phase;
}

/** The last phase that writes the columns of a row, in the worlds of a plan. */
export function writerOf(plan: Plan, row: string): PhaseName | undefined {
  const writers = DECLARED.filter(({ writes, ...phase }) => {
    const columns: ReadonlySet<string> = columnsIn([...writes.own, ...writes.any]);
    return isNeeded(phase, plan) && columns.has(`back.${row}`);
  });
  return writers.at(-1)?.name;
}

function courseOf({ kernel, ...step }: Step, difference: RowDifference): Course {
  const { scenario, tick, state, commands } = step;
  const pending = [...scenario.commands.filter((command) => command.tick === tick), ...commands];
  const content = {
    ...{ scenario, log: [], logSince: tick, pending, tick, state },
    births: undefined,
    events: [],
  };
  const world = restoreWorld(content, { kernel, maxWorkers: 1 });
  const course: { phase: PhaseName; values: number[] }[] = [];
  tickSliced(world, [0], (phase) => {
    course.push({ phase, values: valuesOf(world, difference) });
  });
  return course;
}

function endOf(course: Course): number | undefined {
  return course.at(-1)?.values.at(-1);
}

function valuesOf(world: World, difference: RowDifference): number[] {
  const { plan, front, back, scratch } = world;
  const { agent } = difference;
  const values: number[] = [];
  if (agent !== undefined) {
    const place = front.slot[agent];
    for (const { view } of planeViews(STAGED, scratch)) values.push(view[place] ?? 0);
    for (const { staged } of columnPlanes(world)) values.push(staged[place]);
  }
  values.push(valueIn(plan, back, difference));
  return values;
}
