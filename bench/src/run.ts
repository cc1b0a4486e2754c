import { runProgram } from './program.ts';
import { loadSuites } from './suites.ts';

// A reader may go away at any time, even in the middle of the help; what was measured is in a file.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

process.exitCode = await runProgram(process.argv.slice(2), await loadSuites());
