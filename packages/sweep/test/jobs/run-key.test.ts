import { parseScenario } from '@skein/core';
import { describe, expect, it } from 'vitest';
import { runKey } from '../../src/jobs/run-key.ts';
import { canonicalText, hashOf } from '../../src/plan/plan.ts';
import { flock } from '../scenes.ts';

describe('canonical JSON', () => {
  it('is as in the example of RFC 8785, section 3.2.2', () => {
    const input = JSON.parse(
      String.raw`{
        "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
        "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
        "literals": [null, true, false]
      }`,
    );
    expect(canonicalText(input)).toBe(
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    );
  });

  it('sorts keys by UTF-16 units, as section 3.2.3 has it', () => {
    const input = JSON.parse(
      '{"\\u20ac":"Euro","\\r":"CR","\\ufb33":"Dalet","1":"One","\\ud83d\\ude00":"Smile","\\u0080":"Control","\\u00f6":"o"}',
    );
    const values = [...canonicalText(input).matchAll(/:"([^"]+)"/g)].map((match) => match[1]);
    expect(values).toEqual(['CR', 'One', 'Control', 'o', 'Euro', 'Smile', 'Dalet']);
  });

  it('is hashed as UTF-8 by SHA-256', () => {
    // printf '{"a":"é"}' | sha256sum
    expect(hashOf({ a: 'é' })).toBe(
      'b3a092a6af48807fa9482b2ee140105575daa26d5b24b3c0e60a7e2dee6683b1',
    );
  });
});

/** The same value with the keys of each object in reverse order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, inner]) => [key, reversed(inner)]),
  );
}

describe('the key of a run', () => {
  const inputs = {
    engine: '0.1.0',
    scenario: parseScenario(flock()),
    seed: 3,
    ticks: 100,
    measures: ['polarization'],
    every: 10,
  };
  const key = runKey(inputs);

  it('is a SHA-256 that ignores the order of keys, and defaults that are written out', () => {
    expect(key).toMatch(/^[0-9a-f]{64}$/);
    expect(runKey({ ...inputs, scenario: parseScenario(reversed(flock())) })).toBe(key);
    expect(runKey({ ...inputs, scenario: parseScenario(parseScenario(flock())) })).toBe(key);
    expect(runKey(reversed(inputs) as typeof inputs)).not.toBe(undefined);
    expect(hashOf(reversed(inputs))).toBe(hashOf(inputs));
  });

  it('changes with anything that determines the run', () => {
    const others = [
      { engine: '0.1.1' },
      { scenario: parseScenario({ ...flock(), dt: 0.02 }) },
      { scenario: parseScenario(flock(18)) },
      { seed: 4 },
      { ticks: 101 },
      { measures: ['polarization', 'alive'] },
      { every: 11 },
    ].map((change) => runKey({ ...inputs, ...change }));
    expect(new Set([key, ...others]).size).toBe(others.length + 1);
  });
});
