import type { World } from '@skein/core';
import { formatOf } from '@skein/sweep/table-format';
import { type Rows, TableError, trajectoriesOf } from '@skein/sweep/tables';
import { ANIMATED_FORMATS } from './arguments.ts';
import { CliError } from './errors.ts';
import { EXIT } from './exit-codes.ts';
import type { Output } from './output.ts';
import { TableFile } from './table-file.ts';
import type { TrajectoryChoice } from './trajectory-choice.ts';

/** What the file contains, for messages. */
const WHAT = 'trajectories';

/**
 * Opens the file of the trajectories of a run.
 *
 * @param where a path, whose extension selects the format, or a stream, which gets CSV
 * @throws CliError for agents that do not exist, for too large an animation, and for a path that cannot be written
 */
export async function openTrajectories(
  world: World,
  where: string | Output,
  choice: TrajectoryChoice,
): Promise<{ readonly file: TableFile; rows(): Iterable<Rows> }> {
  const format = typeof where === 'string' ? formatOf(where, ANIMATED_FORMATS) : 'csv';
  if (format === 'glb') {
    // Loaded only here, since it takes as long to load as the rest of a command.
    const { Animation } = await import('./animation.ts');
    const animation = await orRefuse(() => Animation.open(where as string, world, choice));
    const file = await TableFile.with(where, WHAT, async () => animation);
    return { file, rows: () => animation.rows() };
  }
  const trajectories = await orRefuse(async () => trajectoriesOf(world, { format, ...choice }));
  const file = await TableFile.with(where, WHAT, (path, sink) => trajectories.open(path, { sink }));
  return { file, rows: trajectories.rows };
}

async function orRefuse<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof TableError)) throw error;
    const { found, expected } = error;
    throw new CliError(EXIT.usage, `--only: found ${found}, expected ${expected}`, {
      cause: error,
    });
  }
}
