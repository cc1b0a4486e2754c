import { type GridMap, MAX_MAP_CHARACTERS, MapError, parseMapText } from '@skein/core/path';
import { CliError } from './errors.ts';
import { EXIT } from './exit-codes.ts';
import { inputLabel, readText, TextRefusal } from './text-file.ts';

/**
 * Reads a map, MovingAI or JSON; "-" is standard input.
 *
 * @throws CliError when it cannot be read, and when it is refused.
 */
export async function readMap(path: string): Promise<GridMap> {
  try {
    return parseMapText(await readText(path, MAX_MAP_CHARACTERS));
  } catch (error) {
    if (!(error instanceof MapError || error instanceof TextRefusal)) throw error;
    throw new CliError(EXIT.refused, `${inputLabel(path)}: ${error.message}`, { cause: error });
  }
}
