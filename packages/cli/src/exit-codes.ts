/** The exit codes of the command. Scripts depend on these numbers, so their meaning never changes. */
export const EXIT = {
  ok: 0,
  refused: 1,
  usage: 2,
  file: 3,
  failed: 4,
  unreachable: 5,
  diverged: 6,
  unlike: 7,
  interrupted: 130,
  terminated: 143,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The meaning of each exit code, as shown by the help and in docs/command-line.md. */
export const EXIT_MEANINGS: readonly (readonly [ExitCode, string])[] = [
  [EXIT.ok, 'done, or the reader of standard output stopped reading early'],
  [EXIT.refused, 'the scenario, law, map, snapshot, replay or plan was refused'],
  [EXIT.usage, 'wrong usage: an unknown command or option, or a value out of range'],
  [EXIT.file, 'a file cannot be read or written'],
  [EXIT.failed, 'could not start, or failed: no memory, too many lost workers, failed runs'],
  [EXIT.unreachable, 'no path leads to the goal'],
  [EXIT.diverged, 'the replay differs from what was recorded, or two files differ'],
  [EXIT.unlike, 'a repeated tick or a repeated run gave a different result'],
  [EXIT.interrupted, 'interrupted with Ctrl-C; what was written so far is complete'],
  [EXIT.terminated, 'ended by SIGTERM; what was written so far is complete'],
];
