import type * as z from 'zod/mini';
import { CommandError, type Problem, unknownCommand } from '../errors.ts';
import { cellRange } from '../scenario/grid-map.ts';
import { resolveSet } from '../scenario/parameters.ts';
import { jsonPath, problemsOf } from '../scenario/parse.ts';
import {
  type Command,
  type CommandInput,
  commandSchema,
  type Launcher,
  type Scenario,
} from '../scenario/schema.ts';
import { withoutNegativeZeros } from '../scenario/zeros.ts';
import { checkSize } from '../schema/guard.ts';
import { COMMAND } from './command-kinds.ts';
import { checkAtBoundary } from './hold.ts';
import { WORD } from './layout.ts';
import { flat } from './points.ts';
import { MAX_COMMANDS } from './sizes.ts';
import type { World } from './world.ts';

const CONE = Math.PI / 3;
const RING = Math.PI / 2;

/** The angle of a fire that has none (rad): what is aimed ahead leaves as it is aimed. */
export function defaultAngle({ aim }: Launcher, count: number): number {
  if (aim !== 'target') return 0;
  return count === 1 ? CONE : RING;
}

/**
 * Gives a command to the world. The step that starts at the present tick carries it
 * out: it is first seen in the state of the tick after.
 *
 * @returns the command as it stands in the log, stamped with its tick
 * @throws CommandError COMMAND_INVALID, or COMMANDS_FULL when 2,048 are pending; WorldError WORLD_BUSY
 * while workers step it, when `team.command` is the way; nothing is changed
 */
export function command(world: World, input: CommandInput): Command {
  checkAtBoundary(world, 'command');
  const stamped = {
    ...checkCommand(world.scenario, world.plan.largestRadius, input),
    tick: world.tick,
  };
  const { host } = world;
  const pending = host.pending.filter((one) => one.tick >= world.tick);
  if (pending.length >= MAX_COMMANDS) {
    throw new CommandError(
      'COMMANDS_FULL',
      `Found ${pending.length} commands pending, expected fewer.`,
    );
  }
  host.pending = [...pending, stamped];
  host.log.push(stamped);
  writePending(world);
  return stamped;
}

/** A command that is right for this scenario, not stamped yet. */
type CheckedCommand = z.output<typeof commandSchema>;

/**
 * Checks a command and fills in its defaults; `largestRadius` (m) is the plan's.
 *
 * @throws CommandError COMMAND_INVALID
 */
export function checkCommand(
  scenario: Scenario,
  largestRadius: number,
  input: CommandInput,
): CheckedCommand {
  const oversized = checkSize(input, jsonPath);
  if (oversized.length > 0) refuseAll(oversized);
  const result = commandSchema.safeParse(input);
  if (!result.success) {
    refuseAll(result.error.issues.flatMap((issue) => problemsOf(issue, commandSchema, input)));
  }
  const one = withoutNegativeZeros(result.data);
  switch (one.type) {
    case 'fire': {
      const launcher = named('launcher', scenario.launchers, one.launcher);
      const species = scenario.species.find((s) => s.name === launcher.species)!;
      if (one.count > species.count) {
        refuse(
          'count',
          String(one.count),
          `at most ${species.count}, all "${species.name}" there are`,
        );
      }
      break;
    }
    case 'cells': {
      const range = cellRange(scenario.map, scenario.bounds, one);
      if ('key' in range) refuse(range.key, range.found, range.expected);
      break;
    }
    case 'move':
      named('target', scenario.targets, one.target);
      break;
    case 'set': {
      const species = named('species', scenario.species, one.species);
      const place = resolveSet(species, one, largestRadius, scenario);
      if ('problem' in place) refuse(place.key, place.problem.found, place.problem.expected);
      break;
    }
    default:
      throw unknownCommand(one, '$.type');
  }
  return one;
}

function named<T extends { readonly name: string }>(
  key: string,
  list: readonly T[],
  name: string | undefined,
): T {
  const found = name === undefined ? list[0] : list.find((element) => element.name === name);
  if (found) return found;
  const names = list.map((element) => JSON.stringify(element.name)).join(', ');
  const expected = names === '' ? `a scenario that has a ${key}` : `one of ${names}`;
  return refuse(key, name === undefined ? 'nothing' : JSON.stringify(name), expected);
}

function refuseAll(problems: readonly Problem[]): never {
  const lines = problems.map((p) => `${p.path}: found ${p.found}, expected ${p.expected}`);
  throw new CommandError('COMMAND_INVALID', `Command refused. ${lines.join('; ')}`);
}

function refuse(key: string, found: string, expected: string): never {
  throw new CommandError(
    'COMMAND_INVALID',
    `Command refused. $.${key}: found ${found}, expected ${expected}`,
  );
}

/** Writes the pending commands into shared memory, by tick; equal ticks keep their order. */
export function writePending(world: World): void {
  const { constants, control, host, plan, scenario } = world;
  host.pending.sort((a, b) => a.tick - b.tick);
  host.pending.forEach((one, index) => {
    const place = constants.commandPlace.subarray(4 * index, 4 * index + 4);
    const value = constants.commandValue.subarray(4 * index, 4 * index + 4);
    // What an earlier command left where this one has no number is in no digest.
    place.fill(0);
    value.fill(0);
    constants.commandTick[index] = one.tick;
    switch (one.type) {
      case 'fire':
        constants.commandKind[index] = COMMAND.fire;
        place[0] = indexOf(scenario.launchers, one.launcher);
        place[1] = one.count;
        value[0] = one.angle ?? defaultAngle(scenario.launchers[place[0]], one.count);
        break;
      case 'cells': {
        constants.commandKind[index] = COMMAND.cells;
        const range = cellRange(scenario.map, scenario.bounds, one);
        if ('key' in range) throw new Error('A command was checked and is wrong all the same.');
        place.set(range.range);
        value[0] = one.cost === 'wall' ? 0 : one.cost;
        break;
      }
      case 'move':
        constants.commandKind[index] = COMMAND.move;
        place[0] = indexOf(scenario.targets, one.target);
        value.set(flat(one.position, plan.dimensions));
        break;
      case 'set': {
        const species = indexOf(scenario.species, one.species);
        const resolved = resolveSet(scenario.species[species], one, plan.largestRadius, scenario);
        if ('problem' in resolved)
          throw new Error('A command was checked and is wrong all the same.');
        const behavior = resolved.behavior;
        constants.commandKind[index] =
          behavior === undefined ? COMMAND.setSpecies : COMMAND.setBehavior;
        place[0] =
          behavior === undefined ? species : plan.species[species].behaviors[behavior].index;
        place[1] = resolved.slot;
        value[0] = one.value;
        break;
      }
      default:
        throw unknownCommand(one, `commands[${index}].type`);
    }
  });
  control.word[WORD.commandCount] = host.pending.length;
}

function indexOf(list: readonly { readonly name: string }[], name: string | undefined): number {
  return name === undefined ? 0 : list.findIndex((element) => element.name === name);
}
