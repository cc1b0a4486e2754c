/**
 * The part of vitest's JSON report that is read here.
 * @typedef {object} Report
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numPendingTests
 * @property {number} numTodoTests
 * @property {FileResult[]} testResults
 */

/**
 * @typedef {object} FileResult
 * @property {string} name the path of the file
 * @property {string} status
 * @property {Test[]} assertionResults
 */

/**
 * @typedef {object} Test
 * @property {string} fullName
 * @property {string} status
 * @property {string[]} failureMessages one for each failure, even if a retry passed
 */

/**
 * The last line of `npm test`. It must never say `0 failed` when anything went wrong. These count as one failure each:
 * a file that did not load, a failed step before the tests (lint, types), and a vitest that reports failure, or ran
 * nothing, without naming a test.
 * @param {Report | undefined} report undefined if vitest wrote none
 * @param {boolean} vitestPassed whether the exit status of vitest was 0
 * @param {boolean[]} steps whether each step before the tests passed
 */
export function countTests(report, vitestPassed, steps) {
  const passed = report?.numPassedTests ?? 0;
  const skipped = (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0);
  const brokenFiles = (report?.testResults ?? []).filter(
    (file) =>
      file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  ).length;
  let failed = (report?.numFailedTests ?? 0) + brokenFiles;
  if (failed === 0 && (!vitestPassed || passed === 0)) failed = 1;
  failed += steps.filter((ok) => !ok).length;
  return { passed, failed, skipped };
}

/**
 * The tests that failed at first and passed when retried, with the reasons.
 * @param {Report | undefined} report
 */
export function triedAgain(report) {
  return (report?.testResults ?? [])
    .flatMap((file) => file.assertionResults)
    .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
    .map(({ fullName, failureMessages }) => `${fullName}: ${failureMessages[0]?.split('\n')[0]}`);
}

/**
 * The files whose process ended before their tests. vitest reports their status as passed, and the tests that were left
 * as pending.
 * @param {Report | undefined} report
 */
export function cutOff(report) {
  return (report?.testResults ?? [])
    .filter(({ assertionResults }) => assertionResults.some(({ status }) => status === 'pending'))
    .map(({ name }) => name);
}

/**
 * The report of a run in which some files ran again: their second results replace the first.
 * @param {Report} report
 * @param {Report} again
 * @returns {Report}
 */
export function withSecondRun(report, again) {
  const second = new Map(again.testResults.map((file) => [file.name, file]));
  const testResults = report.testResults.map((file) => second.get(file.name) ?? file);
  const tests = testResults.flatMap((file) => file.assertionResults);
  /** @param {string[]} among */
  const count = (...among) => tests.filter(({ status }) => among.includes(status)).length;
  return {
    numPassedTests: count('passed'),
    numFailedTests: count('failed'),
    numPendingTests: count('pending', 'skipped', 'disabled'),
    numTodoTests: count('todo'),
    testResults,
  };
}
