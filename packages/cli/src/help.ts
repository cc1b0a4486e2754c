import { MAX_WORKERS } from '@skein/core';
import { DEFAULT_STALL_MS } from '@skein/worker';
import { EXIT_MEANINGS } from './exit-codes.ts';
import { DEFAULT_EVERY, DEFAULT_TICKS } from './run-options.ts';

export const TICKS_HELP = `the tick to end at (default: ${DEFAULT_TICKS})`;
export const KERNEL_HELP = 'ts, simd, or auto: the fastest there is (default: auto)';
export const WORKERS_HELP = `threads, 1 to ${MAX_WORKERS} (default: one per core)`;
export const STALL_HELP = `ms a thread may be silent at first (default: ${DEFAULT_STALL_MS})`;
export const NEIGHBORS_HELP = '4, or 8: diagonal steps too (default: 8)';
export const EVERY_HELP = `ticks from a sample or save to the next (default: ${DEFAULT_EVERY})`;

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
--save replaces its file at each sample's tick and at the end; the file is
always whole. --resume goes on from such a file, to the same hashes.
--heavy does each tick again, from a snapshot of the one before, by another
number of workers and in turns by each kernel, and ends at the first difference.
Results go to standard output; progress and notices go to standard error.
Ctrl-C ends the run in good order, a second Ctrl-C at once.

Examples:
  skein run scenarios/flock.json --seed 7 --json
  skein run scenarios/beams.json --hash --every 1 | head
  skein run scenarios/flock.json --csv - | gzip > flock.csv.gz
  skein run scenarios/flock.json --ticks 36000 --every 600 --save flock.skein
  skein run --resume flock.skein --ticks 36000 --save flock.skein

Exit codes: see skein --help.
`;

export const REPLAY_NOTES = `
Without --verify it says what was recorded, with --json all of it.

Examples:
  skein run scenarios/beams.json --record beams.replay
  skein replay beams.replay --verify --workers 4
  skein replay beams.replay --json | jq .log

Exit codes: see skein --help.
`;

export const LIST_NOTES = `
Examples:
  skein list | less
  skein list homing
  skein list guidance
  skein list --json | jq '.[] | .type'
`;

export const PATH_NOTES = `
A step costs its length times the mean cost of its two cells. No step passes
the corner of a wall. In the drawing A is the start, B the goal, o the path,
# a wall, : a cell that costs more than the cheapest.

Examples:
  skein path arena.map --from 3,4 --to 57,30
  skein path maze.json --from 0,0 --to 19,9 --neighbors 4 --json

Exit codes: see skein --help.
`;
