import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseScenario } from '@skein/core';
import { defineLaw, lawsText, vec3 } from '@skein/core/laws';
import { describe, expect, it } from 'vitest';
import { JsonSource } from '../src/json-source.ts';
import { flock } from './scenes.ts';
import { skeinHere, testFolder, write } from './skein.ts';

const SCHEMA = new URL('../../../scenarios/scenario.schema.json', import.meta.url);

describe('skein init', () => {
  it('writes a scenario with comments that is valid, without warnings, and runs', async () => {
    const file = join(testFolder(), 'geese.jsonc');
    const { code, stdout, stderr } = await skeinHere(['init', file.replace('.jsonc', '')]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe(
      `wrote ${file}; next:\n  skein check ${file}\n  skein run ${file} --ticks 600\n  skein list cohesion\n`,
    );
    const text = readFileSync(file, 'utf8');
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
    expect(text.match(/\/\//g)!.length).toBeGreaterThan(8);
    const check = await skeinHere(['check', file]);
    expect({ code: check.code, stderr: check.stderr }).toEqual({ code: 0, stderr: '' });
    expect(check.stdout).toMatch(
      /^valid: geese, 200 agents, \d+ bytes with room for 32 workers\nestimate: .*\nlayer: .*\n$/,
    );
    expect(await skeinHere(['run', file, '--ticks', '5', '--workers', '1'])).toMatchObject({
      code: 0,
      stderr: '',
    });
  });

  it('writes the same without comments if the name ends in .json', async () => {
    const folder = testFolder();
    await skeinHere(['init', join(folder, 'geese')]);
    await skeinHere(['init', join(folder, 'geese.json')]);
    const plain = JSON.parse(readFileSync(join(folder, 'geese.json'), 'utf8'));
    const { plain: text } = new JsonSource(readFileSync(join(folder, 'geese.jsonc'), 'utf8'));
    expect(plain).toEqual(JSON.parse(text));
    expect(parseScenario(plain).name).toBe('geese');
  });

  it('begins with the schema once that line is uncommented', async () => {
    const folder = testFolder();
    const file = join(folder, 'geese.jsonc');
    await skeinHere(['init', file]);
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace('// "$schema"', '"$schema"'));
    expect(await skeinHere(['check', file])).toMatchObject({ code: 0, stderr: '' });
    const { plain } = new JsonSource(readFileSync(file, 'utf8'));
    expect(JSON.parse(plain).$schema).toBe('./scenario.schema.json');
  });

  it.each([
    [
      'a file that exists',
      'precious.json',
      3,
      'found FILE already, expected the name of a new file',
    ],
    [
      'a folder that does not exist',
      'no/geese',
      3,
      'cannot write FILE.jsonc: no such file or directory',
    ],
    [
      'a name that a scenario cannot have',
      'my geese',
      2,
      'found the name "my geese", expected a letter, then at most 63 letters, digits, "-" or "_"',
    ],
  ])('leaves everything unchanged: %s', async (_, name, code, said) => {
    const folder = testFolder();
    const precious = write(folder, 'precious.json', 'precious');
    const path = join(folder, name);
    const answer = await skeinHere(['init', path]);
    expect(answer).toMatchObject({
      code,
      stdout: '',
      stderr: `skein: ${said.replace('FILE', path)}\n`,
    });
    expect(readFileSync(precious, 'utf8')).toBe('precious');
    expect(readdirSync(folder)).toEqual(['precious.json']);
  });
});

describe('skein schema', () => {
  it('prints the JSON Schema of scenarios, or writes it to a file', async () => {
    const out = join(testFolder(), 'schema.json');
    const printed = await skeinHere(['schema']);
    expect({ code: printed.code, stderr: printed.stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(printed.stdout)).toEqual(JSON.parse(readFileSync(SCHEMA, 'utf8')));
    for (let turn = 0; turn < 2; turn++) {
      expect(await skeinHere(['schema', '--out', out])).toMatchObject({
        code: 0,
        stdout: '',
        stderr: '',
      });
      expect(readFileSync(out, 'utf8')).toBe(printed.stdout);
    }
  });

  it('knows the parameters of laws', async () => {
    const up = defineLaw({
      name: 'up',
      description: 'Upward.',
      parameters: { push: { unit: 'N', default: 3, min: -9, max: 99, description: 'How much.' } },
      force: ({ parameters }) => vec3(0, parameters.push, 0),
    });
    const laws = write(testFolder(), 'up.json', lawsText([up]));
    const { stdout } = await skeinHere(['schema', '--laws', laws]);
    expect(stdout).toContain('"law:up"');
    expect((await skeinHere(['schema'])).stdout).not.toContain('"law:up"');
  });

  it('replaces no file except a JSON Schema', async () => {
    const file = write(testFolder(), 'flock.json', flock());
    const { code, stdout, stderr } = await skeinHere(['schema', '--out', file]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(`--out: found ${file}, which is not a JSON Schema and would be lost`);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(flock());
    expect(existsSync(`${file}.tmp`)).toBe(false);
  });
});
