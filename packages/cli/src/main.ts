import { describeError, exitCodeOf } from './errors.ts';
import { tell } from './output.ts';
import { runProgram } from './program.ts';

// A reader may go away at any time, even in the middle of the help. Writes that matter report their
// own errors (output.ts); without a listener a stream would throw them once more.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

// Only the exit code is set: the process ends by itself when everything is written and every
// thread is gone, so that nothing is cut off.
try {
  process.exitCode = await runProgram(process.argv.slice(2));
} catch (error) {
  process.exitCode = exitCodeOf(error);
  tell(describeError(error));
}
