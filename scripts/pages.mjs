// `npm run pages [-- FILE ...]`: all tests of the page, those too that `npm test` leaves out since they
// take long in a software renderer. FILE: only files whose path contains it.
import { readArguments } from './arguments.mjs';
import { runTests } from './run-tests.mjs';

const { positionals } = readArguments(import.meta.url, { allowPositionals: true });
runTests('page', positionals, { SKEIN_LONG: '1' });
