import { readdirSync, readFileSync } from 'node:fs';
import { parseScenario, parseScenarioText, type Scenario } from '@skein/core';
import { describe, expect, it } from 'vitest';
import { someOf } from '../../../core/test/helpers/long.ts';
import { layOut, runText, terse } from '../../src/code/terse-scenario.ts';

const folder = new URL('../../../../scenarios/', import.meta.url);
const files = readdirSync(folder).filter((name) => /^[\w-]+[.]json$/.test(name));

const plain = (scenario: Scenario): unknown =>
  JSON.parse(
    JSON.stringify(scenario, (_, value) =>
      ArrayBuffer.isView(value) ? [...(value as never)] : value,
    ),
  );

describe('a terse scenario', () => {
  it.each(someOf(files, 3, 1))('gives the scenario of the file: %s', (name) => {
    const scenario = parseScenarioText(readFileSync(new URL(name, folder), 'utf8'));
    const whole = plain(scenario);
    const short = terse(whole);
    expect(plain(parseScenario(short))).toEqual(whole);
    expect(layOut(short).length).toBeLessThan(layOut(whole).length);
  });

  it('keeps weights, and leaves out other defaults and empty lists', () => {
    const spawn = { type: 'sphere', center: [1, 2], radius: 2 };
    const behaviors = [{ type: 'cohesion', weight: 8, radius: 9 }];
    const species = [{ name: 'a', count: 3, mass: 1, spawn, behaviors }];
    const whole = plain(parseScenario({ name: 'x', dt: 1 / 60, species, paths: [] }));
    expect(terse(whole)).toMatchObject({
      species: [{ name: 'a', count: 3, behaviors: [{ type: 'cohesion', weight: 8 }] }],
    });
    expect(JSON.stringify(terse(whole))).not.toMatch(/mass|paths|"dt"|radius":9/);
  });

  it('holds the commands and the seed of a run', () => {
    const scenario = parseScenarioText(readFileSync(new URL('beams.json', folder), 'utf8'));
    const history = [{ type: 'fire' as const, tick: 7, launcher: 'gun', count: 16 }];
    const text = runText({ scenario, seed: 77, history });
    const read = parseScenarioText(text);
    expect(read.seed).toBe(77);
    expect(read.commands).toHaveLength(scenario.commands.length + 1);
  });
});
