import { readFileSync } from 'node:fs';
import { createWorld, parseScenario } from '@skein/core';
import { describe, expect, it } from 'vitest';
import { flock } from './scenes.ts';
import { skein, testFolder, write } from './skein.ts';

describe('skein check', () => {
  it('says what a valid scenario would make', async () => {
    const file = write(testFolder(), 'flock.json', flock());
    const { bytes } = createWorld(parseScenario(flock()));
    const { code, stdout, stderr } = await skein(['check', file]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const [valid, estimate, ...others] = stdout.split('\n');
    expect(valid).toBe(`valid: small-flock, 20 agents, ${bytes} bytes`);
    expect(estimate).toMatch(
      /^estimate: about \d ms to start and 0\.0\d+ ms a tick, on one core of an .+$/,
    );
    expect(others).toEqual(['']);
  });

  it('estimates seconds for what takes them', async () => {
    const scene = { ...flock(), species: [{ ...flock().species[0], count: 3_000_000 }] };
    const { stdout } = await skein(['check', write(testFolder(), 'large.json', scene)]);
    expect(stdout).toMatch(/\nestimate: about \d+ s to start and \d+ s a tick, /);
  });

  it('warns of a beam that can only orbit, with code 0', async () => {
    const beam = JSON.parse(
      readFileSync(new URL('../../../scenarios/beams.json', import.meta.url), 'utf8'),
    );
    beam.species[0].behaviors[0].curvatureRadius = 40;
    const file = write(testFolder(), 'wide.json', beam);
    const { code, stdout, stderr } = await skein(['check', file]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const [head, , ...warnings] = stdout.trimEnd().split('\n');
    expect(head).toMatch(/^valid: beams, 64 agents, \d+ bytes$/);
    expect(warnings).toHaveLength(6);
    expect(warnings[0]).toMatch(
      /^warning: \S+:1:\d+: \$\.launchers\[0\]: found a start at 90 degrees that .+ orbits "target", expected a circle of at most 26\.5 m/,
    );
  });

  it('reports every problem, with path, found and expected', async () => {
    const scene = { ...flock(), dt: '1/60', colour: 'red', dimensions: 4 };
    const file = write(testFolder(), 'flock.json', scene);
    const { code, stdout, stderr } = await skein(['check', file]);
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(stdout.split('\n')[0]).toBe(`${file}: The scenario has 3 problems:`);
    const problems = [...stdout.matchAll(/^ {2}\S+:1:\d+: (\S+): found .+, expected .+$/gm)];
    expect(problems.map(([, path]) => path)).toEqual(['$.dt', '$.colour', '$.dimensions']);
  });
});
