import { runProgram } from './program.ts';
import { loadSuites } from './suites.ts';

// The reader may close the pipe at any time, even during the help. The measurements are in a file.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

process.exitCode = await runProgram(process.argv.slice(2), await loadSuites());
