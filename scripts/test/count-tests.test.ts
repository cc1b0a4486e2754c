import { describe, expect, it } from 'vitest';
import { countTests, cutOff, triedAgain, withSecondRun } from '../testing/count-tests.mjs';

const test = (status: string, ...failureMessages: string[]) => ({
  fullName: `a ${status} test`,
  status,
  failureMessages,
});

const good = {
  numPassedTests: 7,
  numFailedTests: 0,
  numPendingTests: 1,
  numTodoTests: 2,
  testResults: [{ name: 'a.test.ts', status: 'passed', assertionResults: [test('passed')] }],
};

it('has the counts of vitest', () => {
  expect(countTests(good, true, [true, true])).toEqual({ passed: 7, failed: 0, skipped: 3 });
});

it('counts a file that did not load as one failure, beside failed tests', () => {
  const testResults = [
    { name: 'a.test.ts', status: 'failed', assertionResults: [] },
    {
      name: 'b.test.ts',
      status: 'failed',
      assertionResults: [test('failed', 'no'), test('failed', 'no')],
    },
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

it('names only the tests that passed at the second try', () => {
  const tests = [test('passed'), test('failed', 'no', 'no'), test('passed', 'late\n  at here')];
  const report = {
    ...good,
    testResults: [{ name: 'a.test.ts', status: 'failed', assertionResults: tests }],
  };
  expect(triedAgain(report)).toEqual(['a passed test: late']);
  expect(triedAgain(undefined)).toEqual([]);
});

describe('a file whose process ended early', () => {
  const early = {
    name: 'b.test.ts',
    status: 'passed',
    assertionResults: [test('passed'), test('pending'), test('pending')],
  };
  const report = { ...good, testResults: [...good.testResults, early] };

  it('is found, but a file with skipped tests is not', () => {
    expect(cutOff(report)).toEqual(['b.test.ts']);
    const skipped = { ...early, assertionResults: [test('passed'), test('skipped')] };
    expect(cutOff({ ...good, testResults: [skipped] })).toEqual([]);
    expect(cutOff(undefined)).toEqual([]);
  });

  it.each(['passed', 'failed'])('counts as %s when its second run has', (status) => {
    const second = { ...early, status, assertionResults: [test('passed'), test(status)] };
    const both = withSecondRun(report, { ...good, testResults: [second] });
    const isGood = status === 'passed';
    expect(countTests(both, isGood, [])).toEqual({
      passed: isGood ? 3 : 2,
      failed: isGood ? 0 : 1,
      skipped: 0,
    });
  });

  it('counts as a failure when it ends early again', () => {
    const both = withSecondRun(report, { ...good, testResults: [early] });
    expect(countTests(both, false, []).failed).toBe(1);
  });
});
