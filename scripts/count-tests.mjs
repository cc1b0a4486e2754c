/**
 * The part of vitest's JSON report that is read here.
 * @typedef {object} Report
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numPendingTests
 * @property {number} numTodoTests
 * @property {{ status: string, assertionResults: Test[] }[]} testResults
 */

/**
 * @typedef {object} Test
 * @property {string} fullName
 * @property {string} status
 * @property {string[]} failureMessages of each time it failed, also where it passed in the end
 */

/**
 * What the closing line of `npm test` says. Nothing that went wrong may end as `0 failed`. A file
 * that did not load counts as one failure, and so does each step before the tests (lint, types). So
 * does a vitest that says it failed, or ran nothing, without naming a test.
 * @param {Report | undefined} report undefined when vitest left none
 * @param {boolean} vitestPassed whether vitest's exit status was 0
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
 * The tests that failed first and passed when they were tried again, and why they failed.
 * @param {Report | undefined} report
 */
export function triedAgain(report) {
  return (report?.testResults ?? [])
    .flatMap((file) => file.assertionResults)
    .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
    .map(({ fullName, failureMessages }) => `${fullName}: ${failureMessages[0]?.split('\n')[0]}`);
}
