import { runProgram } from './program.ts';
import { loadSuites } from './suites.ts';

process.exitCode = await runProgram(process.argv.slice(2), await loadSuites());
