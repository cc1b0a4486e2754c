// `npm run tool -- pages [FILE ...]`: runs all tests of the page, including those that `npm test` skips because they
// take long with a software renderer. FILE: only files whose path contains it.
import { readArguments } from '../arguments.mjs';
import { runTests } from './run-tests.mjs';

const { positionals } = readArguments(import.meta.url, { allowPositionals: true });
runTests('page', positionals, { SKEIN_LONG: '1' });
