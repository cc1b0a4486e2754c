import type { TeamOptions } from '@skein/worker';

/**
 * Returns the options of a team that were given on the command line. For all other options, the team uses its defaults.
 */
export function teamOptions({ workers, stallMs }: Partial<TeamOptions>): TeamOptions {
  return { ...(workers !== undefined && { workers }), ...(stallMs !== undefined && { stallMs }) };
}
