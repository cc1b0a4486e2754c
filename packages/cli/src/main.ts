import { runCommand } from './program.ts';

// A reader may go away at any time, even in the middle of the help. Writes that matter report their
// own errors (output.ts); without a listener a stream would throw them once more.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

// Only the exit code is set: the process ends by itself when everything is written and every
// thread is gone, so that nothing is cut off.
process.exitCode = await runCommand(process.argv.slice(2));
