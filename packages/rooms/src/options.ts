import type { World } from '@skein/core';
import { checkOptionNames, innerOf, show } from '@skein/core/internal';
import { RoomError } from './room-error.ts';

/**
 * Checks the names of options, the world, and the options that are functions.
 *
 * @throws RoomError ROOM_OPTION; WorldError WORLD_UNKNOWN for anything that is not a world
 */
export function checkOptions(
  options: { readonly world: World },
  known: readonly string[],
  functions: readonly string[],
): void {
  checkOptionNames(options, known, (option = 'options', found, expected) =>
    refused(option, found, expected),
  );
  innerOf(options.world);
  for (const name of functions) {
    const value = (options as Record<string, unknown>)[name];
    if (value === undefined || typeof value === 'function') continue;
    throw refused(name, show(value), 'a function');
  }
}

/** @throws RoomError ROOM_OPTION */
export function whole(option: string, value: number, least: number, most: number): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw refused(option, show(value), `a whole number from ${least} to ${most}`);
}

export function refused(option: string, found: string, expected: string): RoomError {
  return new RoomError('ROOM_OPTION', option, found, expected);
}
