import { runCommand } from './program.ts';

// The reader may close the pipe at any time, even during the help. Writes that matter report their own errors
// (output.ts); without a listener, the stream would throw them again.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

// Sets only the exit code: the process ends by itself once all output is written and all threads have ended, so nothing
// is cut off.
process.exitCode = await runCommand(process.argv.slice(2));
