// `npm run test:long [-- FILE ...]`: runs the tests in Node, its threads and a browser with all ticks and combinations,
// including those that `npm test` skips because they take long. FILE: only files whose path contains it.
import { readArguments } from '../arguments.mjs';
import { runTests } from './run-tests.mjs';

const { positionals } = readArguments(import.meta.url, { allowPositionals: true });
runTests('node', ['--project', 'threads', '--project', 'browser*', ...positionals], {
  SKEIN_LONG: '1',
});
