// `npm run test:long [-- PART ... FILE ...]`: runs all tests with all ticks, seeds and combinations, including those that
// `npm test` skips because they take long. PART: node, threads, gpu, browser or page, all if none is given. FILE: only files
// whose path contains it.
import { readArguments } from '../arguments.mjs';
import { runTests } from './run-tests.mjs';

const PARTS = ['node', 'threads', 'gpu', 'browser', 'page'];

const { positionals } = readArguments(import.meta.url, { allowPositionals: true });
const given = PARTS.filter((part) => positionals.includes(part));
const [first, ...others] = given.length > 0 ? given : PARTS;
/** The project of a part. That of `browser` also has the name of its browser. */
const projectOf = (/** @type {string} */ part) => (part === 'browser' ? 'browser*' : part);
const files = positionals.filter((one) => !PARTS.includes(one));
runTests(
  projectOf(first),
  [...others.flatMap((part) => ['--project', projectOf(part)]), ...files],
  {
    SKEIN_LONG: '1',
  },
);
