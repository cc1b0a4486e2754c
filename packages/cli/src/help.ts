import { MAX_WORKERS } from '@skein/core';
import { EXIT_MEANINGS } from './exit-codes.ts';
import { DEFAULT_EVERY, DEFAULT_TICKS } from './run.ts';

export const TICKS_HELP = `ticks to step (default: ${DEFAULT_TICKS})`;
export const KERNEL_HELP = 'ts, simd, or auto: the fastest there is (default: auto)';
export const WORKERS_HELP = `threads, 1 to ${MAX_WORKERS} (default: one per core)`;
export const EVERY_HELP = `ticks from one sample to the next (default: ${DEFAULT_EVERY})`;

/** What the help says after the options. Lines fit 80 columns. */
export const PROGRAM_EXAMPLES = `
Examples:
  skein check scenarios/beams.json
  skein run scenarios/flock.json
  skein run scenarios/flock.json --ticks 600 --every 10 --csv flock.csv
  skein run scenarios/beams.json --workers 4 --json | jq .hits
  skein list cohesion homing
`;

export const EXIT_CODE_HELP = `
Exit codes:
${EXIT_MEANINGS.map(([code, meaning]) => `  ${String(code).padEnd(4)} ${meaning}`).join('\n')}
`;

export const RUN_NOTES = `
Samples are the states at tick 0, k, 2k, ... and the last one. CSV columns:
  tick,id,species,x,y,z,vx,vy,vz,alive
Results go to standard output; progress and notices go to standard error.
Ctrl-C ends the run in good order, a second Ctrl-C at once.

Examples:
  skein run scenarios/flock.json --seed 7 --json
  skein run scenarios/beams.json --hash --every 1 | head
  skein run scenarios/flock.json --csv - | gzip > flock.csv.gz

Exit codes: see skein --help.
`;

export const LIST_NOTES = `
Examples:
  skein list | less
  skein list homing
  skein list --json | jq '.[] | .type'
`;
