import { createWorld, parseScenario } from '@skein/core';
import { describe, expect, it } from 'vitest';
import { flock } from './scenes.ts';
import { skein, testFolder, write } from './skein.ts';

describe('skein check', () => {
  it('says what a valid scenario would make', async () => {
    const file = write(testFolder(), 'flock.json', flock());
    const { bytes } = createWorld(parseScenario(flock()));
    expect(await skein(['check', file])).toEqual({
      code: 0,
      signal: null,
      stdout: `valid: small-flock, 20 agents, ${bytes} bytes\n`,
      stderr: '',
    });
  });

  it('reports every problem, with path, found and expected', async () => {
    const scene = { ...flock(), dt: '1/60', colour: 'red', dimensions: 4 };
    const file = write(testFolder(), 'flock.json', scene);
    const { code, stdout, stderr } = await skein(['check', file]);
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    const [head, ...problems] = stdout.trimEnd().split('\n');
    expect(head).toBe(`${file}: The scenario has 3 problems:`);
    expect(problems.map((line) => line.trim().split(':')[0]).sort()).toEqual([
      '$.colour',
      '$.dimensions',
      '$.dt',
    ]);
    for (const line of problems) expect(line).toMatch(/: found .+, expected .+/);
  });
});
