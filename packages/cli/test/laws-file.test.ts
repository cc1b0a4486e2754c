import { readFileSync } from 'node:fs';
import { createWorld, parseScenario, stateHash, tick } from '@skein/core';
import { describeBehaviors } from '@skein/core/describe';
import { defineLaw, type Law, lawsText, vec3 } from '@skein/core/laws';
import { describe, expect, it } from 'vitest';
import { long, someOf } from '../../core/test/helpers/long.ts';
import { shell, skeinHere, testFolder, write } from './skein.ts';

const parameterText = (standard: number): string =>
  `{ unit: 'N', default: ${standard}, min: -9, max: 99, description: 'How strongly.' }`;

/** A law along y, as the text of a module. */
const moduleOf = (name: string, standard: number): string => `
  import { defineLaw, vec3 } from '@skein/core/laws';
  export const law = defineLaw({
    name: '${name}', description: 'Upward.', parameters: { push: ${parameterText(standard)} },
    force: ({ parameters }) => vec3(0, parameters.push, 0),
  });`;

const lawOf = (name: string, standard: number): Law =>
  defineLaw({
    name,
    description: 'Upward.',
    parameters: {
      push: { unit: 'N', default: standard, min: -9, max: 99, description: 'How strongly.' },
    },
    force: ({ parameters }) => vec3(0, parameters.push, 0),
  });

/** Seven agents, steered by the laws of these names. */
const sceneOf = (...names: readonly string[]): Record<string, unknown> => ({
  name: 'lifted',
  seed: 5,
  species: [
    {
      name: 'bird',
      count: 7,
      spawn: { type: 'box', min: [0, 0, 0], max: [9, 5, 3], velocity: { speed: 2 } },
      behaviors: names.map((name) => ({ type: `law:${name}` })),
    },
  ],
});

/** The hash after the given ticks, stepped without the command. */
function hashOf(scene: unknown, laws: readonly Law[], ticks: number): string {
  const world = createWorld(parseScenario(scene, { laws }));
  tick(world, ticks);
  return stateHash(world);
}

async function hashOfRun(args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await skeinHere(['run', ...args, '--workers', '2', '--json']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout).hash;
}

describe('skein run --laws', () => {
  it('runs with the laws of a module and a JSON file together, as a script does', async () => {
    const folder = testFolder();
    const scene = sceneOf('up', 'more');
    const file = write(folder, 'scene.json', scene);
    const up = write(folder, 'up.mjs', moduleOf('up', 3));
    const more = write(folder, 'more.json', lawsText([lawOf('more', 4), lawOf('spare', 5)]));
    const args = [file, '--ticks', '9', '--laws', up, '--laws', more];
    const expected = hashOf(scene, [lawOf('up', 3), lawOf('more', 4)], 9);
    expect(await hashOfRun([...args, '--kernel', 'ts'])).toBe(expected);
    expect(await hashOfRun(args)).toBe(expected);
    expect(expected).not.toBe(hashOf(scene, [lawOf('up', 4), lawOf('more', 4)], 9));
  });

  it("prefers a file's law to one of the same name in the scenario", async () => {
    const folder = testFolder();
    const scene = { ...sceneOf('up', 'own'), laws: [lawOf('up', 1), lawOf('own', 2)] };
    const file = write(folder, 'scene.json', scene);
    const up = write(folder, 'up.json', lawsText([lawOf('up', 3)]));
    const plain = await hashOfRun([file, '--ticks', '4']);
    expect(plain).toBe(hashOf(sceneOf('up', 'own'), [lawOf('up', 1), lawOf('own', 2)], 4));
    const replaced = await hashOfRun([file, '--ticks', '4', '--laws', up]);
    expect(replaced).toBe(hashOf(sceneOf('up', 'own'), [lawOf('up', 3), lawOf('own', 2)], 4));
  });

  it('saves the laws with the run, which continues without their file, and refuses others', async () => {
    const folder = testFolder();
    const file = write(folder, 'scene.json', sceneOf('up'));
    const up = write(folder, 'up.json', lawsText([lawOf('up', 3)]));
    const saved = `${folder}/half.skein`;
    await hashOfRun([file, '--ticks', '4', '--laws', up, '--save', saved]);
    expect(await hashOfRun(['--resume', saved, '--ticks', '9'])).toBe(
      hashOf(sceneOf('up'), [lawOf('up', 3)], 9),
    );
    const args = ['run', '--resume', saved, '--ticks', '9', '--laws', up, '--laws', file];
    const { code, stdout, stderr } = await skeinHere(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toBe(
      `skein: --laws: found ${up}, ${file} together with --resume, which has its own\n`,
    );
  });
});

describe('skein check --laws', () => {
  it('finds a scene valid with the laws that it names, and reports its bytes', async () => {
    const folder = testFolder();
    const file = write(folder, 'scene.json', sceneOf('up'));
    const up = write(folder, 'up.mjs', moduleOf('up', 3));
    const { code, stdout, stderr } = await skeinHere(['check', file, '--laws', up]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const { bytes } = createWorld(parseScenario(sceneOf('up'), { laws: [lawOf('up', 3)] }));
    expect(stdout.split('\n')[0]).toBe(
      `valid: lifted, 7 agents, ${bytes} bytes with room for 32 workers`,
    );
  });

  it('refuses a parameter outside the range of the law', async () => {
    const folder = testFolder();
    const scene = sceneOf('up') as { species: { behaviors: object[] }[] };
    scene.species[0].behaviors = [{ type: 'law:up', push: 100, pull: 1 }];
    const file = write(folder, 'scene.json', scene);
    const up = write(folder, 'up.json', lawsText([lawOf('up', 3)]));
    const { code, stdout } = await skeinHere(['check', file, '--laws', up]);
    expect(code).toBe(1);
    const at = '$.species[0].behaviors[0]';
    expect(stdout).toContain(`: ${at}.push: found 100, expected a number of at most 99\n`);
    const unknown = 'an unknown key (did you mean "push"?)';
    expect(stdout).toContain(
      `: ${at}.pull: found ${unknown}, expected one of "type", "push", "states"\n`,
    );
  });
});

it('locates a problem in a law that follows one replaced by --laws', async () => {
  const folder = testFolder();
  const [replaced, wrong] = [lawOf('up', 1), { ...lawOf('more', 2), nodes: [['boom']] }];
  const scene = { ...sceneOf('up'), laws: [replaced, wrong] };
  const file = write(folder, 'scene.json', JSON.stringify(scene, null, 1));
  const up = write(folder, 'up.json', lawsText([lawOf('up', 3)]));
  const { code, stdout } = await skeinHere(['check', file, '--laws', up]);
  expect(code).toBe(1);
  const line = JSON.stringify(scene, null, 1).split('"boom"')[0].split('\n').length;
  const places = [...stdout.matchAll(/^ {2}\S+:(\d+):\d+: \$\.laws\[/gm)].map(([, at]) =>
    Number(at),
  );
  expect(places).toHaveLength(1);
  // The location is the list of nodes, or the node in it.
  expect(line - places[0]).toBeLessThanOrEqual(2);
  expect(line - places[0]).toBeGreaterThanOrEqual(0);
});

describe('skein list --laws', () => {
  it('lists laws after the others, as a family, and individually by their types', async () => {
    const folder = testFolder();
    const up = write(folder, 'up.json', lawsText([lawOf('up', 3)]));
    const more = write(folder, 'more.json', lawsText([lawOf('more', 4)]));
    const laws = ['--laws', up, '--laws', more];
    const one = (name: string, standard: number): string =>
      `\nlaw:${name}\n  Upward.\n    push: -9 to 99 N, default ${standard}\n      How strongly.\n`;
    const family = `LAWS\n${one('up', 3)}${one('more', 4)}`;
    const all = await skeinHere(['list', ...laws]);
    expect({ code: all.code, stderr: all.stderr }).toEqual({ code: 0, stderr: '' });
    expect(all.stdout.endsWith(`\n\n${family}`)).toBe(true);
    expect(all.stdout).toContain('\ncohesion\n');
    expect((await skeinHere(['list', ...laws, 'laws'])).stdout).toBe(family);
    expect((await skeinHere(['list', 'law:more', ...laws])).stdout).toBe(`LAWS\n${one('more', 4)}`);
    const { stdout } = await skeinHere(['list', '--json', ...laws]);
    expect(JSON.parse(stdout)).toEqual(
      JSON.parse(JSON.stringify(describeBehaviors([lawOf('up', 3), lawOf('more', 4)]))),
    );
  });

  it('lists the columns of a law, and whether it writes them', async () => {
    const herd = defineLaw({
      name: 'herd',
      description: 'Upward.',
      columns: {
        energy: {
          type: 'f32',
          unit: 'J',
          min: 0,
          max: 20,
          default: 5,
          description: 'What it has.',
        },
        wind: { type: 'vec3' },
      },
      force: ({ self }) => self.wind,
      next: ({ self }) => ({ energy: self.energy.mul(0.5) }),
    });
    const file = write(testFolder(), 'herd.json', lawsText([herd]));
    const text = await skeinHere(['list', 'law:herd', '--laws', file]);
    expect(text.stdout).toBe(
      'LAWS\n\nlaw:herd\n  Upward.\n' +
        '    column energy (J): f32 from 0 to 20, default 5, written\n      What it has.\n' +
        '    column wind: vec3, read\n',
    );
    const { stdout } = await skeinHere(['list', 'law:herd', '--laws', file, '--json']);
    expect(JSON.parse(stdout)[0].columns[1]).toEqual({
      ...{ name: 'wind', type: 'vec3', unit: '1', description: '', written: false },
    });
  });

  it('suggests a law when it is asked for an unknown type', async () => {
    const up = write(testFolder(), 'up.json', lawsText([lawOf('up', 3)]));
    const { code, stdout, stderr } = await skeinHere(['list', 'law:upp', '--laws', up]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(
      /^skein: found no behavior "law:upp" \(did you mean law:up\?\), expected a type or .*\n$/,
    );
  });
});

describe('--laws of run, check and list', () => {
  /** The exit code and the message of a command, on either stream. */
  async function refusalOf(
    command: string,
    folder: string,
    scene: unknown,
    laws: readonly string[],
  ): Promise<[code: number | null, said: string]> {
    const file = write(folder, 'scene.json', scene);
    const args = command === 'list' ? [command] : [command, file];
    const files = laws.flatMap((path) => ['--laws', path]);
    const { code, stdout, stderr } = await skeinHere([...args, ...files]);
    // The report of `check` is its regular output.
    const [said, silent] = command === 'check' && code === 1 ? [stdout, stderr] : [stderr, stdout];
    expect(silent).toBe('');
    return [code, said.replace(/^skein: /, '')];
  }

  const COMMANDS = ['run', 'check', 'list'];

  it.each(someOf(COMMANDS, 3))('%s: two files have a law of the same name', async (command) => {
    const folder = testFolder();
    const up = write(folder, 'up.json', lawsText([lawOf('up', 3)]));
    const again = write(folder, 'again.json', lawsText([lawOf('other', 1), lawOf('up', 3)]));
    expect(await refusalOf(command, folder, sceneOf('up'), [up, again])).toEqual([
      1,
      `--laws: found two laws "up", in ${up} and ${again}; expected each name once\n`,
    ]);
  });

  it.each(someOf(['check', 'run'], 2))(
    '%s: the scene names a law that is not given',
    async (command) => {
      const folder = testFolder();
      const up = write(folder, 'up.json', lawsText([lawOf('up', 3)]));
      const more = write(folder, 'more.json', lawsText([lawOf('more', 1)]));
      const path = '$.species[0].behaviors[0].type';
      const head = `${folder}/scene.json: The scenario has 1 problem:`;
      const hint = 'A law of another file is given with --laws FILE.';
      const withoutPlace = ([code, said]: [number | null, string]) => [
        code,
        said.replace(/ {2}\S+:1:\d+: /, '  ').replace(/^ +1? \| .*\n/gm, ''),
      ];
      expect(withoutPlace(await refusalOf(command, folder, sceneOf('pu'), [up, more]))).toEqual([
        1,
        `${head}\n  ${path}: found "law:pu" (did you mean "law:up"?), expected a law in $.laws: "law:up", "law:more"\n${hint}\n`,
      ]);
      expect(withoutPlace(await refusalOf(command, folder, sceneOf('up'), []))).toEqual([
        1,
        `${head}\n  ${path}: found "law:up", expected a law in $.laws, which is empty, or in the option "laws"\n${hint}\n`,
      ]);
    },
  );

  it.each(COMMANDS)('%s: a file is missing, or holds no law', async (command) => {
    const folder = testFolder();
    const missing = `${folder}/none.json`;
    expect(await refusalOf(command, folder, sceneOf('up'), [missing])).toEqual([
      3,
      `cannot read ${missing}: no such file or directory\n`,
    ]);
    const wrong = write(folder, 'wrong.json', [{ ...lawOf('up', 1), law: 2 }]);
    const [code, said] = await refusalOf(command, folder, sceneOf('up'), [wrong]);
    expect(code).toBe(1);
    expect(said).toMatch(/wrong\.json:1:9: Law "up": law: found 2, expected /);
  });

  it.each(COMMANDS)('%s: laws cannot come from a stream', async (command) => {
    const [code, said] = await refusalOf(command, testFolder(), sceneOf('up'), ['-']);
    expect(code).toBe(2);
    expect(said).toContain(
      "argument '-' is invalid. Expected a path; it cannot come from a stream.",
    );
  });
});

describe('the command lines of docs/laws.md', () => {
  const page = readFileSync(new URL('../../../docs/laws.md', import.meta.url), 'utf8');
  const section = page.split('\n### On the command line\n')[1].split('\n## ')[0];
  const scene = /```json\n(\{\n[\s\S]*?)```/.exec(page)?.[1] ?? '';
  const lines = (/```sh\n([\s\S]*?)```/.exec(section)?.[1] ?? '').trim().split('\n');

  long('run in sequence, with the law and the scene of that page', async () => {
    expect(lines.length).toBeGreaterThan(4);
    const folder = testFolder();
    const { laws, ...bare } = JSON.parse(scene);
    const [law] = laws as Law[];
    expect(law.name).toBe('lift');
    write(folder, 'scene.json', bare);
    write(folder, 'my-laws.js', `export const lift = ${JSON.stringify(law)};`);
    for (const line of lines) {
      const { code, stderr } = await shell(line, folder);
      expect({ line, code, stderr }).toEqual({ line, code: 0, stderr: '' });
    }
    expect(JSON.parse(readFileSync(`${folder}/my-laws.json`, 'utf8'))).toEqual([law]);
  });
});
