import { readFileSync } from 'node:fs';
import { createWorld, parseScenario, stateHash, tick } from '@skein/core';
import { defineLaw, vec3 } from '@skein/core/laws';
import { describe, expect, it } from 'vitest';
import { long, someOf } from '../../core/test/helpers/long.ts';
import { flock } from './scenes.ts';
import { shell, skeinHere, testFolder, write } from './skein.ts';

const ROOT = new URL('../../../', import.meta.url);

/** The flock, with other numbers written in it. */
function byHand(): object {
  const scene = structuredClone(flock()) as unknown as {
    species: (Record<string, unknown> & { behaviors: Record<string, unknown>[] })[];
  };
  const [bird, hawk] = scene.species;
  bird.behaviors[2].weight = 0.25;
  bird.behaviors[0].radius = 6.5;
  bird.maxSpeed = 7;
  hawk.mass = 3;
  return scene;
}

const SET = [
  '--set',
  'bird.separation.weight=0.25',
  '--set',
  'bird.0.radius=6.5',
  '--set',
  'bird.maxSpeed=7',
  '--set',
  'hawk.mass=3e0',
];

function hashOf(scene: unknown, ticks: number, seed?: number): string {
  const world = createWorld(parseScenario(scene), seed === undefined ? {} : { seed });
  tick(world, ticks);
  return stateHash(world);
}

async function hashOfRun(args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await skeinHere(['run', ...args, '--json']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout).hash;
}

describe('skein run --set', () => {
  const expected = hashOf(byHand(), 31);

  const ways = [
    ['1', 'ts'],
    ['1', 'simd'],
    ['3', 'ts'],
    ['3', 'simd'],
  ];
  it.each(someOf(ways, 4, 3))(
    'runs as the scenario edited by hand, with %s workers and kernel %s',
    async (workers, kernel) => {
      const folder = testFolder();
      const file = write(folder, 'flock.json', flock());
      const edited = write(folder, 'edited.json', byHand());
      const args = ['--ticks', '31', '--workers', workers, '--kernel', kernel];
      expect(await hashOfRun([file, ...args, ...SET])).toBe(expected);
      expect(await hashOfRun([edited, ...args])).toBe(expected);
      expect(hashOf(flock(), 31)).not.toBe(expected);
    },
  );

  it('works together with another seed, and with laws of a file', async () => {
    const folder = testFolder();
    const lift = defineLaw({
      name: 'lift',
      description: 'Upward.',
      parameters: { push: { unit: 'N', default: 3, min: -9, max: 99, description: 'How much.' } },
      force: ({ parameters }) => vec3(0, parameters.push, 0),
    });
    const scene = (behavior: object) => ({
      ...flock(),
      species: [{ ...flock().species[0], behaviors: [behavior] }],
    });
    const file = write(folder, 'scene.json', scene({ type: 'law:lift' }));
    const laws = write(folder, 'laws.json', [lift]);
    const args = [file, '--ticks', '9', '--workers', '2', '--seed', '5', '--laws', laws];
    const hash = await hashOfRun([...args, '--set', 'bird.law:lift.push=-2.5']);
    const edited = { ...scene({ type: 'law:lift', push: -2.5 }), laws: [lift] };
    expect(hash).toBe(hashOf(edited, 9, 5));
  });

  it('is kept in a snapshot and in a replay', async () => {
    const folder = testFolder();
    const file = write(folder, 'flock.json', flock());
    const [saved, replay] = [`${folder}/half.skein`, `${folder}/half.replay`];
    const kept = ['--save', saved, '--record', replay];
    await hashOfRun([file, '--ticks', '12', '--workers', '2', ...SET, ...kept]);
    expect(await hashOfRun(['--resume', saved, '--ticks', '31', '--workers', '3'])).toBe(expected);
    const { code, stdout } = await skeinHere(['replay', replay, '--verify', '--workers', '1']);
    expect({ code, stdout }).toMatchObject({ code: 0 });
  });

  it('is refused with --resume, with advice, before the snapshot is read', async () => {
    const args = ['run', '--resume', '/nowhere/half.skein', ...SET.slice(0, 4)];
    expect(await skeinHere(args)).toMatchObject({
      code: 2,
      stdout: '',
      stderr:
        'skein: --set: found bird.separation.weight=0.25, bird.0.radius=6.5 together with --resume, which has its own; run the scenario from the start with --set, or give it a set command for a later tick\n',
    });
  });
});

describe('skein check --set', () => {
  it('reports the same bytes and warnings as for a scenario edited by hand', async () => {
    const folder = testFolder();
    const beams = JSON.parse(readFileSync(new URL('scenarios/beams.json', ROOT), 'utf8'));
    const file = write(folder, 'beams.json', beams);
    const plain = await skeinHere(['check', file]);
    const set = ['--set', 'beam.homing.curvatureRadius=40', '--set', 'beam.turnRate=3'];
    beams.species[0].behaviors[0].curvatureRadius = 40;
    beams.species[0].turnRate = 3;
    const edited = await skeinHere(['check', write(folder, 'edited.json', beams)]);
    expect(edited).toMatchObject({ code: 0, stderr: '' });
    expect(edited.stdout).toMatch(/^warning: .*: \$\.launchers\[0\]: /m);
    expect(edited.stdout.split('\n')[0]).not.toBe(plain.stdout.split('\n')[0]);
    // Everything except the location of the warning, which differs between the files.
    const withoutPlace = ({ stdout, ...rest }: typeof edited) => ({
      ...rest,
      stdout: stdout.replace(/^warning: \S+: |^ +1? \| .*\n/gm, ''),
    });
    const given = await skeinHere(['check', file, ...set]);
    expect(withoutPlace(given)).toEqual(withoutPlace(edited));
  });

  it('first reports the problems of the file itself, as without --set', async () => {
    const file = write(testFolder(), 'flock.json', { ...flock(), dt: 'x' });
    const { code, stdout } = await skeinHere(['check', file, '--set', 'bird.mass=0']);
    expect(code).toBe(1);
    expect(stdout).toMatch(/The scenario has 1 problem:\n.*: \$\.dt: /);
    expect(stdout).not.toContain('--set');
  });
});

describe('--set of run and check', () => {
  const invalid = (text: string, reason: string): string =>
    `option '--set <parameter>' argument '${text}' is invalid. ${reason}.`;
  const FORM = 'SPECIES.PARAMETER=NUMBER or SPECIES.BEHAVIOR.PARAMETER=NUMBER';

  const refused: [name: string, set: string[], said: string][] = [
    ['no "="', ['bird.mass'], invalid('bird.mass', `Found no "=", expected ${FORM}`)],
    [
      'no number',
      ['bird.mass=1', 'bird.radius=1m'],
      invalid('bird.radius=1m', 'Found "1m", expected a finite number after "="'),
    ],
    [
      'the seed',
      ['seed=3'],
      invalid('seed=3', `Found "seed", expected ${FORM}; skein run takes the seed with --seed`),
    ],
    [
      'a species named like the seed',
      ['seed.mass'],
      invalid('seed.mass', `Found no "=", expected ${FORM}`),
    ],
    ['another number', ['dt=1'], invalid('dt=1', `Found "dt", expected ${FORM}`)],
    [
      'an unknown species',
      ['bord.mass=1'],
      '--set: bord.mass: found "bord" (did you mean "bird"?), expected one of "bird", "hawk"',
    ],
    [
      'an unknown behavior',
      ['bird.seperation.weight=1'],
      '--set: bird.seperation.weight: found "seperation" (did you mean "separation"?), expected one of 0 "cohesion", 1 "alignment", 2 "separation"',
    ],
    [
      'out of range',
      ['bird.separation.weight=-1'],
      '--set: bird.separation.weight: found -1, expected a number from 0 to 1000000 N',
    ],
    [
      'two problems',
      ['bird.2.wieght=1', 'bird.mass=2', 'bird.mass=3'],
      '--set: bird.2.wieght: found "wieght" (did you mean "weight"?), expected one of weight, radius, cosine, near, factor\n' +
        '--set: bird.mass: found a second value, expected each parameter once',
    ],
    [
      'against another number of the scenario',
      ['bird.minSpeed=9.5'],
      '--set: bird.minSpeed: found 9.5, expected at most 9, the value of "maxSpeed"',
    ],
  ];

  it.each(
    refused.flatMap(([name, set, said]) =>
      ['run', 'check'].map((command) => [command, name, set, said] as const),
    ),
  )('%s: %s', async (command, _, set, said) => {
    const file = write(testFolder(), 'flock.json', flock());
    const args = set.flatMap((one) => ['--set', one]);
    const hint = said.startsWith('option ') ? `See skein ${command} --help.\n` : '';
    expect(await skeinHere([command, file, ...args])).toMatchObject({
      code: 2,
      stdout: '',
      stderr: `skein: ${said}\n${hint}`,
    });
  });
});

describe('the command lines of docs/command-line.md, Parameters', () => {
  const page = readFileSync(new URL('docs/command-line.md', ROOT), 'utf8');
  const section = page.split('\n### Parameters\n')[1].split('\n### ')[0];
  const lines = (/```sh\n([\s\S]*?)```/.exec(section)?.[1] ?? '').trim().split('\n');

  long('run, and the loop does a separate run for each value', async () => {
    expect(lines).toHaveLength(3);
    const outputs: string[] = [];
    for (const line of lines) {
      const { code, stdout, stderr } = await shell(line, ROOT.pathname);
      expect({ line, code, stderr }).toEqual({ line, code: 0, stderr: '' });
      outputs.push(stdout);
    }
    const hashes = outputs[2]
      .trim()
      .split('\n')
      .map((json) => JSON.parse(json).hash);
    expect(new Set(hashes).size).toBe(3);
    const flockHash = hashOf(
      JSON.parse(readFileSync(new URL('scenarios/flock.json', ROOT), 'utf8')),
      600,
    );
    // One of the values is the weight in the file.
    expect(hashes[2]).toBe(flockHash);
    expect(outputs[1]).not.toContain(flockHash);
  });
});
