import { describe, expect, it } from 'vitest';
import { ScenarioError, SkeinError, show, TeamError, WorldError } from '../src/errors.ts';

describe('show', () => {
  it.each([
    [undefined, 'nothing'],
    [null, 'null'],
    [Number.NaN, 'NaN'],
    [-0.5, '-0.5'],
    [true, 'true'],
    [7n, '7'],
    ['a "b"\n', '"a \\"b\\"\\n"'],
    ['x'.repeat(60), `"${'x'.repeat(60)}"`],
    ['x'.repeat(61), `"${'x'.repeat(57)}..."`],
    [[], 'an array of 0'],
    [[1, [2]], 'an array of 2'],
    [{}, 'an object'],
    [Object.create(null), 'an object'],
    [{ constructor: 5 }, 'an object'],
    [new Map(), 'a Map'],
    [new Int32Array(2), 'an Int32Array'],
    [new Float64Array(2), 'a Float64Array'],
    [Object.create({ constructor: null }), 'an object'],
    [Symbol('s'), 'Symbol(s)'],
  ])('value %#', (value, expected) => {
    expect(show(value)).toBe(expected);
  });
});

describe('errors', () => {
  it('have the name of their class, a code, and the cause', () => {
    const cause = new Error('why');
    for (const error of [
      new SkeinError('A', 'text', { cause }),
      new WorldError('A', 'text', { cause }),
    ]) {
      expect(error).toBeInstanceOf(SkeinError);
      expect(error).toBeInstanceOf(Error);
      expect(error).toMatchObject({ code: 'A', message: 'text', cause });
      expect(error.name).toBe(error.constructor.name);
    }
  });

  it('of a team name the worker, phase and tick, where these are known', () => {
    const error = new TeamError('WORKER_LOST', 'gone', { worker: 0, phase: 'bin', tick: 7 });
    expect(error).toMatchObject({ name: 'TeamError', code: 'WORKER_LOST', worker: 0, tick: 7 });
    expect(error.phase).toBe('bin');
    const { worker, phase, tick, cause } = new TeamError('TEAM_BUSY', 'busy');
    expect([worker, phase, tick, cause]).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('of a scenario list every problem, one per line', () => {
    const problems = [
      { path: '$.a', found: '1', expected: '2' },
      { path: '$.b[0]', found: 'nothing', expected: 'a string' },
    ];
    expect(new ScenarioError('SCENARIO_INVALID', problems)).toMatchObject({
      problems,
      message:
        'The scenario has 2 problems:\n' +
        '  $.a: found 1, expected 2\n' +
        '  $.b[0]: found nothing, expected a string',
    });
    expect(new ScenarioError('SCENARIO_NOT_JSON', problems.slice(1)).message).toMatch(
      /^The scenario has 1 problem:\n/,
    );
  });
});
