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
 * @property {number} startTime (ms)
 * @property {number} endTime (ms)
 * @property {Test[]} assertionResults
 */

/**
 * @typedef {object} Test
 * @property {string} fullName
 * @property {string} status
 * @property {string[]} failureMessages one for each failure, even if a retry passed
 */

/**
 * Counts the tests of a vitest. It must never count no failure when anything went wrong. These count as one failure
 * each: a file that did not load, a file whose process ended early, and a vitest that reports failure, or ran nothing,
 * without naming a test.
 * @param {Report | undefined} report undefined if vitest wrote none
 * @param {boolean} vitestPassed whether the exit status of vitest was 0
 */
export function countTests(report, vitestPassed) {
  const passed = report?.numPassedTests ?? 0;
  const skipped = (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0);
  const brokenFiles = (report?.testResults ?? []).filter(
    (file) =>
      file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  ).length;
  let failed = (report?.numFailedTests ?? 0) + brokenFiles + cutOff(report).length;
  if (failed === 0 && (!vitestPassed || passed === 0)) failed = 1;
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
 * How long each file took, one line for each, the slowest first.
 * @param {readonly (Report | undefined)[]} reports
 * @param {(path: string) => string} nameOf
 */
export function durationsOf(reports, nameOf) {
  const files = reports
    .flatMap((report) => report?.testResults ?? [])
    .map(({ name, startTime, endTime }) => ({ name: nameOf(name), time: endTime - startTime }))
    .sort((a, b) => b.time - a.time);
  const all = files.reduce((sum, { time }) => sum + time, 0);
  const lines = files.map(({ name, time }) => `${(time / 1000).toFixed(2).padStart(8)} s  ${name}`);
  return `${(all / 1000).toFixed(0)} s in ${files.length} files\n${lines.join('\n')}\n`;
}
