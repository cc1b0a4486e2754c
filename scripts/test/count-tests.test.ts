import { expect, it } from 'vitest';
import { countTests, cutOff, durationsOf, triedAgain } from '../testing/count-tests.mjs';

const test = (status: string, ...failureMessages: string[]) => ({
  fullName: `a ${status} test`,
  status,
  failureMessages,
});

const file = (
  name: string,
  status: string,
  assertionResults: ReturnType<typeof test>[],
  took = 0,
) => ({
  ...{ name, status, assertionResults },
  ...{ startTime: 0, endTime: took },
});

const good = {
  numPassedTests: 7,
  numFailedTests: 0,
  numPendingTests: 1,
  numTodoTests: 2,
  testResults: [file('a.test.ts', 'passed', [test('passed')])],
};

it('has the counts of vitest', () => {
  expect(countTests(good, true)).toEqual({ passed: 7, failed: 0, skipped: 3 });
});

it('counts a file that did not load as one failure, beside failed tests', () => {
  const testResults = [
    file('a.test.ts', 'failed', []),
    file('b.test.ts', 'failed', [test('failed', 'no'), test('failed', 'no')]),
  ];
  const report = { ...good, numFailedTests: 2, testResults };
  expect(countTests(report, false).failed).toBe(3);
});

it.each([
  ['vitest failed without a failed test', good, false],
  ['no report', undefined, false],
  ['no test ran', { ...good, numPassedTests: 0 }, true],
] as const)('never counts 0 failures when %s', (_, report, vitestPassed) => {
  const count = countTests(report && { ...report, testResults: [] }, vitestPassed);
  expect(count.failed).toBe(1);
});

it('names only the tests that passed at the second try', () => {
  const tests = [test('passed'), test('failed', 'no', 'no'), test('passed', 'late\n  at here')];
  const report = {
    ...good,
    testResults: [file('a.test.ts', 'failed', tests)],
  };
  expect(triedAgain(report)).toEqual(['a passed test: late']);
  expect(triedAgain(undefined)).toEqual([]);
});

it('a file whose process ended early is found and counts as a failure, a file with skipped tests is not', () => {
  const early = file('b.test.ts', 'passed', [test('passed'), test('pending'), test('pending')]);
  const report = { ...good, testResults: [...good.testResults, early] };
  expect(cutOff(report)).toEqual(['b.test.ts']);
  expect(countTests(report, true).failed).toBe(1);
  const skipped = file('b.test.ts', 'passed', [test('passed'), test('skipped')]);
  expect(cutOff({ ...good, testResults: [skipped] })).toEqual([]);
  expect(cutOff(undefined)).toEqual([]);
});

it('lists the durations of the files of all reports, the slowest first', () => {
  const one = { ...good, testResults: [file('a.test.ts', 'passed', [], 30)] };
  const other = { ...good, testResults: [file('b.test.ts', 'passed', [], 2500)] };
  expect(durationsOf([one, undefined, other], (name) => name)).toBe(
    '3 s in 2 files\n    2.50 s  b.test.ts\n    0.03 s  a.test.ts\n',
  );
});
