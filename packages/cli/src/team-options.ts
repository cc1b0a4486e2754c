import type { TeamOptions } from '@skein/worker';

/** What a command line says of its team; what it leaves out is left to the team. */
export function teamOptions({ workers, stallMs }: Partial<TeamOptions>): TeamOptions {
  return { ...(workers !== undefined && { workers }), ...(stallMs !== undefined && { stallMs }) };
}
