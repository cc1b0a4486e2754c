import { expect, it } from 'vitest';
import { countTests } from '../count-tests.mjs';

const good = {
  numPassedTests: 7,
  numFailedTests: 0,
  numPendingTests: 1,
  numTodoTests: 2,
  testResults: [{ status: 'passed', assertionResults: [{ status: 'passed' }] }],
};

it('counts what vitest counted', () => {
  expect(countTests(good, true, [true, true])).toEqual({ passed: 7, failed: 0, skipped: 3 });
});

it('counts a file that did not load as one failure, beside failed tests', () => {
  const testResults = [
    { status: 'failed', assertionResults: [] },
    { status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'failed' }] },
  ];
  const report = { ...good, numFailedTests: 2, testResults };
  expect(countTests(report, false, [true, true]).failed).toBe(3);
});

it.each([
  ['vitest failed without a failed test', good, false, [true, true], 1],
  ['no report', undefined, false, [true, true], 1],
  ['no test ran', { ...good, numPassedTests: 0 }, true, [true, true], 1],
  ['lint failed', good, true, [false, true], 1],
  ['lint and types failed', good, true, [false, false], 2],
] as const)('never says 0 failed when %s', (_, report, vitestPassed, steps, failed) => {
  const count = countTests(report && { ...report, testResults: [] }, vitestPassed, [...steps]);
  expect(count.failed).toBe(failed);
});
