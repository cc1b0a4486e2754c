import { mkdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
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
    const [valid, estimate, layer, ...others] = stdout.split('\n');
    expect(valid).toBe(`valid: small-flock, 20 agents, ${bytes} bytes with room for 32 workers`);
    expect(estimate).toMatch(
      /^estimate: about \d ms to start and 0\.0\d+ ms a tick, on one core of an .+$/,
    );
    expect(layer).toMatch(
      /^layer: bird, hawk in cells for \d+(\.\d+)? m, about \d+ candidates a tick$/,
    );
    expect(others).toEqual(['']);
  });

  it('prints a layer for each kind of search, with its candidates', async () => {
    const room = { min: [0, 0, 0], max: [60, 60, 60] };
    const keepApart = (name: string, count: number, radius: number) => ({
      ...{ name, count, spawn: { type: 'box', ...room } },
      behaviors: [{ type: 'separation', radius, species: [name] }],
    });
    const species = [keepApart('prey', 20_000, 1), keepApart('hunter', 2, 15)];
    const scene = { name: 'hunt', bounds: { type: 'wrap', ...room }, species };
    const { stdout } = await skein(['check', write(testFolder(), 'hunt.json', scene)]);
    const layers = stdout.split('\n').filter((line) => line.startsWith('layer: '));
    expect(layers).toHaveLength(2);
    const counts = [
      /^layer: prey in cells for 3 m, about (\d+) /,
      /hunter in cells for 15 m, about (\d+) /,
    ];
    const [prey, hunter] = counts.map((text, k) => Number(text.exec(layers[k])?.[1]));
    expect(prey).toBeGreaterThan(1000 * hunter);
    expect(hunter).toBeGreaterThan(0);
  });

  it('estimates seconds for a run that takes them', async () => {
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
    expect(head).toMatch(/^valid: beams, 64 agents, \d+ bytes with room for 32 workers$/);
    expect(warnings).toHaveLength(6);
    expect(warnings[0]).toMatch(
      /^warning: \S+:1:\d+: \$\.launchers\[0\]: found a turning radius of \S+ m, so a flight that starts at an angle of 90 degrees orbits "target", expected at most 26\.5 m/,
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

  it('points to the character of a map that is wrong', async () => {
    const text = [
      '{ "name": "yard", "dimensions": 2,',
      '  "map": { "rows": [',
      '    "....",',
      '    ".\\u002ex." // the second is a full stop',
      '  ] },',
      '  "species": [{ "name": "a", "spawn": { "type": "box", "min": [0, 0], "max": [4, 1] } }] }',
    ];
    const { code, stdout } = await skein(['check', '-'], text.join('\n'));
    expect(code).toBe(1);
    expect(stdout.split('\n').slice(1, 4)).toEqual([
      '  standard input:4:13: $.map.rows[1][2]: found "x", expected one of ".", "#"',
      `    4 | ${text[3]}`,
      '      |             ^',
    ]);
  });

  it('reports on each of several files in order, and counts them', async () => {
    const folder = testFolder();
    const good = write(folder, 'good.json', flock());
    const bad = write(folder, 'bad.json', { ...flock(), dt: -1 });
    const { code, stdout, stderr } = await skein(
      ['check', good, bad, good, '-'],
      JSON.stringify(flock(19)),
    );
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    const heads = stdout.split('\n').filter((line) => !/^( |estimate|layer)/.test(line));
    expect(heads).toEqual([
      expect.stringMatching(`^${good}: valid: small-flock, 20 agents, `),
      `${bad}: The scenario has 1 problem:`,
      expect.stringMatching('^standard input: valid: small-flock, 22 agents, '),
      '3 files: 2 valid, 1 refused',
      '',
    ]);
  });

  it('checks every file, even if one cannot be checked', async () => {
    const folder = testFolder();
    const good = write(folder, 'good.json', flock());
    const lone = write(folder, 'lone.json', { ...flock(), species: [flock().species[1]] });
    const missing = join(folder, 'missing.json');
    const set = ['--set', 'bird.mass=2'];
    const unset = await skein(['check', lone, good, ...set]);
    expect(unset.code).toBe(2);
    expect(unset.stderr).toBe(
      `skein: ${lone}: --set: bird.mass: found "bird", expected one of "hawk"\n`,
    );
    expect(unset.stdout).toMatch(/\n2 files: 1 valid, 0 refused, 1 not checked\n$/);
    const unread = await skein(['check', missing, good]);
    expect(unread.code).toBe(3);
    expect(unread.stderr).toBe(`skein: cannot read ${missing}: no such file or directory\n`);
    expect(unread.stdout).toMatch(/\n2 files: 1 valid, 0 refused, 1 not checked\n$/);
    const refused = write(folder, 'refused.json', '[]');
    expect((await skein(['check', missing, good, refused])).code).toBe(1);
  });

  it('finds the files that match patterns, and no others', async () => {
    const folder = testFolder();
    mkdirSync(join(folder, 'deep', 'deeper'), { recursive: true });
    for (const name of [
      'b.json',
      'a.jsonc',
      'deep/c.json',
      'deep/deeper/d.json',
      '[odd].json',
      'no.txt',
    ]) {
      write(folder, name, flock());
    }
    const filesOf = async (...patterns: string[]): Promise<string[]> => {
      const { stdout } = await skein([
        'check',
        ...patterns.map((pattern) => pattern.replace(/^!?/, `$&${folder}/`)),
      ]);
      return [...stdout.matchAll(/^(.*): valid: /gm)].map(([, name]) => relative(folder, name));
    };
    expect(await filesOf('*.json*')).toEqual(['[odd].json', 'a.jsonc', 'b.json']);
    expect(await filesOf('**/*.json', '!*/**/d.json')).toEqual([
      '[odd].json',
      'b.json',
      'deep/c.json',
    ]);
    // A file of that name takes precedence over a pattern.
    expect(await filesOf('b.json', '[odd].json')).toEqual(['b.json', '[odd].json']);
    expect(await skein(['check', `${folder}/*.yaml`])).toMatchObject({
      code: 3,
      stdout: '',
      stderr: `skein: found no file that matches ${folder}/*.yaml, expected at least one\n`,
    });
    expect(await skein(['check', `${folder}/b.json`, `!${folder}/*.json`])).toMatchObject({
      code: 2,
      stderr: 'skein: found no file to check, expected at least one\n',
    });
  });

  it('gives the location of a warning', async () => {
    const url = new URL('../../../scenarios/beams.json', import.meta.url);
    const beam = JSON.parse(readFileSync(url, 'utf8'));
    beam.species[0].behaviors[0].curvatureRadius = 40;
    const text = JSON.stringify(beam, null, 2);
    const file = write(testFolder(), 'wide.json', text);
    // The first launcher begins on the line after the start of the list.
    const line = text.split('"launchers"')[0].split('\n').length + 1;
    const { stdout } = await skein(['check', file]);
    expect(stdout).toContain(`\nwarning: ${file}:${line}:5: $.launchers[0]: found `);
  });
});
