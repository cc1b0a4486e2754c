import { COMMAND, type CommandType, choiceOf } from '../../commands/records.ts';
import { unknownCommand } from '../../errors.ts';
import { WORD } from '../../world/layout.ts';
import type { SharedWorld } from '../../world/world.ts';
import type { StoredCommand } from './define-effect.ts';

const TYPES = new Map<number, CommandType>(
  Object.entries(COMMAND).map(([type, { kind }]) => [kind, type as CommandType]),
);

/**
 * Visits the commands of this tick, in the order in which they were given. The object that `visit` gets is reused for
 * the next command of the same call.
 *
 * @throws CommandError COMMAND_UNKNOWN if memory contains an unknown kind of command
 */
export function eachCommand(
  world: SharedWorld,
  visit: (type: CommandType, command: StoredCommand) => void,
): void {
  const { commandTick, commandKind, commandPlace, commandPlaceEnd, commandValueEnd } =
    world.constants;
  const count = world.control.word[WORD.commandCount];
  const first = firstOf(commandTick, count, world.frontTick);
  const stored: StoredCommand = {
    ordinal: 0,
    index: 0,
    place: 0,
    choice: -1,
    placeEnd: 0,
    value: 0,
    valueEnd: 0,
  };
  for (let index = first; index < count && commandTick[index] === world.frontTick; index++) {
    const type = TYPES.get(commandKind[index]);
    if (type === undefined) {
      throw unknownCommand(commandKind[index] as never, `constants.commandKind[${index}]`);
    }
    stored.ordinal = index - first;
    stored.index = index;
    stored.place = index === 0 ? 0 : commandPlaceEnd[index - 1];
    stored.choice = choiceOf(type, commandPlace, stored.place);
    stored.placeEnd = commandPlaceEnd[index];
    stored.value = index === 0 ? 0 : commandValueEnd[index - 1];
    stored.valueEnd = commandValueEnd[index];
    visit(type, stored);
  }
}

/** The index of the first tick that is not before `tick`, among `count` ticks in ascending order. */
function firstOf(ticks: Uint32Array, count: number, tick: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ticks[middle] < tick) low = middle + 1;
    else high = middle;
  }
  return low;
}
